/**
 * Sends the recorded exchanges about categories, brands, tags, shipping classes and attributes to our shop in order.
 * Every difference is named here and explained in docs/compatibility.md; one that no longer occurs is a failure, too.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser, recordedCallers } from '../../../../../test/support/users.ts'
import { compareBodies, compareHeaders, type Difference } from '../../../../../test/wire/compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from '../../../../../test/wire/replay.ts'
import { createApp } from '../../../../app.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'

const now = new Date('2026-11-24T01:31:33Z')
const { db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} }, now: () => now })
/** Keys are accepted only over https. */
const app = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const customer = await createSignedInUser(shop, 'customer')

const callers = await recordedCallers(shop, { owner: owner.id, customer: customer.id })

/** Gives the next row the id of the recording. */
const startAt = (table: 'terms' | 'attributes', id: number) =>
  db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), ${id}, false)`))
await startAt('attributes', 1)
await db.insert(terms).values({ id: 15, taxonomy: 'product_cat', name: 'Uncategorized', slug: 'uncategorized' })
for (const [id, path, title, at] of [
  [12, '2026/11/img-tea-1.jpg', '', now],
  [13, '2026/11/img-leaf.png', 'Leaf', new Date('2026-11-24T01:31:42Z')],
] as const) {
  const texts = { alt: id === 12 ? 'A cup' : 'A leaf', title, createdAt: at, updatedAt: at }
  await db.insert(media).values({ id, path, mime: 'image/jpeg', width: 10, height: 10, bytes: 1, ...texts })
}

/** Bodies to send in place of the recorded ones, with the id of a picture instead of its URL. */
const sentInstead: Readonly<Record<string, object>> = {
  'create with description, image by src, display, menu_order': { image: { id: 12 } },
  'create with an image': { image: { id: 13 } },
  'batch: more than 100 objects': { create: Array.from({ length: 101 }, (_, index) => ({ name: `Bulk ${index}` })) },
}

const deviation = (reason: string, where: RegExp): Deviation => ({ reason, where })
const always = [
  deviation('errors-name-no-methods', /^header allow$/),
  deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
  deviation('links-of-what-is-gone', /_links\.self\[0\]\.targetHints$/),
]
const asWritten = deviation('names-as-written', /^body\.name$/)
const noRing = deviation('refused-not-dropped', /^status$|^body/)
const notServerError = deviation('refused-with-400', /^status$|^body\.data/)
const equals = deviation('equals-by-id', /^body\[\d\]\.(id|name|slug|_links)/)
const unknownRoute = deviation('unknown-route-is-brief', /^header/)
const inBatch = deviation('batch-is-checked', /^body\.(create|update)\[\d\]\.(id$|error)/)
const noFields = deviation('bodies-are-objects', /^body/)
const notAList = deviation('batch-is-checked', /^status$|^body|^header allow$/)
const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'one, id is no number (no such route)': [unknownRoute],
  'update by POST, name to an empty string': [notServerError],
  'update by PATCH, slug that is taken': [notServerError],
  'update, parent to itself': [noRing],
  'update, parent to its own child': [noRing],
  'list: paging headers': [equals],
  'list: page 0': [deviation('pages-have-an-end', /\.page(\.message)?$/)],
  'list: exclude': [equals],
  'list: orderby count, desc': [equals],
  'list: orderby description, desc': [equals],
  'list: orderby term_group, desc': [equals],
  'list: _fields': [equals],
  'one: context=edit': [deviation('schema-own-fields', /^body\.samovar$/)],
  'batch: create, update, delete with mixed results': [inBatch],
  'body is a JSON list': [noFields],
  'create, JSON text without a content type': [noFields],
  'batch: empty object': [deviation('batch-is-an-object', /^body$/)],
  'batch: create is not a list': [notAList],
  'delete the default category': [notServerError],
  'a method the route has not': [unknownRoute],
  _envelope: [deviation('no-envelope', /^body$|^header/)],
  _jsonp: [deviation('no-jsonp', /^body$|^header content-type$/)],
  '?rest_route= instead of the pretty path': [deviation('keys-at-any-address', /^status$|^body$|^header/)],
  update: [asWritten],
  'list, empty': [deviation('no-pages-no-page', /^header x-wp-totalpages$/)],
  'list: search is ignored': [deviation('attributes-are-searched', /^body\.length$|^body\[\d\]|^header x-wp-total$/)],
  'terms: batch': [deviation('real-item-links', /_links\.(self|collection)\[0\]\.href$/)],
}

type Recorded = Exchange & { readonly auth?: string }

async function send({ name, auth = '', request }: Recorded): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { 'Content-Type': type, 'X-HTTP-Method-Override': method } = request.headers
  const headers = new Headers(callers[auth])
  if (type) headers.set('content-type', type)
  if (method) headers.set('x-http-method-override', method)
  const sent = sentInstead[name] ? { ...(request.body as object), ...sentInstead[name] } : request.body
  const isForm = type?.startsWith('application/x-www-form-urlencoded')
  const form = () => String(new URLSearchParams(sent as Record<string, string>))
  const body = sent === null || typeof sent === 'string' ? sent : isForm ? form() : JSON.stringify(sent)
  return app.request(pathname + search, { method: request.method, headers, ...(body === null ? {} : { body }) })
}

async function differencesOf(exchange: Recorded): Promise<Difference[]> {
  const { response, trimmed } = exchange
  const ours = await send(exchange)
  const text = await ours.text()
  const body = response.body_kind === 'json' && text !== '' ? (JSON.parse(text) as unknown) : text
  return [
    ...(ours.status === response.status ? [] : [{ where: 'status', recorded: response.status, ours: ours.status }]),
    // These headers were recorded only in the first exchange of a file.
    ...compareHeaders(response.headers, ours.headers).filter(
      ({ where }) => !/x-robots|content-type-options|access-control|link/.test(where),
    ),
    ...compareBodies(response.body, body, { isCut: trimmed !== undefined }),
  ]
}

const observed = new Set<Deviation>()

describe.each([
  ['categories', 16],
  ['tags', 25],
  ['shipping-classes', 30],
  ['brands', 35],
  ['attributes', 41],
])('[API-02] recorded %s', (file, firstId) => {
  beforeAll(async () => {
    await startAt('terms', firstId)
  })
  test.each(recordedExchanges(`wc-v3-product-${file}`) as Recorded[])('$name', async (exchange) => {
    const expected = [...always, ...(byName[exchange.name] ?? [])]
    const differences = await differencesOf(exchange)
    for (const one of expected) if (differences.some(({ where }) => one.where.test(where))) observed.add(one)
    expect(differences.filter(({ where }) => !expected.some((one) => one.where.test(where)))).toEqual([])
  })
})

afterAll(() => {
  const all = [...always, ...Object.values(byName).flat()]
  expect(all.filter((one) => !observed.has(one)).map(({ reason }) => reason)).toEqual([])
  expect(all.filter(({ reason }) => !explained.has(reason)).map(({ reason }) => reason)).toEqual([])
})
