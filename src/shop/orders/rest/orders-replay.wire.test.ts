/**
 * The recorded exchanges about orders, their notes and refunds, in order, in a shop with the recorded products and
 * coupons.
 */

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordedShopPricing } from '../../../../test/support/recorded-shop-pricing.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { ada } from '../../../../test/support/store-client.ts'
import { createSignedInUser, recordedCallers } from '../../../../test/support/users.ts'
import { compareBodies, compareHeaders } from '../../../../test/wire/compare.ts'
import { expectNamed, type NamedDifference } from '../../../../test/wire/named-differences.ts'
import { type Exchange, explained, recordedExchanges } from '../../../../test/wire/replay.ts'
import { createApp } from '../../../app.ts'
import { setShopTimeZone } from '../../../platform/time/shop-time.ts'
import { saveProduct } from '../../catalog/save-product.ts'
import { insertCoupon } from '../../pricing/coupons.store.ts'

let now = new Date('2026-11-24T01:32:24Z')
const opened = await openShop({ template: { name: 'no_products', prepare: async () => {} }, now: () => now })
const { db } = opened
const newYork = {
  ...recordedShopPricing.taxTable[0],
  id: 10,
  country: 'US',
  state: 'NY',
  label: 'Tax',
  ratePer100k: 4000,
}
const pricing = {
  ...recordedShopPricing,
  taxTable: [...recordedShopPricing.taxTable, newYork],
} as typeof recordedShopPricing
const shop = { ...opened.shop, url: 'https://shop.test', pricing: () => pricing }
const app = createApp(shop)
const owner = await createSignedInUser(shop, 'administrator', 'owner')
await db.execute(sql`select setval(pg_get_serial_sequence('users', 'id'), 8)`)
const customer = await createSignedInUser(shop, 'customer')
const callers = await recordedCallers(shop, { owner: owner.id, customer: customer.id })

const nextId = (table: string, id: number) =>
  db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id - 1})`)
type Product = Parameters<typeof saveProduct>[1]
async function product(id: number, fields: Partial<Product> & { name: string; slug: string }) {
  await nextId('entries', id)
  const stock = {
    tracksInventory: false,
    onHand: 0,
    backorders: 'no',
    status: 'instock',
    lowStockAmount: null,
  } as const
  const saved = await db.transaction((tx) =>
    saveProduct(tx, { type: 'simple', status: 'publish', stock, ...fields } as Product, { now }),
  )
  expect(saved).toMatchObject({ ok: true, id })
}

beforeAll(async () => {
  setShopTimeZone('America/Toronto')
  const term = (id: number, taxonomy: string, name: string, slug: string) =>
    db.execute(
      sql`insert into terms (id, taxonomy, name, slug, position) values (${id}, ${taxonomy}, ${name}, ${slug}, ${id})`,
    )
  await db.execute(
    sql`insert into attributes (id, slug, label) values (1, 'pa_size', 'Size'), (2, 'pa_grind', 'Grind')`,
  )
  await term(41, 'pa_size', '50 g', '50-g')
  await term(44, 'pa_grind', 'Fine', 'fine')
  const assam = {
    tracksInventory: true,
    onHand: 30,
    backorders: 'no',
    status: 'instock',
    lowStockAmount: null,
  } as const
  await product(17, {
    name: 'Assam Reference 2',
    slug: 'assam',
    sku: 'REF-ASSAM',
    regularPriceCents: 999,
    stock: assam,
  })
  await product(20, { name: 'Sampler Reference', slug: 'sampler', type: 'variable', sku: 'REF-VAR' })
  await product(21, {
    name: 'Brewing guide',
    slug: 'guide',
    regularPriceCents: 500,
    isVirtual: true,
    isDownloadable: true,
  })
  await product(56, { name: 'Sencha Reference', slug: 'sencha', sku: 'REF-SENCHA', regularPriceCents: 800 })
  await product(57, { name: 'Gyokuro Reference', slug: 'gyokuro', sku: 'REF-GYOKURO', regularPriceCents: 1800 })
  await product(58, {
    name: 'Matcha Reference',
    slug: 'matcha',
    regularPriceCents: 3000,
    stock: { ...assam, tracksInventory: false, onHand: 0, status: 'outofstock' },
  })
  await product(79, {
    name: 'Sampler Reference',
    slug: 'sampler-79',
    type: 'variation',
    parentId: 20,
    regularPriceCents: 700,
    choices: { pa_size: '50-g', pa_grind: 'fine' },
  } as never)
  const now24 = { createdAt: now, updatedAt: now }
  await insertCoupon(db, { ...now24, code: 'tea10', discountType: 'percent', amount: 1200 })
  await insertCoupon(db, { ...now24, code: 'five-off', discountType: 'fixed_cart', amount: 500 })
  await insertCoupon(db, { ...now24, code: 'freeship', discountType: 'fixed_cart', amount: 0, freeShipping: true })
  await insertCoupon(db, { ...now24, code: 'expired', discountType: 'percent', amount: 100, expiresAt: new Date(0) })
})

async function send(method: string, url: string, body: unknown, caller = 'consumer key, read_write') {
  const { pathname, search } = new URL(url, 'https://shop.test')
  const response = await app.request(pathname + search, {
    method,
    headers: { ...callers[caller], ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  return { response, json: (await response.json()) as Recorded }
}
const orderUrl = '/wp-json/wc/v3/orders'

type Items = { id: number }[]
type Recorded = Record<string, unknown> & { id?: number; create?: { id?: number }[] }
/** Our ids of the items and notes in the recorded bodies. */
const ids = new Map<number, number>()
const itemLists = ['line_items', 'shipping_lines', 'fee_lines'] as const
function remember(recorded: Recorded, ours: Recorded) {
  for (const list of itemLists)
    for (const [index, item] of ((recorded[list] ?? []) as Items).entries()) {
      const own = ((ours[list] ?? []) as Items)[index]
      if (own) ids.set(item.id, own.id)
    }
}
function ourBody(sent: unknown): unknown {
  const body = structuredClone(sent) as Record<string, unknown> | null
  for (const list of itemLists)
    if (Array.isArray(body?.[list])) for (const item of body[list] as Items) item.id = ids.get(item.id) ?? item.id
  return body
}

/** Pictures, order keys and values derived from them differ between shops. */
const ignored = /^body\[\d+\]\.date_|\.image\.(id|src)$|payment_url$|receipt_url$/
const comparedHeaders = /^header (x-wp-total|x-wp-totalpages|content-type)$/

async function replay(exchange: Exchange & { auth: string }) {
  const { request, response, name } = exchange
  const recorded = response.body as Recorded
  const made = response.status === 201 ? recorded : recorded?.create?.[0]
  // Our shop writes additional notes, so notes have different ids.
  const isNote = /\/notes/.test(request.url)
  const table = /\/refunds/.test(request.url) ? 'payment_refunds' : 'orders'
  const setId = async () => {
    if (typeof made?.id === 'number' && !isNote) await nextId(table, made.id)
  }
  await setId()
  const url = request.url.replace(/notes\/(\d+)/, (_, id: string) => `notes/${ids.get(Number(id)) ?? id}`)
  const at = recorded?.date_modified ?? recorded?.date_completed ?? recorded?.date_paid ?? recorded?.date_created
  if (typeof at === 'string' && request.method !== 'GET') now = new Date(`${at}-05:00`)
  const body = ourBody(request.body)
  const ours = await send(request.method, url, body, exchange.auth)
  const { status } = ours.response
  if (status !== response.status) {
    expect(status).not.toBe(500)
    if (instead[name]) {
      await setId()
      const other = await send(request.method, request.url, ourBody(instead[name]))
      remember(recorded, other.json)
    }
    return [
      { where: 'status', recorded: response.status, ours: `${status} ${JSON.stringify(ours.json).slice(0, 300)}` },
    ]
  }
  if (status < 300) remember(recorded, ours.json)
  if (status === 201 && isNote) ids.set(recorded.id ?? 0, ours.json.id ?? 0)
  return [
    ...compareHeaders(response.headers, ours.response.headers).filter(({ where }) => comparedHeaders.test(where)),
    ...compareBodies(recorded, ours.json, { isCut: exchange.trimmed !== undefined }).filter(
      ({ where }) => !ignored.test(where),
    ),
  ]
}

/** Bodies to send in place of those that our shop refuses, for the following exchanges. */
const instead: Record<string, unknown> = {
  'create, product unknown': {},
  'create, variable parent without variation_id': { line_items: [{ product_id: 57, total: '4.50' }] },
  'create, quantity negative': { line_items: [{ product_id: 56, total: '0' }] },
  'create, quantity above the stock': {},
  'create, product out of stock': {},
  'create, currency': { line_items: [{ product_id: 56 }] },
  'create, billing country unknown': {},
  'create with dp=4': {
    billing: { country: 'CA', state: 'ON' },
    line_items: [{ product_id: 56, quantity: 3, total: '10.01' }],
  },
}

/** Deviations in every response. */
const everywhere: readonly NamedDifference[] = [
  [/\.version$/, 'orders-version'],
  [/^body(\[\d+\])?\.meta_data/, 'orders-own-metadata'],
  [/(line_items|tax_lines|shipping_lines|fee_lines|coupon_lines)\[\d+\]\.(id|meta_data)/, 'orders-own-item-ids'],
  [/global_unique_id$/, 'orders-no-gtin'],
  [/fee_lines\[\d+\]\.amount$/, 'orders-fee-amount'],
  [/refunds\[\d+\]\.total_tax$/, 'orders-refund-tax'],
]
const all = /^/
const nonsense: NamedDifference = [/^status$/, 'orders-nonsense-refused']
const withinStock: NamedDifference = [/^status$/, 'orders-within-stock']
const books: NamedDifference = [all, 'orders-stay-in-the-books']
const trash: NamedDifference = [/^status|status$/, 'orders-trash-is-cancelled']
const texts: NamedDifference = [/message|draft/, 'orders-errors-are-text']
const statuses: NamedDifference = [all, 'orders-own-statuses']
const notes: NamedDifference = [all, 'orders-own-notes']
const mails: NamedDifference = [/message|length/, 'orders-own-mails']
const receipt: NamedDifference = [/expiration_date|^status$/, 'orders-receipts']
const sums: NamedDifference = [all, 'refunds-nonsense-refused']
const refundShape: NamedDifference = [/tax_lines|subtotal|tax_status/, 'refunds-own-shape']
const held: NamedDifference = [/stock_quantity/, 'orders-hold-stock']
const fields: NamedDifference = [/_links|line_items/, 'products-fields-as-asked']
const deviations: Readonly<Record<string, readonly NamedDifference[]>> = {
  'the product after the paid order: stock was taken': [held],
  'create, set_paid with only virtual goods': [[/needs_processing/, 'orders-need-processing']],
  'create, two coupons': [[/coupon_lines/, 'orders-coupons-by-code']],
  'create, coupon unknown': [texts],
  'create, coupon expired': [texts],
  'create, product unknown': [nonsense],
  'create, variable parent without variation_id': [nonsense],
  'create, quantity 0': [nonsense],
  'create, quantity negative': [nonsense],
  'create, quantity above the stock': [withinStock],
  'create, product out of stock': [withinStock],
  'create, quantity as text': [[all, 'orders-errors-name-fields']],
  'create, line_items no list': [[all, 'orders-errors-name-fields']],
  'create, billing e-mail invalid': [[all, 'orders-errors-name-fields']],
  'create, status auto-draft': [statuses],
  'create, currency': [[/^status$/, 'orders-own-currencies']],
  'create, currency unknown': [[/currency/, 'orders-own-currencies']],
  'create, billing country unknown': [nonsense],
  'create with dp=4': [nonsense],
  'list: status=wc-processing': [statuses],
  'list: status=shipped': [statuses],
  'list: status=trash': [statuses],
  'list: after=2020-01-01': [[/^status$/, 'orders-days-are-dates']],
  'list: orderby=title': [[/^status$/, 'orders-own-order']],
  'list: orderby=slug': [[/^status$/, 'orders-own-order']],
  'list: orderby=total': [[/orderby/, 'orders-own-order']],
  'list: page=999': [[/total/, 'orders-pages-count']],
  'one, _fields': [fields],
  'one, order_item_display_meta': [fields],
  'one, include_meta': [fields],
  'one, exclude_meta': [fields],
  statuses: [statuses],
  'update, line quantity by its id: the totals stay as they are': [[/total|price/, 'orders-quantity-counts']],
  'update, line id of another order': [books],
  'update, set_paid': [books],
  'update, set_paid again': [books],
  'update, completed': [books],
  'update, change lines of a completed order': [books],
  'update, completed back to pending': [books],
  'update, cancelled: stock comes back': [books],
  'the product after the cancellation': [books],
  'update, refunded by status alone makes a refund': [books],
  'update, status checkout-draft': [statuses],
  batch: [[/create|update|delete/, 'orders-nonsense-refused']],
  trash: [trash],
  'one in the trash': [trash],
  'delete with force': [books],
  'receipt: create': [receipt],
  'receipt: get': [receipt],
  'receipt: of an unknown order': [receipt],
  'actions: email_templates': [mails],
  'actions: send_email, template missing': [mails],
  'actions: send_email, another e-mail forced': [mails],
  'actions: send_order_details': [mails],
  'with a read-only key: read': [books],
  'order-notes: list': [notes],
  'create, private': [notes],
  'create, to the customer': [notes],
  'create, added_by_user': [notes],
  'order-notes: one': [notes],
  'create, note empty': [notes],
  'list: type customer': [notes],
  'list: type internal': [notes],
  'list: per_page is no argument': [notes],
  'delete without force': [[/message/, 'orders-own-notes']],
  'order-notes: delete': [notes],
  'order-notes: update (no such method)': [[/content-type/, 'unknown-route-is-brief']],
  'order-refunds: update (no such method)': [[/content-type/, 'unknown-route-is-brief']],
  'create, line items with quantity, total and tax; restock': [refundShape],
  'order-refunds: one': [refundShape],
  'the product after the restock': [held],
  'create, amount and line items that differ': [sums],
  'create, line items only with a quantity': [[all, 'refunds-by-quantity']],
  'create, shipping line': [refundShape],
  'create, refund_tax as an object': [sums],
  'create, amount above what is left': [sums],
  'create, amount 0': [sums],
  'create, amount negative': [sums],
  'create, amount no number': [sums],
  'create, amount as number': [sums],
  'create, body empty': [sums],
  'create, api_refund true by cod, a gateway without refunds': [sums],
  'create, line item of another order': [sums],
  'order-refunds: create, unknown order': [sums],
  'order-refunds: list': [sums],
  'order-refunds: one through another order': [sums],
  'order-refunds: one, unknown': [[/code|message/, 'refunds-unknown-alike']],
  'delete with force, after that': [[/code|message/, 'refunds-unknown-alike']],
  'order-refunds: delete again': [[/code|message/, 'refunds-unknown-alike']],
  'the order afterwards': [sums],
  'refund of all that is left: status': [sums],
  'the order afterwards, all refunded': [sums],
  'all refunds of the shop': [sums],
  'all refunds: paging': [sums],
  'payment: set_paid by update of an order on-hold': [books],
  'payment: status processing by update sets date_paid': [books],
}

/** Adds an order that was created between the recorded exchanges. */
async function addOrder(id: number, body: object) {
  await nextId('orders', id)
  const { response, json } = await send('POST', orderUrl, { billing: { ...ada, email: 'ada@shop.test' }, ...body })
  expect([response.status, json.id]).toEqual([201, id])
  return json
}
const before: Record<string, () => Promise<unknown>> = {
  async 'orders-update'() {
    now = new Date('2026-11-24T01:32:28Z')
    await addOrder(127, {
      status: 'processing',
      shipping: ada,
      line_items: [{ product_id: 57 }],
    })
    const billing = { ...ada, first_name: 'Zoe', email: 'zoe@shop.test' }
    await addOrder(128, { status: 'on-hold', billing, line_items: [{ product_id: 17 }] })
  },
  async 'order-refunds'() {
    now = new Date('2026-11-24T01:32:37Z')
    const shipping_lines = [{ method_id: 'flat_rate', method_title: 'Flat rate', total: '9.95' }]
    const line_items = [{ product_id: 17, quantity: 4 }, { product_id: 57 }]
    await addOrder(132, { payment_method: 'cod', set_paid: true, line_items, shipping_lines })
  },
}

const isPayment = ({ name }: Exchange) => name.startsWith('payment:')
const part = (file: string, only: (exchange: Exchange) => boolean = () => true) =>
  (recordedExchanges(`wc-v3-${file}`) as (Exchange & { auth: string })[])
    .filter((exchange) => only(exchange))
    .map((exchange) => [exchange.name, exchange] as const)

const created = part('orders-create', (exchange) => !isPayment(exchange))
const parts = [
  ['orders-create', created],
  ['orders-update', part('orders-update')],
  ['order-notes', part('order-notes')],
  ['order-refunds', part('order-refunds')],
  ['orders-create, payments', part('orders-create', isPayment)],
] as const

describe.each(parts)('[API-02 error shapes, pagination headers] wc-v3-%s', (file, exchanges) => {
  beforeAll(() => before[file]?.())
  test.each(exchanges)('%s', async (name, exchange) => {
    const own = deviations[`${file}: ${name}`] ?? deviations[name] ?? []
    const differences = await replay(exchange)
    expectNamed(differences, everywhere, own)
  })
})

test('every deviation is explained', () => {
  const reasons = [...everywhere, ...Object.values(deviations).flat()].map(([, reason]) => reason)
  expect([...new Set(reasons)].filter((reason) => !explained.has(reason))).toEqual([])
})
