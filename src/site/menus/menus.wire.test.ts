/** Menus from the owner's save to the visitor's page, with the database notifications in between. */
import { afterAll, expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { listenForPageTags } from '../../platform/web/page-tags.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { defaultMenus } from './default-menus.ts'
import { openMenus } from './live-menus.ts'
import { allItems } from './menus.store.ts'
import { MAX_ITEMS, type MenuItem, numbered } from './menus.ts'
import type { MenusJson } from './rest/menus.ts'

const { app, db, shop, databaseUrl } = await openShop()
const live = await openMenus(db)
Object.assign(shop, { menus: live.menus })
const failures: unknown[] = []
/** How often a notification changed the menus. */
let changes = 0
const listener = await listenForPageTags({ url: databaseUrl, db }, [shop.pages], {
  async onTags(tags) {
    if (!(await live.refresh(tags))) return
    changes += 1
    shop.pages.invalidate(['settings'])
  },
  onError: (error) => failures.push(error),
})
afterAll(() => listener.end())

const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const path = '/wp-json/samovar/v1/menus'

type Answer = MenusJson & { readonly code?: string; readonly id: number; readonly data?: { readonly params?: object } }
async function call(method: string, to: string, body?: unknown, who: Pick<TestUser, 'headers'> | null = editor) {
  const response = await app.request(to, {
    method,
    headers: { ...who?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as Answer
  return { status: response.status, json, wrongs: Object.keys(json.data?.params ?? {}) }
}
const read = async () => (await call('GET', path)).json
const empty = { top: [], side: [], footer: [], side_url: '' }
const item = (kind: MenuItem['kind'], id: number, other: Partial<MenuItem> = {}): MenuItem => ({
  kind,
  id,
  label: '',
  href: '',
  depth: 0,
  ...other,
})
const link = (label: string, href: string, depth = 0) => item('link', 0, { label, href, depth })
const save = async (menus: Partial<Record<keyof MenusJson, unknown>>) =>
  call('PUT', path, { ...empty, ...menus, version: (await read()).version })
const write = async (kind: 'pages' | 'posts', title: string) =>
  (await call('POST', `/wp-json/wp/v2/${kind}`, { title, content: '<p>Tea.</p>', status: 'publish' })).json.id

/** Links of the header's menu as visitors get them, with submenus in brackets. */
async function shown(part: RegExp = /<nav class="main-navigation.*?<\/nav>/s): Promise<string> {
  const html = await (await app.request('/')).text()
  const nav = part.exec(html)?.[0] ?? ''
  return nav
    .replaceAll(/<button.*?<\/button>/gs, '')
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, '$2=$1 ')
    .replaceAll(/(?<! )<ul>/g, '')
    .replaceAll(/ <ul>/g, ' (')
    .replaceAll(/<\/ul>(?=<\/li>)/g, ')')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(' )', ') ')
    .trim()
}
const within = { timeout: 1000, interval: 20 }

test('a shop without menus of its own has links to pages that every shop has', async () => {
  const { version, top, side, side_url } = await read()
  expect({ version, side, side_url }).toEqual({ version: 0, side: [], side_url: '' })
  expect(top.map(({ label, url }) => [label, url])).toEqual(defaultMenus.top.map(({ label, href }) => [label, href]))
  expect(await shown()).toBe('Shop all=/shop/ Journal=/blog/')
  const { app: newShop } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
  for (const { href } of allItems(defaultMenus).filter(({ href }) => href !== ''))
    expect([href, (await newShop.request(href)).status]).toEqual([href, 200])
})

test('items follow the names and addresses of what they lead to, within a second', async () => {
  const [page, post] = [await write('pages', 'Our rooms'), await write('posts', 'First flush')]
  const [category] = await db.insert(terms).values({ taxonomy: 'category', slug: 'leaf', name: 'Leaf' }).returning()
  const products = (await (await app.request('/wp-json/wc/store/v1/products/categories')).json()) as { id: number }[]
  const saved = await save({
    top: [
      item('page', page),
      item('post', post, { depth: 1 }),
      item('category', category?.id ?? 0, { depth: 1, label: 'All of the leaf' }),
      item('product_cat', products[0]?.id ?? 0),
      item('product', 131, { depth: 1, label: 'Needle' }),
      link('<b>"Ours"</b>', 'https://tea.test/?a=1&b="x"'),
    ],
  })
  expect(saved.status).toBe(200)
  expect(saved.json.top.map(({ title }) => title).slice(0, 3)).toEqual(['Our rooms', 'First flush', 'Leaf'])
  await expect
    .poll(shown, within)
    .toBe(
      'Our rooms=/our-rooms/ (First flush=/blog/first-flush/ All of the leaf=/category/leaf/) ' +
        'Black Tea=/product-category/black-tea/ (Needle=/product/tea-1/) ' +
        '&lt;b&gt;&quot;Ours&quot;&lt;/b&gt;=https://tea.test/?a=1&amp;b=&quot;x&quot;',
    )
  await call('PUT', `/wp-json/wp/v2/pages/${page}`, { title: 'Our tea rooms', slug: 'tea-rooms' })
  await expect.poll(shown, within).toContain('Our tea rooms=/tea-rooms/ (First flush')
  await call('PUT', `/wp-json/wp/v2/categories/${category?.id}`, { slug: 'leaves' })
  await expect.poll(shown, within).toContain('All of the leaf=/category/leaves/')
})

test('what nobody may open vanishes, what was below it moves up, and it comes back', async () => {
  const [page, post] = [await write('pages', 'Cellar'), await write('posts', 'Second flush')]
  const other = link('Shop', '/shop/')
  await save({ top: [item('page', page), item('post', post, { depth: 1 }), other] })
  await expect.poll(shown, within).toBe('Cellar=/cellar/ (Second flush=/blog/second-flush/) Shop=/shop/')
  await call('PUT', `/wp-json/wp/v2/pages/${page}`, { status: 'draft' })
  await expect.poll(shown, within).toBe('Second flush=/blog/second-flush/ Shop=/shop/')
  expect((await read()).top.map(({ url }) => url)).toEqual([null, '/blog/second-flush/', '/shop/'])
  await call('PUT', `/wp-json/wp/v2/pages/${page}`, { status: 'publish' })
  await expect.poll(shown, within).toBe('Cellar=/cellar/ (Second flush=/blog/second-flush/) Shop=/shop/')
  await call('DELETE', `/wp-json/wp/v2/posts/${post}?force=true`)
  await expect.poll(shown, within).toBe('Cellar=/cellar/ Shop=/shop/')
  // A page's text that changes without its title changes no menu.
  const before = changes
  await call('PUT', `/wp-json/wp/v2/pages/${page}`, { content: '<p>Other tea.</p>' })
  await live.refresh(new Set([`entry:${page}`]))
  expect(changes).toBe(before)
  expect(failures).toEqual([])
})

test('a project has an address or vanishes, and a product of another kind than said is none', async () => {
  const saved = await save({ top: [item('project', 131), item('page', 131), link('Shop', '/shop/')] })
  expect(saved.json.top.map(({ url }) => url)).toEqual([null, null, '/shop/'])
  await expect.poll(shown, within).toBe('Shop=/shop/')
})

test('of two who edit the same menus the second is refused', async () => {
  const { version } = await read()
  expect((await call('PUT', path, { ...empty, top: [link('One', '/1/')], version })).status).toBe(200)
  const late = await call('PUT', path, { ...empty, top: [link('Two', '/2/')], version })
  expect([late.status, late.json.code]).toEqual([409, 'samovar_rest_outdated'])
  expect((await read()).top.map(({ label }) => label)).toEqual(['One'])
})

test('an item keeps its id for programs when the menus are saved in the back office, and a new one gets a new id', async () => {
  const idsOf = async () => {
    const answer = await app.request('/wp-json/wp/v2/menu-items?menus=1', { headers: editor.headers })
    const items = (await answer.json()) as { id: number; title: { rendered: string } }[]
    return Object.fromEntries(items.map(({ id, title }) => [title.rendered, id]))
  }
  await save({ top: ['A', 'B', 'C'].map((label) => link(label, '/shop/')) })
  const { A, B, C } = await idsOf()
  const { top } = await read()
  await save({ top: [link('D', '/shop/'), ...top.filter(({ label }) => label !== 'A')] })
  const { D, ...others } = await idsOf()
  expect(others).toEqual({ B, C })
  expect([A, B, C]).not.toContain(D)
})

test('a title of 100 characters is stored whole, and a longer one is refused', async () => {
  const add = (title: string) =>
    call('POST', '/wp-json/wp/v2/menu-items', { title, url: '/shop/', menus: 1, status: 'publish' })
  const title = '🍵'.repeat(50)
  expect(await add(title)).toMatchObject({ status: 201, json: { title: { raw: title } } })
  expect((await add(`a${title}`)).status).toBe(400)
})

test('an item in the place of the last one does not get its id, and a copy is another item', async () => {
  await save({ top: ['A', 'B'].map((label) => link(label, '/shop/')) })
  const [A, B] = (await read()).top
  await save({ top: [A, { ...A, label: 'Copy' }, link('C', '/shop/')] })
  const numbers = (await read()).top.map(({ number }) => number)
  expect(numbers[0]).toBe(A?.number)
  expect(new Set([...numbers, B?.number]).size).toBe(4)
})

test('the id of a deleted item is never given to another one, whoever deletes and adds', async () => {
  const items = '/wp-json/wp/v2/menu-items'
  const add = async (title: string) =>
    (await call('POST', items, { title, url: '/shop/', menus: 2, status: 'publish' })).json.id
  const one = await add('One')
  await call('DELETE', `${items}/${one}?force=true`)
  const two = await add('Two')
  expect((await call('GET', `${items}/${two}`)).json.id).toBe(two)
  const { side } = await read()
  await save({ side: [] })
  await save({ side: [link('Three', '/shop/')] })
  const three = (await read()).side[0]?.number ?? 0
  expect([one, two, 200_000 + three]).toEqual([one, one + 1, one + 2])
  // An item that comes back, or has a number that was never given, is a new one.
  await save({ side: [...side, { ...link('Four', '/shop/'), number: 99_999 }] })
  expect((await read()).side.map(({ number }) => number)).toEqual([three + 1, three + 2])
})

test('after the highest number the lowest free ones are given, so that every item keeps to its menu', () => {
  const at = (number?: number) => ({ ...link('Tea', '/shop/'), number })
  const before = { ...empty, top: [at(1), at(3)], lastNumbers: { top: 99_998, side: 0, footer: 0 } }
  const { top, lastNumbers } = numbered({ ...empty, top: [at(3), at(), at(), at()] }, before)
  expect([top.map(({ number }) => number), lastNumbers.top]).toEqual([[3, 99_999, 2, 4], 99_999])
})

test('customers and guests neither read nor arrange them', async () => {
  const before = await read()
  for (const [who, status] of [
    [customer, 403],
    [null, 401],
  ] as const) {
    expect((await call('GET', path, undefined, who)).status).toBe(status)
    expect((await call('PUT', path, empty, who)).status).toBe(status)
  }
  const withoutNonce = { headers: { cookie: editor.cookie } } as unknown as TestUser
  expect((await call('PUT', path, empty, withoutNonce)).status).toBe(401)
  expect(await read()).toEqual(before)
})

test('addresses that run scripts, leave by a trick or are missing are refused by name', async () => {
  const before = await read()
  const hrefs = ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.test', 'http://x', '/a b']
  const refused: readonly (readonly [object, string])[] = [
    ...[...hrefs, ''].map((href) => [{ top: [link('Evil', href)] }, 'top.0.href'] as const),
    [{ footer: [link('Column', ''), link('Evil', '', 1)] }, 'footer.1.href'],
    [{ footer: [link('Column', 'javascript:alert(1)')] }, 'footer.0.href'],
    [{ top: [link('', '/shop/')] }, 'top.0.label'],
    [{ top: [link('x'.repeat(101), '/shop/')] }, 'top.0.label'],
    [{ top: [link('Below nothing', '/shop/', 1)] }, 'top.0.depth'],
    [{ top: [link('Too deep', '/shop/', 2)] }, 'top.0.depth'],
    [{ side: Array.from({ length: MAX_ITEMS + 1 }, () => link('Tea', '/shop/')) }, 'side'],
    [{ top: [{ kind: 'script', id: 1 }] }, 'top.0.kind'],
    [{ top: 'Tea' }, 'top'],
    [{ top: [null] }, 'top'],
    ...['//evil.test/', '/\\evil.test/', 'https://evil.test/', 'tea', '/a b'].map(
      (side_url) => [{ side_url }, 'side_url'] as const,
    ),
  ]
  for (const [menus, field] of refused) {
    const { status, wrongs } = await save(menus)
    expect([menus, status, wrongs]).toEqual([menus, 400, [field]])
  }
  expect(await read()).toEqual(before)
})

test('a title of the footer needs no address, and the side menu has its own', async () => {
  const saved = await save({
    side: [link('Side door', '/about/')],
    footer: [link('Read', ''), link('Journal', '/blog/', 1), link('Buy', '/shop/')],
    side_url: '/about/?a=1',
  })
  expect(saved.status).toBe(200)
  await expect.poll(() => shown(/<footer.*<\/footer>/s), within).toMatch(/Read\s*Journal=\/blog\/ +Buy=\/shop\//)
  const html = await (await app.request('/')).text()
  expect(html).toContain('data-side-menu-url="/about/?a=1"')
  expect(html).toContain('<a href="/about/">Side door</a>')
})

test('the year in the footer is that of the shop’s time zone', async () => {
  const { now } = shop
  Object.assign(shop, { now: () => new Date('2027-01-01T03:00:00Z') })
  expect(await (await app.request('/no-such-page/')).text()).toMatch(/<footer.*© 2026 /s)
  Object.assign(shop, { now: () => new Date('2027-01-01T05:00:00Z') })
  expect(await (await app.request('/no-such-page/')).text()).toMatch(/<footer.*© 2027 /s)
  Object.assign(shop, { now })
})
