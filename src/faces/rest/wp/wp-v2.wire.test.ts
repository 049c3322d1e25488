/**
 * The recorded exchanges about comments, search, settings, types and menus, sent to our shop in order: same status, same
 * error, and every recorded field of what is answered. A difference is named here and explained in docs/compatibility.md.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { type Exchange, explained, recordedExchanges } from '../../../../test/wire/replay.ts'
import { createApp } from '../../../app.ts'
import { createApplicationPassword } from '../../../people/identity/keys/application-passwords.store.ts'
import { entries } from '../../../things/entries/entries.table.ts'

const now = new Date('2026-11-24T01:33:22Z')
const { db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} }, now: () => now })
const app = createApp({ ...shop, url: 'https://shop.test' })

async function passwordOf(role: 'administrator' | 'editor' | 'shop_manager' | 'customer', name: string) {
  const user = await createSignedInUser(shop, role, name)
  const made = await createApplicationPassword(shop, { userId: user.id, name: 'Program', appId: '' })
  return `Basic ${Buffer.from(`${user.email}:${made?.password}`).toString('base64')}`
}
const passwords: Readonly<Record<string, string>> = {
  'application password of the administrator': await passwordOf('administrator', 'Olive Owner'),
  'application password of editor': await passwordOf('editor', 'Edda Editor'),
  'application password of manager': await passwordOf('shop_manager', 'Mona Manager'),
  'application password of customer': await passwordOf('customer', 'Customer Leaf'),
  'application password of subscriber': await passwordOf('customer', 'Subscriber Leaf'),
}
const post = { kind: 'post', content: '', excerpt: '', publishedAt: now, commentsOpen: true } as const
await db.insert(entries).values([
  { ...post, id: 159, slug: 'steep-it-a', title: 'How to steep Assam', status: 'publish' },
  { ...post, id: 158, slug: 'draft', title: 'Draft', status: 'draft' },
  { ...post, id: 3, kind: 'page', slug: 'closed', title: 'Closed', status: 'publish', commentsOpen: false },
  { ...post, id: 177, kind: 'page', slug: 'steep', title: 'How to steep Assam', status: 'publish' },
])

type Recorded = Exchange & { readonly auth?: string }

/** What we answer in place of the recorded status, and the row of docs/compatibility.md that says why. */
const others: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  'create, parent unknown': [400, 'refused-not-dropped'],
  'create, date': [400, 'refused-not-dropped'],
  'update, unknown status': [400, 'refused-not-dropped'],
  'settings: update': [400, 'settings-decided'],
}
/** Recorded fields that we have not, and the row that says why. */
const absent: Readonly<Record<string, readonly [fields: RegExp, reason: string]>> = {
  settings: [/^(pickup_|woocommerce_)/, 'no-block-editor'],
  'statuses, context=edit': [/^wc-/, 'no-block-editor'],
  'types without authentication': [/^(wp_|product_variation)/, 'no-block-editor'],
  type: [/^(capabilities|visibility|supports)$/, 'no-block-editor'],
  'type product': [/^(capabilities|visibility|supports)$/, 'no-block-editor'],
  'taxonomies without authentication': [/^wp_/, 'no-block-editor'],
  taxonomy: [/^(capabilities|visibility)$/, 'no-block-editor'],
}
/** Comments that were made in between in the recorded shop. */
const nextIds: Readonly<Record<string, number>> = { 'create, status hold': 89 }

const seen = new Set<string>()
const startAt = (id: number) => db.execute(sql`select setval(pg_get_serial_sequence('comments', 'id'), ${id}, false)`)

async function send({ auth = '', request }: Recorded): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(passwords[auth] ? { authorization: passwords[auth] } : {})
  const { body } = request
  if (body !== null) headers.set('content-type', 'application/json')
  const sent = JSON.stringify(body).replace('<65600 letters>', 'x'.repeat(65_600))
  return app.request(pathname + search, { method: request.method, headers, ...(body === null ? {} : { body: sent }) })
}

const fieldsOf = (body: unknown): string[] => {
  const one: unknown = Array.isArray(body) ? body[0] : body
  return typeof one === 'object' && one !== null ? Object.keys(one).toSorted() : []
}

const files = [
  // Guests write on pages alone: the recording had a filter on for them.
  ['wp-v2-comments', 84, /^guest|_embed|password|comment 87|^one, context=edit$/],
  ['wp-v2-search-settings-types', 1, /plugins|themes|as wp\/v2|^search/],
] as const

describe.each(files)('[API-02] recorded %s', (file, firstId, elsewhere) => {
  beforeAll(() => startAt(firstId))
  const exchanges = (recordedExchanges(file) as Recorded[]).filter(({ name }) => !elsewhere.test(name))
  test.each(exchanges)('$name', async (exchange) => {
    const { [exchange.name]: nextId } = nextIds
    if (nextId !== undefined) await startAt(nextId)
    const ours = await send(exchange)
    const text = await ours.text()
    const body = JSON.parse(text) as Record<string, unknown>
    const [status, reason] = others[exchange.name] ?? [exchange.response.status, '']
    if (reason !== '') seen.add(exchange.name)
    expect(ours.status, text.slice(0, 300)).toBe(status)
    if (status !== exchange.response.status) return
    const recorded = exchange.response.body as Record<string, unknown>
    if (status >= 400) expect([body.code, body.message]).toEqual([recorded.code, recorded.message])
    else if (fieldsOf(body).length > 0) {
      const [lacking, why] = absent[exchange.name] ?? [/^$/, '']
      if (why !== '') seen.add(exchange.name)
      const missing = fieldsOf(recorded).filter((field) => !(field in (Array.isArray(body) ? body[0] : body)))
      expect(missing.filter((field) => !lacking.test(field))).toEqual([])
      if (why !== '') expect(missing).not.toEqual([])
    }
  })
})

const as = (auth: string, method: string, path: string, body?: object) =>
  send({
    auth: `application password of ${auth}`,
    request: { method, url: `https://shop.test/wp-json/wp/v2${path}`, headers: {}, body: body ?? null },
  } as Recorded)

test('[API-02] the search finds what is published by its words, titles first, and terms; drafts and passwords are in none', async () => {
  const hidden = { ...post, kind: 'post', title: 'Steep secrets' } as const
  await db.insert(entries).values([
    { ...hidden, id: 300, slug: 'secret', status: 'publish', password: 'tea' },
    { ...hidden, id: 301, slug: 'soon', status: 'draft' },
    { ...hidden, id: 302, slug: 'words', title: 'Words', content: '<p>How to steep</p>', status: 'publish' },
  ])
  const found = async (query: string) => {
    const answer = await app.request(`/wp-json/wp/v2/search?${query}`)
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
  }
  expect(await found('')).toEqual([302, 177, 159, 3])
  expect(await found('search=steep')).toEqual([177, 159, 302])
  expect(await found('search=steep&subtype=page')).toEqual([177])
  expect(await found('search=steep&exclude=177,159')).toEqual([302])
  expect(await found('search=%25')).toEqual([])
  expect((await app.request('/wp-json/wp/v2/search?subtype=nope')).status).toBe(400)
})

test('[API-02] items of menus are added, placed, moved below another, changed and removed; ids stay', async () => {
  type Item = { id: number; title: { rendered: string }; parent: number; menu_order: number; url: string }
  const add = async (body: object): Promise<Item> => {
    const answer = await as('editor', 'POST', '/menu-items', body)
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as Item
  }
  const [, side] = (await (await as('editor', 'GET', '/menus')).json()) as { id: number; name: string }[]
  const teas = await add({ title: 'Teas', url: 'https://shop.test/shop/', menus: side?.id })
  const steep = await add({ type: 'post_type', object: 'page', object_id: 177, menus: side?.id, parent: teas.id })
  const first = await add({ title: 'First', url: '/first/', menus: side?.id, menu_order: 1 })
  expect([teas.url, steep.parent, steep.title.rendered, first.menu_order]).toEqual([
    'https://shop.test/shop/',
    teas.id,
    'How to steep Assam',
    1,
  ])
  const list = async () => {
    const items = (await (await as('editor', 'GET', `/menu-items?menus=${side?.id}`)).json()) as Item[]
    return items.map(({ id, parent }) => [id, parent])
  }
  expect(await list()).toEqual([
    [first.id, 0],
    [teas.id, 0],
    [steep.id, teas.id],
  ])
  expect((await as('editor', 'PUT', `/menu-items/${first.id}`, { title: 'Begin' })).status).toBe(200)
  expect((await as('editor', 'DELETE', `/menu-items/${teas.id}`)).status).toBe(501)
  expect((await as('editor', 'DELETE', `/menu-items/${teas.id}?force=true`)).status).toBe(200)
  expect(await list()).toEqual([
    [first.id, 0],
    [steep.id, 0],
  ])
  for (const [body, code] of [
    [{ url: 'https://x.example', menus: side?.id }, 'rest_title_required'],
    [{ title: 'X', menus: side?.id }, 'rest_url_required'],
    [{ title: 'X', url: 'https://x.example', menus: 99 }, 'invalid_menu_id'],
    [{ title: 'X', url: 'javascript:alert(1)', menus: side?.id }, 'rest_invalid_param'],
    [{ type: 'post_type', object: 'page', object_id: 158, menus: side?.id }, 'rest_invalid_param'],
  ] as const)
    expect(await (await as('editor', 'POST', '/menu-items', body)).json()).toMatchObject({ code })
  expect((await app.request('/wp-json/wp/v2/menu-items')).status).toBe(401)
  expect((await as('customer', 'GET', '/menu-items')).status).toBe(403)
  expect((await as('the administrator', 'POST', '/menus', { name: 'Top' })).status).toBe(400)
})

afterAll(() => {
  const all = { ...others, ...absent }
  expect(Object.keys(all).filter((name) => !seen.has(name))).toEqual([])
  expect(Object.values(all).filter(([, reason]) => !explained.has(reason))).toEqual([])
})
