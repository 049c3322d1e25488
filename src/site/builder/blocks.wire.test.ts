/** Every block of the shop, as an editor saves it and as a visitor sees it. */
import { expect, test, vi } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { controlsOf, type OptionsSchema } from '../../things/blocks/options.ts'
import { saveEntry } from '../../things/entries/save-entry.ts'
import { findMedia, findUses } from '../../things/media/media.store.ts'
import { media } from '../../things/media/media.table.ts'
import type { LibraryJson } from './rest/page-json.ts'

const { app, shop, db } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const put = vi.spyOn(shop.pages, 'put')

const by = { author: null, now: shop.now() }
const send = (method: string, url: string, body?: unknown) =>
  app.request(url, {
    method,
    headers: { ...editor.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

type Setting = Readonly<Record<string, unknown>>
const block = (name: string, settings: Setting = {}) => ({ lib: 'Samovar', block: name, ...settings })
let pages = 0

/** Saves a page with these blocks; returns its id and URL. */
async function build(blocks: readonly Setting[]): Promise<{ id: number; href: string }> {
  pages += 1
  const saved = await saveEntry(shop, db, { kind: 'page', title: `Built ${pages}`, status: 'publish' }, by)
  if (!saved.ok) throw new Error(saved.problem.kind)
  const { id, version } = saved.entry
  const document = { version: '4.0.0', blocks: blocks.map((one, index) => ({ id: index + 1, ...one })) }
  const { status } = await send('PUT', `/wp-json/samovar/v1/builder/pages/${id}`, { version, document })
  expect(status).toBe(200)
  return { id, href: `/built-${pages}/` }
}
async function shown(blocks: readonly Setting[]): Promise<string> {
  const { href } = await build(blocks)
  const response = await app.request(href)
  expect(response.status).toBe(200)
  const html = await response.text()
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}
async function newPost(title: string) {
  const saved = await saveEntry(shop, db, { kind: 'post', title, content: '<p>Tea.</p>', status: 'publish' }, by)
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.entry
}

const [picture] = await db
  .insert(media)
  .values({ path: '2026/11/pour.webp', mime: 'image/webp', width: 1600, height: 1000, bytes: 1, alt: 'Pouring' })
  .returning()
const form = await saveEntry(shop, db, { kind: 'form', title: 'Write', status: 'publish' }, by)
const formId = form.ok ? form.entry.id : 0
await newPost('First flush')
await saveEntry(shop, db, { kind: 'project', title: 'A tea house', status: 'publish', imageId: picture?.id }, by)

const all = shop.blocks.libraries.flatMap((library) => library.blocks.map((one) => ({ lib: library.name, ...one })))
const libraries = (await (await send('GET', '/wp-json/samovar/v1/builder/blocks')).json()) as LibraryJson[]
const fresh = libraries.flatMap(({ name: lib, blocks }) =>
  blocks.map(({ name, initial }): Setting => ({ lib, block: name, ...initial })),
)

test('[BLD-10] every block is found when it is placed, and a page of all of them renders', async () => {
  const { html } = (await (
    await send('POST', '/wp-json/samovar/v1/builder/render', {
      id: 0,
      blocks: fresh.map((one, index) => ({ id: index + 1, ...one })),
    })
  ).json()) as { html: string[] }
  const empty = all.flatMap(({ name }, index) => (html[index]?.includes('<') ? [] : [name]))
  expect(empty).toEqual([])
  const page = await shown(fresh)
  expect(page).not.toMatch(/undefined|NaN|\[object|there is nothing to show yet/)
  expect(page).toContain('Write something here.')
})

test('[BLD-12 rendered on the server] the blocks of the site show what is stored', async () => {
  const page = await shown([
    block('heading', { text: 'Spring [pickup]' }),
    block('heading', { text: 'Late spring', align: 'center', level: '3' }),
    block('table_of_contents'),
    block('button', { label: 'Go', url: '/blog/', kind: 'secondary', new_tab: '1' }),
    block('image', { picture: picture?.id, caption: 'A pot' }),
    block('gallery', { pictures: [picture?.id] }),
    block('video', { video: 'https://youtu.be/aqz-KE-bpKQ', title: 'A film' }),
    block('video', { video: '/wp-content/uploads/2026/11/pour.mp4', picture: picture?.id }),
    block('accordion', {
      exclusive: 1,
      items: [
        { title: 'Two', order: 2, html: 'b' },
        { title: 'One', order: 1 },
      ],
    }),
    block('section', { colour: '#102030', content: [{ id: 50, ...block('rich_text', { text: '<p>Dark</p>' }) }] }),
    block('contact_form', { form: [formId] }),
    block('post_list'),
    block('portfolio_list', { filter: 1 }),
    block('menu', { menu: 'top' }),
    block('search'),
    block('service', { title: 'Tastings', html: '<p>Eight cups</p>' }),
    block('service_thumb', { title: 'Blends' }),
    block('client', { name: 'Birch' }),
    block('rich_text', { text: '<p>[expanding_grid][grid_item title="A"]x[/grid_item][/expanding_grid]</p>' }),
    block('rich_text', { text: '<p>[expanding_grid][grid_item title="A"]x[/grid_item][/expanding_grid]</p>' }),
  ])
  expect(page).toContain('<h2 id="spring-pickup"')
  expect(page).toContain('>Spring [pickup]</h2>')
  expect(page).toMatch(/<details id="toc_container".*#spring-pickup.*#late-spring/s)
  expect(page).toContain('target="_blank" rel="noopener"')
  expect(page).toContain('alt="Pouring"')
  expect(page).toMatch(/rel="prettyPhoto\[block-6\]"/)
  expect(page).toContain('data-src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"')
  expect(page).toMatch(
    /<noscript><video[^>]* src="\/wp-content\/uploads\/2026\/11\/pour.mp4"[^>]* poster="[^"]*pour.webp"/,
  )
  expect(page).toMatch(/<details name="block-9" open=""><summary[^>]*>One.*Two/s)
  expect(page).toMatch(/data-tone="dark"[^>]*style="--band:#102030"/)
  expect(page).toContain('class="wpcf7')
  expect(page).toContain('First flush')
  expect(page).toContain('A tea house')
  expect(page).toMatch(/<nav[^>]*aria-label="More pages"/)
  expect(page.match(/class="service-row/g)).toHaveLength(1)
  expect(page.match(/class="client-area/g)).toHaveLength(1)
  const ids = Array.from(page.matchAll(/\sid="([^"]*)"/g), ([, id]) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('[BLD-12 rendered on the server] blocks that this shop does not have show nothing but what is around them', async () => {
  const page = await shown([
    { lib: 'Elsewhere', block: 'thing', text: '<script>alert(1)</script>' },
    block('no_such_block', { html: '<p>Lost</p>' }),
    block('layout_columns', { column_1: [{ id: 9, lib: '__proto__', block: 'constructor' }], column_2: 'none' }),
    block('rich_text', { text: '<p>Found</p>' }),
  ])
  expect(page).toContain('Found')
  expect(page).not.toMatch(/Lost|alert/)
})

test('a block whose texts and parts are empty shows no empty headings, lists or links', async () => {
  const emptied = (schema: OptionsSchema) =>
    Object.fromEntries(
      controlsOf(schema).flatMap(([name, control]) => (/text|lines|rich|markup/.test(control) ? [[name, '']] : [])),
    )
  for (const withPart of [false, true]) {
    const blocks = all
      .filter(({ group }) => group !== 'features')
      .map(({ lib, name, options, item }) => ({
        lib,
        block: name,
        ...emptied(options),
        items: item && withPart ? [emptied(item.options)] : [],
      }))
    const page = await shown(blocks)
    expect(page.match(/<(h[1-6]|p|ul|ol|a|summary|address)\b[^>]*><\/\1>/g)).toBeNull()
    const ids = new Set(Array.from(page.matchAll(/\sid="([^"]*)"/g), ([, id]) => id))
    const labels = Array.from(page.matchAll(/\saria-labelledby="([^"]*)"/g), ([, id]) => id)
    expect(labels.filter((id) => !ids.has(id))).toEqual([])
  }
  for (const name of ['call_to_action', 'map_picture', 'approach', 'category_tiles', 'letters']) {
    const options = all.find((one) => one.name === name)?.options
    const page = await shown([block(name, options && emptied(options))])
    expect([name, /<div class="entry-content[^>]*>(.*?)<\/div>/s.exec(page)?.[1]]).toEqual([name, ''])
  }
})

test('a gallery fills its rows, also with fewer pictures than columns', async () => {
  const columnsWith = async (count: number) =>
    /<ul[^>]*--columns:(\d)[^>]*>/.exec(
      await shown([block('gallery', { pictures: Array.from({ length: count }, () => picture?.id) })]),
    )
  expect((await columnsWith(1))?.[0]).toContain('data-narrow')
  expect((await columnsWith(2))?.[1]).toBe('2')
  expect((await columnsWith(5))?.[1]).toBe('3')
})

const vectors: readonly (readonly [name: string, value: unknown])[] = [
  ['an element', '"><img src=x onerror=alert(1)>'],
  ['a script address', 'javascript:alert(1)'],
  ['a data address', 'data:text/html,<script>alert(1)</script>'],
  ['the end of a style', '</style></title><script>alert(1)</script>'],
  ['a style', 'red;background:url(javascript:alert(1))'],
  ['shortcodes', '[client url="javascript:alert(1)"][/client][contact-form-7 id="1"][testimonials]'],
  ['a number that is too large', 1e308],
  ['a negative number', -1],
  ['a list', [[['x']]]],
  ['an object', { toString: 'x', __proto__: { html: 'x' } }],
  ['nothing', null],
  ['a long text', 'x'.repeat(600)],
]
const hostile = (schema: OptionsSchema, value: unknown) =>
  Object.fromEntries(controlsOf(schema).map(([name]) => [name, value]))
const keys = { constructor: 'x', hasOwnProperty: 'x', style: 'x', dangerouslySetInnerHTML: { __html: '<script>' } }

test.each(vectors)('[BLD-12 rendered on the server] %s in every setting does nothing', async (_, value) => {
  const page = await shown(
    all.map(({ lib, name, options, item, slots = [] }) => ({
      ...keys,
      ...hostile(options, value),
      lib,
      block: name,
      ...(item ? { items: [{ ...keys, ...hostile(item.options, value), html: value }, value, { order: value }] } : {}),
      ...Object.fromEntries(slots.map((slot) => [slot.name, value])),
    })),
  )
  // React escapes attribute values, so a quotation mark ends the attribute.
  const tags = Array.from(page.matchAll(/<[a-z][^<>]*>/gi), ([tag]) => tag)
  const addresses = tags.flatMap((tag) =>
    Array.from(
      tag.matchAll(/\s(?:href|src|data-src|srcset|action|formaction|poster|style)="([^"]*)"/gi),
      ([, url]) => url,
    ),
  )
  expect(tags.filter((tag) => /^<(?:script|style|object|embed|base|meta|link)\b/i.test(tag))).toEqual([])
  expect(tags.filter((tag) => /\son\w+=/i.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([])
  expect(addresses.filter((url) => /javascript:|data:|url\(/i.test(url ?? ''))).toEqual([])
})

test('[BLD-12 rendered on the server] a page that lists posts or projects, or has a menu or form, is dropped with them alone', async () => {
  const tagsOf = async (blocks: readonly Setting[]) => {
    const { href } = await build(blocks)
    await app.request(href)
    const tags = put.mock.calls.findLast(([key]) => key === href)?.[1].tags ?? []
    return tags.filter((tag) => !/^(?:settings|entry:\d+)$/.test(tag))
  }
  expect(await tagsOf([block('rich_text')])).toEqual([])
  expect(await tagsOf([block('post_list')])).toEqual(['posts'])
  expect(await tagsOf([block('portfolio_list')])).toEqual(['projects'])
  expect(await tagsOf([block('menu')])).toEqual(['template:menus'])
  expect(await tagsOf([block('contact_form', { form: [formId] })])).toEqual(['forms'])
  const nested = block('section', { content: [{ id: 7, ...block('post_list') }] })
  expect(await tagsOf([nested, block('menu')])).toEqual(['posts', 'template:menus'])
})

test('posts of a category or with a tag alone are listed', async () => {
  const post = await newPost('Of the category')
  const category = (await (await send('POST', '/wp-json/wp/v2/categories', { name: 'Steeping' })).json()) as {
    id: number
  }
  await send('PUT', `/wp-json/wp/v2/posts/${post.id}`, { categories: [category.id] })
  const page = await shown([block('post_list', { categories: [category.id], layout: 'list' })])
  expect(page).toContain('Of the category')
  expect(page).not.toContain('First flush')
})

test('[BLD-12 rendered on the server] search, feeds and REST get what blocks say', async () => {
  const { id } = await build([
    block('heading', { text: 'Say [this]' }),
    block('button', { label: 'Press' }),
    block('accordion', { items: [{ title: 'Part one', html: '<p>Within</p>' }] }),
    block('service', { title: 'Named', html: '<p>Service text</p>' }),
    block('expanding_grid', { items: [{ title: 'Garden', html: '<p>Grown</p>' }] }),
    block('contact_form', { form: [formId] }),
    block('call_to_action', { title: 'Act & see', align: 'start' }),
    block('gallery', { pictures: [picture?.id] }),
    block('menu'),
    block('search'),
    block('post_list'),
  ])
  const { content } = (await (await app.request(`/wp-json/wp/v2/pages/${id}`)).json()) as {
    content: { rendered: string }
  }
  const said = content.rendered
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  expect(said).toBe('Say [this] Press Part one Within Named Service text Garden Grown Act &amp; see')
})

test('a picture that a block shows is in use', async () => {
  const [alone] = await db
    .insert(media)
    .values({ path: '2026/11/alone.webp', mime: 'image/webp', width: 8, height: 8, bytes: 1 })
    .returning()
  const found = await findMedia(db, alone?.id ?? 0)
  if (!found) throw new Error('not saved')
  expect(await findUses(db, found)).toEqual([])
  const nested = { id: 5, ...block('gallery', { pictures: [picture?.id, found.id] }) }
  const { id } = await build([block('section', { content: [nested] })])
  expect((await findUses(db, found)).map((use) => use.id)).toEqual([id])
  expect((await send('DELETE', `/wp-json/wp/v2/media/${found.id}?force=true`)).status).toBe(409)
  const built = await build([block('client', { name: 'x', picture: String(found.id) })])
  expect((await findUses(db, found)).map((use) => use.id)).toEqual([id, built.id])
})

test('every option for pictures is one that the search for their uses knows', () => {
  const names = all
    .flatMap(({ options, item }) => [...controlsOf(options), ...(item ? controlsOf(item.options) : [])])
    .flatMap(([name, control]) => (control === 'picture' || control === 'pictures' ? [name] : []))
  expect(names.filter((name) => !/^pictures?$/.test(name))).toEqual([])
})
