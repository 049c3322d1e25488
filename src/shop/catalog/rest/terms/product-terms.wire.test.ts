/**
 * The recorded exchanges about categories, brands, tags, shipping classes and attributes, sent to our shop in order.
 * Differences are named, and explained in docs/compatibility.md.
 */

import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { compareBodies, compareHeaders, type Difference } from '../../../../../test/wire/compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from '../../../../../test/wire/replay.ts'
import { createApp } from '../../../../app.ts'
import { createApiKey } from '../../../../people/identity/keys/api-keys.store.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { attributes } from '../../catalog.table.ts'

const now = new Date('2026-11-24T01:31:33Z')
const { db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} }, now: () => now })
const app = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const customer = await createSignedInUser(shop, 'customer')

const keyOf = async (userId: number, permissions: 'read' | 'write' | 'read_write') => {
  const key = await createApiKey(shop, { userId, description: 'A program', permissions })
  return `Basic ${Buffer.from(`${key?.consumerKey}:${key?.consumerSecret}`).toString('base64')}`
}
const keys: Readonly<Record<string, string>> = {
  'consumer key, read_write': await keyOf(owner.id, 'read_write'),
  'consumer key, read': await keyOf(owner.id, 'read'),
  'consumer key, write': await keyOf(owner.id, 'write'),
  'consumer key of a customer, read_write': await keyOf(customer.id, 'read_write'),
}

/** Ids of the recording. */
const restart = async (table: 'terms' | 'attributes' | 'media', id: number) =>
  db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), ${id}, false)`))
await db.delete(attributes)
await db.delete(terms)
await db.insert(terms).values({ id: 15, taxonomy: 'product_cat', name: 'Uncategorized', slug: 'uncategorized' })
for (const [id, path] of [
  [12, '2026/11/img-tea-1.jpg'],
  [13, '2026/11/img-leaf.png'],
] as const)
  await db.insert(media).values({
    id,
    path,
    mime: 'image/jpeg',
    width: 10,
    height: 10,
    bytes: 1,
    alt: 'A cup',
    createdAt: now,
    updatedAt: now,
  })

type Recorded = Exchange & { readonly auth?: string }
/** Bodies with the id of a picture in place of its address. */
const sentInstead: Readonly<Record<string, object>> = {
  'create with description, image by src, display, menu_order': { image: { id: 12, alt: 'A cup' } },
  'create with an image': { image: { id: 13, name: 'Leaf', alt: 'A leaf' } },
}

async function differencesOf({ name, auth = '', request, response, trimmed }: Recorded): Promise<Difference[]> {
  const { pathname, search } = new URL(request.url)
  const type = request.headers['Content-Type']
  const method = request.headers['X-HTTP-Method-Override']
  const headers = new Headers({
    ...(type && { 'content-type': type }),
    ...(keys[auth] && { authorization: keys[auth] }),
    ...(method && { 'x-http-method-override': method }),
  })
  const sent =
    name.includes('101 objects') || name.includes('more than 100')
      ? { create: Array.from({ length: 101 }, (_, index) => ({ name: `Bulk ${index}` })) }
      : typeof request.body === 'object' && request.body && sentInstead[name]
        ? { ...request.body, ...sentInstead[name] }
        : request.body
  const isForm = type?.startsWith('application/x-www-form-urlencoded')
  const body =
    sent === null
      ? undefined
      : typeof sent === 'string'
        ? sent
        : isForm
          ? `${new URLSearchParams(sent as Record<string, string>)}`
          : JSON.stringify(sent)
  const ours = await app.request(pathname + search, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await ours.text()
  const parsed = response.body_kind === 'json' && text !== '' ? (JSON.parse(text) as unknown) : text
  const kept = new Set(/^only the keys (.*) of each object/.exec(trimmed ?? '')?.[1]?.split(', ') ?? [])
  return [
    ...(ours.status === response.status
      ? []
      : [{ where: 'status', recorded: response.status, ours: `${ours.status} ${text.slice(0, 200)}` }]),
    ...compareHeaders(response.headers, ours.headers).filter(
      ({ where }) => !/x-robots|nosniff|content-type-options|access-control|link/.test(where),
    ),
    ...compareBodies(response.body, parsed, { isCut: kept.size > 0 || trimmed !== undefined }),
  ]
}

describe.each([
  ['categories', 16],
  ['tags', 25],
  ['shipping-classes', 30],
  ['brands', 35],
  ['attributes', 41],
])('%s', (file, firstId) => {
  const exchanges = recordedExchanges(`wc-v3-product-${file}`) as Recorded[]
  test('all', async () => {
    await restart('terms', firstId)
    await restart('attributes', 1)
    for (const exchange of exchanges) {
      const d = await differencesOf(exchange)
      for (const x of d)
        console.log(
          file,
          '|',
          exchange.name,
          '|',
          x.where,
          '|',
          JSON.stringify(x.recorded)?.slice(0, 250),
          '|',
          JSON.stringify(x.ours)?.slice(0, 250),
        )
    }
  })
})
