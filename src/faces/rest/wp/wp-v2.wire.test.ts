/**
 * Sends the recorded exchanges about media, comments, users, search, settings, types, menus and the index to our shop
 * in order, and compares complete responses. Differences are named in test/wire/wp-deviations.ts.
 */
import { inArray, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { basic, signUpRecordedPeople } from '../../../../test/support/recorded-people.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { type RecordedCall, replayFiles } from '../../../../test/wire/recorded-suite.ts'
import { wpDeviations } from '../../../../test/wire/wp-deviations.ts'
import { createApp } from '../../../app.ts'
import { createApiKey } from '../../../people/identity/keys/api-keys.store.ts'
import { comments } from '../../../site/comments/comments.table.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { saveSettings } from '../../../things/settings/settings.store.ts'

let now = new Date('2026-11-24T01:32:55Z')
const opened = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  settings: { siteTitle: 'Samovar Tea Reference', tagline: 'Teas, well recorded' },
  now: () => now,
})
const { db } = opened
const shop = { ...opened.shop, url: 'https://shop.test', publicUrl: 'https://shop.test' }
const app = createApp(shop)
await saveSettings(db, { siteTitle: 'Samovar Tea Reference', tagline: 'Teas, recorded', ownerEmail: 'owner@shop.test' })
const nextId = (table: string, id: number) =>
  db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id}, false)`)

const callers = await signUpRecordedPeople(shop)

const post = { kind: 'post', content: '', excerpt: '', commentsOpen: true, status: 'publish' } as const
const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, 0, hour))
await db.insert(entries).values([
  { ...post, id: 1, slug: 'hello-world', title: 'Hello world!', publishedAt: at(0) },
  { ...post, id: 3, kind: 'page', slug: 'closed', title: 'Closed', commentsOpen: false, publishedAt: at(1) },
  { ...post, id: 17, kind: 'product', slug: 'reviewed', title: 'Reviewed', publishedAt: at(2) },
  { ...post, id: 25, kind: 'product', slug: 'assam-reference-2', title: 'Assam Reference', publishedAt: at(3) },
  { ...post, id: 19, kind: 'product', slug: 'teapot-elsewhere', title: 'Teapot elsewhere', publishedAt: at(4) },
  { ...post, id: 55, kind: 'product', slug: 'tea-honey-one', title: 'Tea & <b>Honey</b> “one”', publishedAt: at(5) },
  { ...post, id: 62, kind: 'product', slug: 'batch-tea', title: 'Batch tea', publishedAt: at(6) },
  { ...post, id: 158, slug: 'draft', title: 'Draft', status: 'draft', publishedAt: at(7) },
  { ...post, id: 159, slug: 'steep-it-a', title: 'How to steep Assam', publishedAt: at(8) },
  { ...post, id: 165, slug: 'hidden', title: 'Secret', password: 'tea', publishedAt: at(9) },
  { ...post, id: 177, kind: 'page', slug: 'steep-it-a', title: 'How to steep Assam', publishedAt: at(10) },
])
await db.insert(terms).values([
  { id: 17, taxonomy: 'product_cat', slug: 'black', name: 'Black tea' },
  { id: 48, taxonomy: 'category', slug: 'brewing-tea', name: 'Brewing tea' },
])
const comment = { authorName: 'A WordPress Commenter', authorEmail: 'x@shop.test', status: 'approved' } as const
await db
  .insert(comments)
  .values([
    { ...comment, id: 1, entryId: 1, content: 'Hi, this is a comment.', createdAt: new Date('2026-11-24T00:18:01Z') },
  ])

/** Inserts the items that our shop did not create as recorded, for the following exchanges. */
const owner = { authorName: 'owner', authorEmail: 'owner@shop.test', userId: 1, entryId: 159 } as const
const afterwards: Readonly<Record<string, () => Promise<unknown>>> = {
  'guest (filter rest_allow_anonymous_comments on): create': () =>
    db.insert(comments).values([
      {
        ...comment,
        id: 87,
        entryId: 159,
        authorName: 'Guest',
        authorEmail: 'guest@shop.test',
        content: 'A fine note',
        status: 'pending',
        createdAt: now,
      },
    ]),
  'create, parent unknown': () =>
    db.insert(comments).values([{ ...comment, ...owner, id: 88, content: 'orphan', createdAt: now }]),
  'create, date': () =>
    db
      .insert(comments)
      .values([{ ...comment, ...owner, id: 90, content: 'Dated', createdAt: new Date('2020-01-01T05:00:00Z') }]),
  'menu-item: create, custom link': async () =>
    as('owner', 'POST', '/menu-items', { title: 'Teas', url: 'https://shop.test/shop/', menus: 1, menu_order: 1 }),
}

/** Bodies to send in place of those that our shop refuses or that would affect the following exchanges. */
const sentInstead: Readonly<Record<string, object>> = {
  create: {
    email: 'gardener@shop.test',
    password: 'throw-away-g',
    first_name: 'Gar',
    last_name: 'Dener',
    roles: ['editor'],
  },
  'create, e-mail taken': { email: 'gardener@shop.test', password: 'throw-away-p' },
  update: { name: 'The Gardener', roles: ['editor'] },
  'upload, multipart with fields': {
    title: 'Leaf',
    alt_text: 'A green leaf',
    caption: 'Fresh',
    file: '<file leaf.png, image/png, 1>',
  },
}

/** Our ids in place of the ids that the recorded shop assigned. */
const ids = new Map<string, string>([
  // Above the ids of the two items that the menu had before it was emptied.
  ['194', '100003'],
  ['195', '100004'],
  ['196', '100005'],
])
const exchanged = (text: string, pairs: Iterable<readonly [string, string]>): string =>
  [...pairs].reduce((sum, [from, to]) => sum.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to), text)
let newPassword = ''
const ourMenu = (text: string) => text.replaceAll(/(menus[/=]|"menus":)57\b/g, '$11')
const theirMenu = (text: string) => text.replaceAll(/(menus[/=]|"menus":)1\b/g, '$157')

/**
 * The shop lets only a person in a browser create accounts, passwords and application passwords, so these calls use a
 * session.
 */
function credentialsOf({ auth = '', request }: RecordedCall): Readonly<Record<string, string>> {
  if (auth.startsWith('consumer key')) return basic(key?.consumerKey ?? '', key?.consumerSecret)
  if (/deleted|wrong|^account/.test(auth)) return basic('owner@shop.test', 'wrong')
  if (auth === 'the new application password') return basic('gardener@shop.test', newPassword)
  const caller = callers.get(
    auth.replace(/^application password of (the )?/, '').replace(/administrator|^e-mail.*/, 'owner'),
  )
  if (!caller) return {}
  return request.method !== 'GET' && request.url.includes('/users') ? caller.session : caller.program
}

type Made = Partial<Record<'date_gmt' | 'registered_date' | 'last_used' | 'created' | 'uuid' | 'password', string>> & {
  readonly id?: number
}

async function send(recorded: RecordedCall): Promise<Response> {
  const { response, name } = recorded
  const instead = sentInstead[name]
  const request = instead ? { ...recorded.request, body: instead } : recorded.request
  const exchange = { ...recorded, request }
  const url = name === 'delete without reassign' ? request.url.replace('17', '16') : request.url
  const { pathname, search } = new URL(ourMenu(exchanged(url, ids)))
  const [, table] = /(media|comments|users)$/.exec(pathname) ?? []
  const made = (response.body ?? {}) as Made
  if (table && response.status === 201 && made.id) await nextId(table, made.id)
  const time = made.date_gmt ?? made.registered_date ?? made.last_used ?? made.created
  if (time) now = new Date(time.endsWith('+00:00') ? time : `${time}Z`)
  const headers = new Headers(credentialsOf(exchange))
  for (const header of ['Content-Type', 'Content-Disposition', 'Content-MD5'])
    if (request.headers[header]) headers.set(header, request.headers[header])
  const body = await bodyOf(exchange)
  if (body instanceof FormData) headers.delete('content-type')
  const ours = await app.request(pathname + search, {
    method: request.method,
    headers,
    ...(body === null ? {} : { body }),
  })
  const text = await ours.text()
  if (ours.status !== response.status) await afterwards[name]?.()
  if (ours.status === 201 && response.status !== 201)
    await as('owner', 'DELETE', `/media/${(JSON.parse(text) as Made).id}?force=true`)
  if (made.uuid && ours.status === 201) {
    const { uuid, password } = JSON.parse(text) as { uuid: string; password: string }
    ids.set(made.uuid, uuid)
    if (name === 'application-passwords: create') newPassword = password
    ids.set(made.password ?? '', password)
  }
  if (/routes kept/.test(exchange.trimmed ?? '')) return new Response(withMethods(text, response.body), ours)
  const back = [...ids].map(([theirs, own]) => [own, theirs] as const)
  return new Response(theirMenu(exchanged(text, back)) || null, ours)
}

/**
 * Only the methods of routes were recorded; rest-arguments and rest-schemas compare the rest. Routes that only one of
 * the two shops has are left out.
 */
function withMethods(text: string, recorded: unknown): string {
  const body = JSON.parse(text) as { routes?: Record<string, { methods: readonly string[] }> }
  if (!body.routes) return text
  const theirs = (recorded as { routes: Record<string, readonly string[]> }).routes
  const routes = Object.entries(theirs).map(([route, methods]) => {
    const own = body.routes?.[route]?.methods
    return [route, own ? methods.filter((method) => own.includes(method)) : methods]
  })
  return JSON.stringify({ ...body, routes: Object.fromEntries(routes) as object })
}

/** Only the sizes of uploads were recorded. */
async function bodyOf({
  request,
  response,
}: RecordedCall): Promise<string | FormData | Uint8Array<ArrayBuffer> | null> {
  const { body } = request
  if (body === null) return null
  const type = request.headers['Content-Type'] ?? ''
  if (typeof body === 'string') return body.endsWith(' bytes>') ? fileOf(request, response) : body
  if (type.startsWith('multipart/')) {
    const form = new FormData()
    for (const [name, value] of Object.entries(body as Record<string, string>))
      if (!value.startsWith('<file')) form.set(name, value)
    const [, name = '', mime = ''] = /<file (\S+), (\S+),/.exec(JSON.stringify(body)) ?? []
    if (name) form.set('file', new File([await fileOf(request, response)], name, { type: mime }))
    return form
  }
  return ourMenu(exchanged(JSON.stringify(body), ids)).replace('<65600 letters>', 'x'.repeat(65_600))
}

const key = await createApiKey(shop, { userId: 1, description: 'A program', permissions: 'read_write' })
let shade = 0
async function fileOf(
  { body, headers }: RecordedCall['request'],
  { body: answer }: RecordedCall['response'],
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === '<0 bytes>') return new Uint8Array()
  if (
    /php|svg|pdf|csv|text/.test(`${headers['Content-Disposition']} ${headers['Content-Type']}`) ||
    body === '<13 bytes>'
  )
    return new TextEncoder().encode('<?php echo 1;')
  const { media_details: size, mime_type = 'image/jpeg' } = answer as {
    media_details?: { width: number; height: number }
    mime_type?: string
  }
  shade += 1
  const background = { r: shade, g: 100, b: 50 }
  const { width = 64, height = 64 } = size ?? {}
  const picture = sharp({ create: { width, height, channels: 3, background } })
  return new Uint8Array(await picture.toFormat(mime_type.replace('image/', '') as 'jpeg').toBuffer())
}

const as = (who: string, method: string, path: string, body?: object) =>
  app.request(`/wp-json/wp/v2${path}`, {
    method,
    headers: { ...callers.get(who)?.program, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

beforeAll(async () => {
  await nextId('entries', 400)
  const none = { top: [], side: [], footer: [], side_url: '' }
  const path = '/wp-json/samovar/v1/menus'
  const headers = { ...callers.get('editor')?.program, 'content-type': 'application/json' }
  const emptied = await app.request(path, { method: 'PUT', headers, body: JSON.stringify(none) })
  expect(emptied.status, await emptied.text()).toBe(200)
  await nextId('comments', 84)
})

replayFiles(
  ['wp-v2-media', 'wp-v2-comments', 'wp-v2-users', 'wp-v2-search-settings-types', 'wp-v2-menus', 'wp-json-index'],
  { send, ...wpDeviations },
)

test('[API-02] the search finds what is published by its words, titles first, and terms; drafts and passwords are in none', async () => {
  const hidden = { ...post, title: 'Steep secrets', publishedAt: now } as const
  await db.insert(entries).values([
    { ...hidden, id: 300, slug: 'secret', status: 'publish', password: 'tea' },
    { ...hidden, id: 301, slug: 'soon', status: 'draft' },
    { ...hidden, id: 302, slug: 'words', title: 'Words', content: '<p>How to steep</p>', status: 'publish' },
  ])
  const found = async (query: string) => {
    const answer = await app.request(`/wp-json/wp/v2/search?${query}`)
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
  }
  expect(await found('')).toEqual([302, 177, 159, 62, 55, 19, 25, 17, 3, 1])
  expect(await found('search=steep')).toEqual([177, 159, 302])
  expect(await found('search=steep&subtype=page')).toEqual([177])
  expect(await found('search=steep&exclude=177,159')).toEqual([302])
  expect(await found('search=%25')).toEqual([])
  expect((await app.request('/wp-json/wp/v2/search?subtype=nope')).status).toBe(400)
})

test('[API-02] the search compares what readers read, without accents, tags and entities', async () => {
  const content = '<p class="wide">Q&amp;A about the <em>Gong</em>fu cup&nbsp;&amp; lid</p><p>Poured</p>'
  await db.insert(entries).values([
    { ...post, id: 303, slug: 'creme', title: 'Café crème', content, status: 'publish' },
    { ...post, id: 304, kind: 'product', slug: 'bruleee', title: 'Thé brûlé', status: 'publish' },
  ])
  const found = async (text: string) => {
    const answer = await app.request(`/wp-json/wp/v2/search?search=${encodeURIComponent(text)}`)
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
  }
  for (const text of ['cafe', 'CAFÉ CREME', 'q&a', 'gongfu cup & lid', 'lid poured'])
    expect([text, await found(text)]).toEqual([text, [303]])
  for (const none of ['wide', 'amp', 'nbsp', '<em>']) expect([none, await found(none)]).toEqual([none, []])
  expect(await found('the brule')).toEqual([304])
  await db.delete(entries).where(inArray(entries.id, [303, 304]))
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
  const renamed = await as('editor', 'PUT', `/menu-items/${first.id}`, { title: 'Leaf & <b>tin' })
  expect(await renamed.json()).toMatchObject({ title: { raw: 'Leaf & <b>tin', rendered: 'Leaf &#38; &#60;b&#62;tin' } })
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
  expect((await as('owner', 'POST', '/menus', { name: 'Top' })).status).toBe(400)
})
