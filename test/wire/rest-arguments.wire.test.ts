/**
 * Every parameter that a recorded shop accepts for a list has its effect here, or is refused: a program that syncs by
 * `modified_after` never receives all orders in place of the changed ones. The parameters are recorded facts.
 */
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { users } from '../../src/people/identity/accounts.table.ts'
import { isAnyOf } from '../../src/platform/database/connect.ts'
import { propertiesOf } from '../../src/platform/rest/input.ts'
import { isRecord } from '../../src/platform/rest/request.ts'
import { products } from '../../src/shop/catalog/catalog.table.ts'
import { orderNotes, orders } from '../../src/shop/orders/orders.table.ts'
import { paymentRefunds } from '../../src/shop/orders/payments/payments.table.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { entryTerms, terms } from '../../src/things/entries/terms.table.ts'
import { ada, teapots, writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

type Parameter = {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: { readonly type?: unknown; readonly enum?: readonly unknown[] }
  readonly default?: unknown
}
const recorded = JSON.parse(readFileSync('test/recorded/woocommerce/rest-arguments.json', 'utf8')) as {
  readonly calls: Readonly<Record<string, Readonly<Record<string, Parameter>>>>
}

let now = new Date('2026-11-18T12:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')
const customer = await createSignedInUser(shop, 'customer', 'Ada Leaf')
const bea = await createSignedInUser(shop, 'customer', 'Bea Bloom')
for (const [index, { id }] of [customer, owner, bea, editor].entries())
  await db
    .update(users)
    .set({ createdAt: new Date(Date.UTC(2026, 9, 1 + index)) })
    .where(eq(users.id, id))

type Item = Record<string, unknown> & { readonly id: number }
async function call(method: string, path: string, body?: object | Buffer, who = owner) {
  const isBytes = Buffer.isBuffer(body)
  const response = await app.request(`/wp-json${path}`, {
    method,
    headers: {
      ...who.headers,
      ...(isBytes
        ? { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="tin.png"' }
        : body && { 'content-type': 'application/json' }),
    },
    ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  })
  const json = (await response.json()) as unknown
  return { status: response.status, headers: response.headers, json, item: json as Item, items: json as Item[] }
}
async function make(path: string, body: object | Buffer, who = owner): Promise<Item> {
  const { status, item } = await call('POST', path, body, who)
  expect([path, status, status === 201 ? '' : item]).toEqual([path, 201, ''])
  // The next item is created on another day.
  now = new Date(now.getTime() + 86_400_000)
  return item
}

/** Three items of each kind, created on different days; the first was changed last. */
const shopOrders = [
  await writeOrder(db, { status: 'processing', customerId: customer.id, attribution: { utm_source: 'letter' } }),
  await writeOrder(db, {
    status: 'completed',
    createdVia: 'store-api',
    createdAt: new Date('2026-11-20T20:00:00Z'),
    billing: { ...ada, firstName: 'Bea', email: 'bea@shop.test' },
  }),
  await writeOrder(db, {
    status: 'processing',
    createdAt: new Date('2026-11-21T03:00:00Z'),
    lines: [{ ...teapots, productId: referenceIds.onSale }],
  }),
]
const [order] = shopOrders as [(typeof shopOrders)[0]]
const orderIds = shopOrders.map(({ id }) => id)
await db
  .update(orders)
  .set({ updatedAt: new Date('2026-11-22T12:00:00Z') })
  .where(isAnyOf(orders.id, [order.id]))
await db.insert(orderNotes).values([
  { orderId: order.id, text: 'Packed.' },
  { orderId: order.id, text: 'On its way.', isCustomerNote: true },
])
await db.insert(paymentRefunds).values(
  ['Broken tin', 'Late', 'Lost'].map((reason, index) => ({
    orderId: order.id,
    idempotencyKey: reason,
    amountCents: 101 * (index + 1),
    reason,
    author: 'Olive',
    status: 'succeeded' as const,
    createdAt: new Date(Date.UTC(2026, 10, 20 + index, 12)),
  })),
)
const coupons = [
  await make('/wc/v3/coupons', { code: 'spring', amount: '10', description: 'For the first flush' }),
  await make('/wc/v3/coupons', { code: 'autumn', amount: '5', status: 'draft' }),
  await make('/wc/v3/coupons', { code: 'winter', amount: '7' }),
]
await call('PUT', `/wc/v3/coupons/${coupons[0]?.id}`, { amount: '11' })
const beforeTerms = now
const mood = await make('/wc/v3/products/attributes', { name: 'Finish' })
const termLists = {
  tags: '/wc/v3/products/tags',
  categories: '/wc/v3/products/categories',
  brands: '/wc/v3/products/brands',
  classes: '/wc/v3/products/shipping_classes',
  values: `/wc/v3/products/attributes/${mood.id}/terms`,
}
const smoky = new Map<string, number>()
for (const path of Object.values(termLists)) {
  for (const [name, description] of [
    ['Smoky', 'Of pine wood'],
    ['Malty', 'As bread'],
    ['Floral', ''],
  ] as const) {
    const { id } = await make(path, { name, description, parent: smoky.get(path) })
    if (name === 'Smoky') smoky.set(path, id)
    if (name === 'Malty' && path !== termLists.classes)
      await db.insert(entryTerms).values({ entryId: referenceIds.simple, termId: id })
  }
}
// Items from here on are created on the days that the filters below use.
now = new Date(beforeTerms.getTime() + 3 * 86_400_000)
await db.update(products).set({ shippingClass: 'malty' }).where(eq(products.id, referenceIds.simple))
const ofSimple = new Set(
  (await db.select().from(entryTerms).where(eq(entryTerms.entryId, referenceIds.simple))).map(({ termId }) => termId),
)
for (const [product_id, reviewer, status] of [
  [referenceIds.simple, 'Cleo', 'approved'],
  [referenceIds.simple, 'Dora', 'hold'],
  [referenceIds.variable, 'Elsa', 'approved'],
] as const)
  await make('/wc/v3/products/reviews', {
    product_id,
    reviewer,
    status,
    reviewer_email: `${reviewer.toLowerCase()}@shop.test`,
    review: `${reviewer} likes it`,
    rating: 5,
  })
// Simulates a review that was written while its author was signed in.
await db.update(comments).set({ userId: customer.id }).where(eq(comments.authorName, 'Elsa'))
const category = await make('/wp/v2/categories', { name: 'Harvests' })
const [loose, pressed] = [await make('/wp/v2/tags', { name: 'Loose' }), await make('/wp/v2/tags', { name: 'Pressed' })]
await make('/wp/v2/tags', { name: 'Ground' })
const inside = await make('/wp/v2/categories', { name: 'Brewing' })
// Only imported categories have parents.
await db.update(terms).set({ parentId: category.id }).where(eq(terms.id, inside.id))
const entryOf = (title: string, more: object = {}) => ({
  title,
  content: `<p>${title}</p>`,
  status: 'publish',
  ...more,
})
const posts = [
  await make('/wp/v2/posts', entryOf('Kettles', { categories: [category.id], tags: [loose.id] })),
  await make('/wp/v2/posts', entryOf('Cups', { tags: [pressed.id] }), editor),
  await make('/wp/v2/posts', entryOf('Spoons', { categories: [category.id], tags: [pressed.id] })),
  await make('/wp/v2/posts', entryOf('Drafted', { status: 'draft' })),
]
const above = await make('/wp/v2/pages', entryOf('Our house', { menu_order: 4 }))
const below = await make('/wp/v2/pages', entryOf('Our garden', { parent: above.id }), editor)
await make('/wp/v2/pages', entryOf('Our letter', { status: 'draft' }))
for (const [path, thing] of [
  ['posts', posts[0]],
  ['pages', above],
] as const)
  for (const content of ['Copper', 'Iron', 'Clay']) {
    await call('PUT', `/wp/v2/${path}/${thing?.id}`, { content: `<p>${content}</p>` })
    now = new Date(now.getTime() + 86_400_000)
  }
const pictures: Item[] = []
for (const [index, background] of ['#2C5A45', '#aa3333', '#334488'].entries()) {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  pictures.push(await make('/wp/v2/media', bytes, index === 1 ? editor : owner))
  if (index === 0) await call('PUT', `/wp/v2/media/${pictures[0]?.id}`, { title: 'A copper tin' })
}

const webhooks: Item[] = []
for (const [name, topic] of [
  ['Warehouse', 'order.created'],
  ['Accounts', 'order.updated'],
  ['Newsletter', 'customer.created'],
])
  webhooks.push(await make('/wc/v3/webhooks', { name, topic, delivery_url: 'https://receiver.test/' }))
await call('PUT', `/wc/v3/webhooks/${webhooks[0]?.id}`, { status: 'paused' })

/** The list with this query contains the items of the whole list for which the predicate returns true. */
type Filter = readonly [query: string, keeps: (item: Item) => boolean]
/** A predicate for values that no item of the shop has. */
const never = () => false
type Trial = 'refused' | 'same' | Filter | (() => Promise<void>)

/** Parameters that have the same meaning on every list. */
function commonTrials(path: string, base: string): Record<string, () => Promise<void>> {
  const list = async (query: string) => {
    const answer = await call('GET', `${path}?${base}&${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    return { ...answer, ids: answer.items.map(({ id }) => id) }
  }
  const all = async () => (await list('per_page=100')).ids
  return {
    page: async () => expect((await list('per_page=1&page=2')).ids).toEqual((await all()).slice(1, 2)),
    async per_page() {
      const { ids, headers } = await list('per_page=2')
      expect(ids).toEqual((await all()).slice(0, 2))
      expect(Number(headers.get('x-wp-total'))).toBeGreaterThan(1)
    },
    offset: async () => expect((await list('per_page=2&offset=1')).ids).toEqual((await all()).slice(1, 3)),
    include: async () => expect((await list(`include=${(await all())[1]}`)).ids).toEqual((await all()).slice(1, 2)),
    exclude: async () =>
      expect((await list(`per_page=100&exclude=${(await all())[0]}`)).ids).toEqual((await all()).slice(1)),
    async order() {
      const rising = (await list('per_page=100&order=asc&orderby=id')).ids
      expect(rising).toEqual((await all()).toSorted((a, b) => a - b))
      expect((await list('per_page=100&order=desc&orderby=id')).ids).toEqual(rising.toReversed())
    },
    /** `include` has the order of its ids, whatever the default order is. */
    async orderby() {
      const [first, second] = await all()
      expect((await list(`include=${second},${first}&orderby=include`)).ids).toEqual([second, first])
      const refused = refusedSorts[routeOf(path)] ?? []
      for (const sort of parameterOf(path, 'orderby').enum ?? []) {
        const answer = await call('GET', `${path}?${base}&include=${first}&orderby=${String(sort)}`)
        expect([sort, answer.status]).toEqual([sort, refused.includes(String(sort)) ? 400 : 200])
        if (answer.status === 400)
          expect(answer.item).toMatchObject({
            code: 'rest_invalid_param',
            data: { params: { orderby: expect.anything() } },
          })
        else if (sort !== 'include') await expectSorted(list, String(sort))
      }
    },
  }
}

type Listing = (query: string) => Promise<{ readonly items: readonly Item[] }>

/** Checks both directions, with items that differ in the sorted field. */
async function expectSorted(list: Listing, sort: string): Promise<void> {
  const keyOf = sortKeys[sort]
  if (keyOf === undefined) throw new Error(`${sort} is not tried`)
  for (const order of ['asc', 'desc']) {
    const { items } = await list(`orderby=${sort}&order=${order}&per_page=100`)
    const keys = items
      .map((item) => keyOf(item))
      .map((key) => (typeof key === 'string' ? key.toLowerCase() : Number(key)))
    const rising = keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    expect([sort, order, keys]).toEqual([sort, order, order === 'asc' ? rising : rising.toReversed()])
    if (sort !== 'term_group') expect([sort, new Set(keys).size > 1]).toEqual([sort, true])
  }
}

const dateOf = (item: Item) => item.date_created_gmt ?? item.date_gmt
/** The value that each sort compares. */
const sortKeys: Readonly<Record<string, (item: Item) => unknown>> = {
  id: ({ id }) => id,
  date: dateOf,
  date_gmt: dateOf,
  modified: (item) => item.date_modified_gmt ?? item.modified_gmt,
  title: (item) => item.code ?? nested(item, 'title', 'raw'),
  slug: (item) => item.slug ?? item.code,
  author: (item) => item.author_name ?? item.author,
  product: (item) => item.product_id,
  // All terms are in the same group.
  term_group: () => 0,
  name: (item) => item.name ?? `${String(item.first_name)} ${String(item.last_name)}`,
  registered_date: (item) => item.registered_date ?? item.date_created_gmt,
  ...Object.fromEntries(
    ['description', 'count', 'email', 'menu_order'].map((name) => [name, (item: Item) => item[name]]),
  ),
}

/** Sorts that the shop refuses with an error. */
const refusedSorts: Readonly<Record<string, readonly string[]>> = {
  '/wc/v3/orders': ['title', 'slug'],
  '/wc/v3/orders/{}/refunds': ['title', 'slug', 'modified'],
  ...Object.fromEntries(
    ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/media'].map((path) => [path, ['parent', 'relevance', 'include_slugs']]),
  ),
  ...Object.fromEntries(
    ['/wp/v2/posts/{}/revisions', '/wp/v2/pages/{}/revisions'].map((path) => [
      path,
      ['relevance', 'slug', 'include_slugs', 'title'],
    ]),
  ),
  ...Object.fromEntries(
    ['/wp/v2/categories', '/wp/v2/tags'].map((path) => [path, ['include_slugs', 'term_group', 'description']]),
  ),
  '/wp/v2/users': ['slug', 'include_slugs', 'url'],
}

const routeOf = (path: string): string => path.replaceAll(/\/(\d+|me)(?=\/|$)/g, '/{}')
const parameterOf = (path: string, name: string): Parameter => recorded.calls[routeOf(path)]?.[name] ?? {}

/** The time half a day after an item was created. */
const after = (item: Item | undefined): string =>
  new Date(Date.parse(`${String(item?.date_gmt)}Z`) + 43_200_000).toISOString().slice(0, 19)

/**
 * Filters by a time that separates the items, both by their creation and by their last change. `created` and `modified`
 * name the GMT fields.
 */
const times = (at: string, created: string, modified: string): Record<string, Filter> => ({
  after: [`after=${at}Z`, (item) => String(item[created]) >= at],
  before: [`before=${at}Z`, (item) => String(item[created]) < at],
  modified_after: [`modified_after=${at}Z`, (item) => String(item[modified]) >= at],
  modified_before: [`modified_before=${at}Z`, (item) => String(item[modified]) < at],
})
/**
 * One item was created between this time in GMT and the same time in the shop's zone, so only `dates_are_gmt` includes
 * it.
 */
const gmt = (at: string): Filter => [`after=${at}&dates_are_gmt=true`, (item) => String(item.date_created_gmt) >= at]

const nested = (item: Item, name: string, part: string) => (item[name] as Record<string, unknown>)[part]
const list = (item: Item, name: string) => item[name] as readonly unknown[]

const orderPath = `/wc/v3/orders/${order.id}`
const one = async (query: string) => (await call('GET', `${orderPath}?${query}`)).item
const allOrders = `include=${orderIds.join(',')}`

/** Parameters for the representation of orders and refunds. */
const shapes = (path: string, key: string, total: string, amounts: Readonly<Record<string, string>>) => {
  const first = async (query: string) => {
    const [item] = (await call('GET', `${path}?${query}`)).items
    return item as Item & { readonly meta_data: readonly { readonly key: string }[] }
  }
  const keys = async (query: string) => (await first(query)).meta_data.map((meta) => meta.key)
  return {
    async dp() {
      for (const [decimals, amount] of Object.entries(amounts))
        expect((await first(`orderby=id&order=asc&dp=${decimals}`))[total]).toBe(amount)
      expect((await call('GET', `${path}?dp=-1`)).status).toBe(400)
    },
    include_meta: async () => expect(await keys(`orderby=id&order=asc&include_meta=${key}`)).toEqual([key]),
    async exclude_meta() {
      const every = await keys('orderby=id&order=asc')
      expect(every).toContain(key)
      expect(await keys(`orderby=id&order=asc&exclude_meta=${key}`)).toEqual(every.filter((name) => name !== key))
    },
    // Hidden metadata of line items begins with _, and these items have none.
    order_item_display_meta: async () => expect(await one('order_item_display_meta=true')).toEqual(await one('')),
  }
}

/** A longer date range counts more. */
function reportTrials(report: string, count: (items: Item[]) => number): Readonly<Record<string, Trial>> {
  const counted = async (query: string) => count((await call('GET', `/wc/v3/reports/${report}?${query}`)).items)
  const [none, all] = ['date_min=2020-01-01&date_max=2020-02-01', 'date_min=2026-01-01']
  return {
    period: async () => expect(await counted('period=year')).toBeGreaterThan(await counted(none)),
    date_min: async () => expect(await counted(all)).toBeGreaterThan(await counted(none)),
    date_max: async () => expect(await counted(`${all}&date_max=2026-01-02`)).toBe(0),
  }
}

type Trials = { readonly path: string; readonly base?: string; readonly trials: Readonly<Record<string, Trial>> }
const lists: readonly Trials[] = [
  {
    path: '/wc/v3/orders',
    trials: {
      ...times('2026-11-21T00:00:00', 'date_created_gmt', 'date_modified_gmt'),
      dates_are_gmt: gmt('2026-11-20T23:00:00'),
      search: ['search=bea', (item) => nested(item, 'billing', 'first_name') === 'Bea'],
      status: ['status=completed', (item) => item.status === 'completed'],
      customer: ['customer=0', (item) => item.customer_id === 0],
      product: ['product=131', (item) => (item.line_items as Item[]).some(({ product_id }) => product_id === 131)],
      created_via: ['created_via=store-api,other', (item) => item.created_via === 'store-api'],
      parent: [`parent=${order.id}`, never],
      parent_exclude: ['parent_exclude=0', never],
      ...shapes('/wc/v3/orders', '_wc_order_attribution_utm_source', 'total', {
        0: '149',
        1: '149.2',
        2: '149.17',
        4: '149.1700',
      }),
    },
  },
  {
    path: `${orderPath}/refunds`,
    trials: {
      ...times('2026-11-21T00:00:00', 'date_created_gmt', ''),
      modified_after: 'refused',
      modified_before: 'refused',
      dates_are_gmt: gmt('2026-11-21T12:00:00'),
      search: ['search=tin', (item) => item.reason === 'Broken tin'],
      parent: ['parent=1', never],
      parent_exclude: [`parent_exclude=${order.id}`, never],
      ...shapes(`${orderPath}/refunds`, '_samovar_refund_status', 'amount', { 0: '1', 1: '1.0', 3: '1.010' }),
    },
  },
  {
    path: `${orderPath}/notes`,
    trials: { type: ['type=customer', (item) => item.customer_note === true] },
  },
  {
    path: '/wc/v3/coupons',
    trials: {
      ...times('2026-11-19T13:00:00', 'date_created_gmt', 'date_modified_gmt'),
      dates_are_gmt: gmt('2026-11-19T10:00:00'),
      search: ['search=first flush', (item) => item.code === 'spring'],
      code: ['code=Winter', (item) => item.code === 'winter'],
      status: ['status=draft', (item) => item.status === 'draft'],
    },
  },
  {
    path: '/wc/v3/webhooks',
    trials: {
      ...times(String(webhooks[1]?.date_created_gmt), 'date_created_gmt', 'date_modified_gmt'),
      search: ['search=house', (item) => item.name === 'Warehouse'],
      status: ['status=paused', (item) => item.name === 'Warehouse'],
      async orderby() {
        for (const [sort, key] of [
          ['date', 'date_created_gmt'],
          ['id', 'id'],
          ['title', 'name'],
        ] as const)
          for (const order of ['asc', 'desc']) {
            const { items } = await call('GET', `/wc/v3/webhooks?orderby=${sort}&order=${order}`)
            const rising = items.map((item) => item[key]).toSorted()
            expect(items.map((item) => item[key])).toEqual(order === 'asc' ? rising : rising.toReversed())
          }
      },
    },
  },
  {
    path: '/wc/v3/customers',
    base: 'role=all',
    trials: {
      search: ['search=bloom', (item) => item.last_name === 'Bloom'],
      email: [`email=${customer.email}`, (item) => item.id === customer.id],
      role: ['role=editor', (item) => item.role === 'editor'],
    },
  },
  { path: '/wc/v3/products/attributes', trials: {} },
  ...Object.values(termLists).map((path) => {
    const isTree = path === termLists.categories || path === termLists.brands
    return {
      path,
      trials: {
        search: ['search=malt', (item: Item) => item.name === 'Malty'],
        slug: ['slug=smoky', (item: Item) => item.slug === 'smoky'],
        hide_empty: ['hide_empty=true', (item: Item) => Number(item.count) > 0],
        product: [
          `product=${referenceIds.simple}`,
          (item: Item) => (path === termLists.classes ? item.slug === 'malty' : ofSimple.has(item.id)),
        ],
        parent: [`parent=${smoky.get(path)}`, isTree ? (item: Item) => item.parent === smoky.get(path) : never],
      } satisfies Record<string, Trial>,
    }
  }),
  {
    path: '/wc/v3/products/reviews',
    base: 'status=all',
    trials: {
      after: ['after=2026-11-26T00:00:00Z', (item) => String(item.date_created_gmt) >= '2026-11-26'],
      before: ['before=2026-11-26T00:00:00Z', (item) => String(item.date_created_gmt) < '2026-11-26'],
      search: ['search=dora', (item) => item.reviewer === 'Dora'],
      status: ['status=hold', (item) => item.status === 'hold'],
      product: [`product=${referenceIds.variable}`, (item) => item.product_id === referenceIds.variable],
      reviewer: [`reviewer=${customer.id}`, (item) => item.reviewer === 'Elsa'],
      reviewer_exclude: [`reviewer_exclude=${customer.id}`, (item) => item.reviewer !== 'Elsa'],
      reviewer_email: ['reviewer_email=elsa@shop.test', (item) => item.reviewer === 'Elsa'],
    },
  },
  {
    path: '/wp/v2/posts',
    base: 'status=any',
    trials: {
      ...times(after(posts[1]), 'date_gmt', 'modified_gmt'),
      search: ['search=cups', (item) => item.id === posts[1]?.id],
      slug: ['slug=spoons,cups', (item) => item.slug === 'spoons' || item.slug === 'cups'],
      status: ['status=draft', (item) => item.status === 'draft'],
      author: [`author=${editor.id}`, (item) => item.author === editor.id],
      author_exclude: [`author_exclude=${editor.id}`, (item) => item.author !== editor.id],
      categories: [`categories=${category.id}`, (item) => list(item, 'categories').includes(category.id)],
      categories_exclude: [
        `categories_exclude=${category.id}`,
        (item) => !list(item, 'categories').includes(category.id),
      ],
      tags: [`tags=${pressed.id}`, (item) => list(item, 'tags').includes(pressed.id)],
      tags_exclude: [`tags_exclude=${pressed.id}`, (item) => !list(item, 'tags').includes(pressed.id)],
      tax_relation: [
        `tax_relation=OR&categories=${category.id}&tags=${pressed.id}`,
        (item) => list(item, 'categories').includes(category.id) || list(item, 'tags').includes(pressed.id),
      ],
      // No post is sticky, and all posts have the same format.
      sticky: ['sticky=true', never],
      ignore_sticky: 'same',
      format: ['format=video,audio', never],
      search_columns: 'refused',
      search_semantics: 'refused',
    },
  },
  {
    path: '/wp/v2/pages',
    base: 'status=any',
    trials: {
      ...times(after(below), 'date_gmt', 'modified_gmt'),
      search: ['search=garden', (item) => item.slug === 'our-garden'],
      slug: ['slug=our-garden', (item) => item.slug === 'our-garden'],
      status: ['status=draft', (item) => item.status === 'draft'],
      author: [`author=${editor.id}`, (item) => item.author === editor.id],
      author_exclude: [`author_exclude=${editor.id}`, (item) => item.author !== editor.id],
      parent: [`parent=${above.id}`, (item) => item.parent === above.id],
      parent_exclude: [`parent_exclude=${above.id}`, (item) => item.parent !== above.id],
      menu_order: ['menu_order=4', (item) => item.menu_order === 4],
      search_columns: 'refused',
      search_semantics: 'refused',
    },
  },
  ...[`/wp/v2/posts/${posts[0]?.id}/revisions`, `/wp/v2/pages/${above.id}/revisions`].map(
    (path): Trials => ({
      path,
      trials: { search: ['search=iron', (item) => String(nested(item, 'content', 'raw')).includes('Iron')] },
    }),
  ),
  {
    path: '/wp/v2/categories',
    trials: {
      search: ['search=harv', (item) => item.slug === 'harvests'],
      slug: ['slug=harvests', (item) => item.slug === 'harvests'],
      post: [`post=${posts[0]?.id}`, (item) => item.id === category.id],
      hide_empty: ['hide_empty=true', (item) => Number(item.count) > 0],
      parent: [`parent=${category.id}`, (item) => item.parent === category.id],
    },
  },
  {
    path: '/wp/v2/tags',
    trials: {
      search: ['search=press', (item) => item.slug === 'pressed'],
      slug: ['slug=pressed', (item) => item.slug === 'pressed'],
      post: [`post=${posts[0]?.id}`, (item) => item.id === loose.id],
      hide_empty: ['hide_empty=true', (item) => Number(item.count) > 0],
    },
  },
  {
    path: '/wp/v2/media',
    trials: {
      ...times(after(pictures[1]), 'date_gmt', 'modified_gmt'),
      search: ['search=copper', (item) => nested(item, 'title', 'raw') === 'A copper tin'],
      slug: ['slug=tin', (item) => item.slug === 'tin'],
      author: [`author=${editor.id}`, (item) => item.author === editor.id],
      author_exclude: [`author_exclude=${editor.id}`, (item) => item.author !== editor.id],
      media_type: ['media_type=video,audio', never],
      mime_type: ['mime_type=image/png', (item) => item.mime_type === 'image/png'],
      // Pictures belong to no post, and are neither private nor in the trash.
      parent: [`parent=${posts[0]?.id}`, never],
      parent_exclude: ['parent_exclude=0', never],
      status: ['status=trash', never],
      search_columns: 'refused',
      search_semantics: 'refused',
    },
  },
  {
    path: '/wp/v2/users',
    base: 'context=edit',
    trials: {
      search: ['search=bloom', (item) => item.last_name === 'Bloom'],
      slug: [`slug=user-${editor.id},nobody`, (item) => item.id === editor.id],
      roles: ['roles=customer', (item) => list(item, 'roles').includes('customer')],
      capabilities: 'refused',
      has_published_posts: 'refused',
      search_columns: 'refused',
      who: 'refused',
    },
  },
  { path: '/wp/v2/users/me/application-passwords', trials: {} },
  ...['', '/coupons/totals', '/customers/totals', '/orders/totals', '/products/totals', '/reviews/totals'].map(
    (report) => ({ path: `/wc/v3/reports${report}`, trials: {} }),
  ),
  { path: '/wc/v3/reports/sales', trials: reportTrials('sales', ([first]) => Number(first?.total_orders)) },
  { path: '/wc/v3/reports/top_sellers', trials: reportTrials('top_sellers', ({ length }) => length) },
]
/** Parameters of a call for one item. */
const itemTrials: Readonly<Record<string, Trial>> = { excerpt_length: 'refused', password: 'same' }

const callOf = (route: string) =>
  restCalls.find(
    ({ path, methods }) =>
      methods.includes('GET') && path.replace('/wp-json', '').replaceAll(/:\w+(\{[^}]*\})?/g, '{}') === route,
  )

test.each(Object.entries(recorded.calls))('%s knows every recorded parameter', (route, parameters) => {
  const declared = callOf(route)
  const known = [...Object.keys(declared?.query.shape ?? {}), ...(declared?.refuses ?? [])]
  expect(Object.keys(parameters).filter((name) => !known.includes(name))).toEqual([])
})

/** Calls below the base paths of WooCommerce and WordPress that exist in neither. */
const ownCalls = [
  '/wc/v3/products/shipping_classes/slug-suggestion',
  '/wc/v3/payments/disputes/{}',
  '/wp/v2/posts/counts',
  '/wp/v2/pages/counts',
  '/wp/v2/users/counts',
  ...['', '/counts', '/{}', '/{}/revisions'].map((below) => `/wp/v2/project${below}`),
  ...['', '/{}'].map((below) => `/wp/v2/project_category${below}`),
]

/** Other tests replay these calls from separate recordings. */
const replayedCalls = [
  ...['comments', 'menus', 'menu-items', 'menu-locations', 'statuses', 'types', 'taxonomies'].flatMap((name) => [
    `/wp/v2/${name}`,
    `/wp/v2/${name}/{}`,
  ]),
  '/wp/v2/search',
  '/wp/v2/settings',
  ...[
    '',
    '/{}',
    '/{}/related',
    '/suggested-products',
    '/custom-fields/names',
    '/{}/variations',
    '/{}/variations/{}',
  ].map((below) => `/wc/v3/products${below}`),
  '/wc/v3/variations',
  ...['', '/{}', '/classes', '/classes/{}'].map((below) => `/wc/v3/taxes${below}`),
  ...['', '/{}', '/{}/locations', '/{}/methods', '/{}/methods/{}'].map((below) => `/wc/v3/shipping/zones${below}`),
  ...['', '/{}'].map((below) => `/wc/v3/shipping_methods${below}`),
  ...['', '/continents', '/countries', '/currencies', '/currencies/current'].map((below) => `/wc/v3/data${below}`),
  ...['continents', 'countries', 'currencies'].map((list) => `/wc/v3/data/${list}/{}`),
  ...['', '/tools', '/tools/{}'].map((below) => `/wc/v3/system_status${below}`),
  ...['', '/{}'].map((below) => `/wc/v3/payment_gateways${below}`),
  ...['', '/{}', '/{}/{}'].map((below) => `/wc/v3/settings${below}`),
  '/wc/v3/customers/{}/downloads',
  ...['/statuses', '/{}/actions/email_templates', '/{}/receipt', '/{}/notes/{}'].map(
    (below) => `/wc/v3/orders${below}`,
  ),
  '/wc/v3/refunds',
]

test('every call that reads is held against the record, and every list is tried', () => {
  const routes = restCalls
    .filter(({ path, methods }) => methods.includes('GET') && /^\/wp-json\/w[cp]\/v\d/.test(path))
    .map(({ path }) => path.replace('/wp-json', '').replaceAll(/:\w+(\{[^}]*\})?/g, '{}'))
  expect(routes.toSorted()).toEqual([...Object.keys(recorded.calls), ...ownCalls, ...replayedCalls].toSorted())
  const isOfOne = (route: string) => /\/(\{\}|me|introspect)$/.test(route)
  expect(lists.map(({ path }) => routeOf(path)).toSorted()).toEqual(
    Object.keys(recorded.calls)
      .filter((route) => !isOfOne(route))
      .toSorted(),
  )
})

async function runTrial(path: string, base: string, name: string, trial: Trial): Promise<void> {
  if (typeof trial === 'function') return trial()
  const whole = `${path}?${base}&per_page=100`
  const value = String(parameterOf(path, name).enum?.[0] ?? 1)
  if (trial === 'refused') {
    const { status, item } = await call('GET', `${whole}&${name}=${value}`)
    expect([status, item]).toEqual([
      400,
      {
        code: 'rest_invalid_param',
        message: `Invalid parameter(s): ${name}`,
        data: {
          status: 400,
          params: { [name]: `${name} is not supported.` },
          details: { [name]: { code: 'rest_invalid_param', message: `${name} is not supported.`, data: null } },
        },
      },
    ])
    return
  }
  const all = (await call('GET', whole)).items
  if (trial === 'same') {
    const again = await call('GET', `${whole}&${name}=true`)
    expect([again.status, again.items.map(({ id }) => id)]).toEqual([200, all.map(({ id }) => id)])
    return
  }
  const [query, keeps] = trial
  expect(all.length).toBeGreaterThan(1)
  const params = new URLSearchParams(`${base}&per_page=100`)
  for (const [key, sent] of new URLSearchParams(query)) params.set(key, sent)
  const answer = await call('GET', `${path}?${params}`)
  const kept = all.filter((item) => keeps(item)).map(({ id }) => id)
  // This ensures that the filter excludes some items, and includes some unless no item can match.
  expect([query, kept.length < all.length, kept.length > 0]).toEqual([query, true, keeps !== never])
  expect([query, answer.status, answer.items.map(({ id }) => id)]).toEqual([query, 200, kept])
}

describe.each(lists)('$path', ({ path, base = '', trials }) => {
  const named = Object.keys(recorded.calls[routeOf(path)] ?? {}).filter((name) => name !== 'context')
  test.each(named)('%s has its effect or is refused', async (name) => {
    const trial = trials[name] ?? commonTrials(path, base)[name]
    if (trial === undefined) throw new Error(`${name} is not tried`)
    await runTrial(path, base, name, trial)
  })

  test('context has its effect, of the list and of one item', async () => {
    const [first] = (await call('GET', `${path}?${base}`)).items
    const item = `${path}/${String(first?.uuid ?? first?.id)}`
    for (const address of recorded.calls[`${routeOf(path)}/{}`] ? [path, item] : [path]) {
      for (const context of parameterOf(routeOf(address).replace(/[^/{}]+-[^/]+$/, '{}'), 'context').enum ?? [])
        expect([context, (await call('GET', `${address}?context=${String(context)}`)).status]).toEqual([context, 200])
      const wrong = await call('GET', `${address}?context=nonsense`)
      expect([wrong.status, Object.keys((wrong.item.data as { params: object }).params)]).toEqual([400, ['context']])
    }
  })
})

test('of a post and of a page, what is recorded has its effect or is refused', async () => {
  for (const path of [`/wp/v2/posts/${posts[0]?.id}`, `/wp/v2/pages/${above.id}`])
    for (const [name, trial] of Object.entries(itemTrials)) {
      if (trial === 'refused') await runTrial(path, '', name, trial)
      else expect((await call('GET', `${path}?${name}=1`)).item.slug).toBe((await call('GET', path)).item.slug)
    }
})

test('the texts of an entry are raw for editing alone, and an entry inside of another is short', async () => {
  const shown = async (context: string) => (await call('GET', `/wp/v2/posts/${posts[0]?.id}?context=${context}`)).item
  expect((await shown('edit')).title).toEqual({ raw: 'Kettles', rendered: 'Kettles' })
  expect((await shown('view')).title).toEqual({ rendered: 'Kettles' })
})

test('a product of an order is found, and one of none is not', async () => {
  const ids = async (query: string) => (await call('GET', `/wc/v3/orders?${query}`)).items.map(({ id }) => id)
  expect(await ids('product=130')).toEqual([])
  expect(await ids(`customer=${customer.id}`)).toEqual([order.id])
  expect(await ids(`parent=0&${allOrders}`)).toHaveLength(3)
  expect((await call('GET', `${orderPath}/refunds?parent=${order.id}`)).items).toHaveLength(3)
})

test('a parameter that no recorded shop has is ignored, as there', async () => {
  for (const { path, base = '' } of lists) {
    const [plain, more] = [
      await call('GET', `${path}?${base}`),
      await call('GET', `${path}?${base}&foo=1&_locale=user`),
    ]
    expect([path, more.status, more.items]).toEqual([path, 200, plain.items])
  }
})

/** Every list with its filters by id. */
const idFilters = lists.flatMap(({ path, base = '' }) =>
  Object.entries(propertiesOf(callOf(routeOf(path))?.query ?? z.object({})))
    .filter(([, { items }]) => isRecord(items) && items.type === 'integer')
    .map(([name]) => ({ path, base, name, isExcluding: name.endsWith('exclude') })),
)

test.each(idFilters)('$path: no item has an id out of range in $name, so none is answered for it', async (filter) => {
  const { path, base, name, isExcluding } = filter
  const all = (await call('GET', `${path}?${base}&per_page=100`)).items.map(({ id }) => id)
  for (const id of ['2147483648', '999999999999999']) {
    const { status, items } = await call('GET', `${path}?${base}&per_page=100&${name}=${id}`)
    expect([id, status, items.map((item) => item.id)]).toEqual([id, 200, isExcluding ? all : []])
  }
})

test.each(idFilters.filter(({ name }) => name === 'include'))(
  '$path: a list of ids is read to its end, or refused',
  async ({ path, base }) => {
    const [first] = (await call('GET', `${path}?${base}`)).items
    const unknown = (length: number) => Array.from({ length }, (_, index) => 1_000_000 + index).join(',')
    const long = await call('GET', `${path}?${base}&include=${unknown(900)},${first?.id}`)
    expect([long.status, long.items.map(({ id }) => id)]).toEqual([200, [first?.id]])
    const tooLong = await call('GET', `${path}?${base}&include=${unknown(1001)}`)
    expect([tooLong.status, tooLong.item.data]).toMatchObject([
      400,
      { params: { include: 'include takes at most 1000 items.' } },
    ])
  },
)

test('to sort by ids there must be ids, as recorded', async () => {
  for (const path of ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/media', `/wp/v2/posts/${posts[0]?.id}/revisions`]) {
    const { status, json } = await call('GET', `${path}?orderby=include`)
    expect([path, status, json]).toEqual([
      path,
      400,
      {
        code: 'rest_orderby_include_missing_include',
        message: 'You need to define an include parameter to order by include.',
        data: { status: 400 },
      },
    ])
  }
})

test('pictures are found by several kinds and types at once', async () => {
  const pngs = (await call('GET', '/wp/v2/media?per_page=100')).items.filter((item) => item.mime_type === 'image/png')
  const all = pngs.map(({ id }) => id)
  expect(all).toHaveLength(3)
  for (const [query, found] of [
    ['media_type=video,image&mime_type=image/png', all],
    ['media_type[]=audio&media_type[]=video', []],
    ['mime_type=image/gif,image/png', all],
    ['mime_type[]=image/gif&mime_type[]=image/webp', []],
    ['media_type=image,video&mime_type=image/gif', []],
  ] as const) {
    const { status, items } = await call('GET', `/wp/v2/media?${query}`)
    expect([query, status, items.map(({ id }) => id)]).toEqual([query, 200, found])
  }
  const { item } = await call('GET', '/wp/v2/media?media_type=paper')
  expect(item.data).toMatchObject({
    params: { media_type: 'media_type[0] is not one of image, video, text, application, and audio.' },
  })
})

test('what is refused is refused in every form', async () => {
  for (const query of ['search_columns=post_title', 'search_columns[]=a', 'search_columns[0]=a', 'search_columns[a]=x'])
    expect([query, (await call('GET', `/wp/v2/posts?${query}`)).status]).toEqual([query, 400])
})

test('a filter in a form that is not understood is an error rather than no filter', async () => {
  const { status, item } = await call('GET', '/wp/v2/posts?categories[terms]=3&categories[operator]=AND')
  expect([status, item.message]).toEqual([400, 'Invalid parameter(s): categories'])
})
