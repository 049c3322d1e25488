/** Orders created and changed by `POST` and `PUT wc/v3/orders`: prices, tax, stock and status, and refusals. */

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct, stockOnHand, sumOfMovements } from '../../../../test/faults/stock.ts'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { createApp } from '../../../app.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { orderPayNonce } from '../../checkout/order-pay/submit-order-pay.ts'
import { startPaymentAttempt } from '../../payments/reserve-stock.ts'
import { settlePayment } from '../../payments/settle-payment.ts'
import { canadianTaxes } from '../../pricing/canadian-pricing.ts'
import { insertCoupon } from '../../pricing/coupons.store.ts'
import { coupons } from '../../pricing/coupons.table.ts'
import { cancelUnpaidOrders } from '../../reconciliation/payment-jobs.ts'
import { findOrder, type Order } from '../orders.store.ts'
import { startPayment } from '../payments/payments.store.ts'

let now = new Date('2026-11-21T09:00:00Z')
const { shop, db, pool, enqueuedJobs } = await openShop({ now: () => now })
const recordedPricing = shop.pricing()
let pricing = recordedPricing
const app = createApp({ ...shop, pricing: () => pricing })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const customer = await createSignedInUser(shop, 'customer')

type Item = Record<string, unknown> & { readonly id: number; readonly total: string; readonly quantity: number }
type Json = Record<string, unknown> & {
  readonly id: number
  readonly total: string
  readonly line_items: readonly Item[]
  readonly fee_lines: readonly Item[]
  readonly shipping_lines: readonly Item[]
  readonly data?: { readonly params?: Record<string, string> }
}
const call = jsonClient<Json>(app, '/wp-json/wc/v3/orders', owner)
const billing = { ...ada, email: 'ada@shop.test' }
async function make(body: Record<string, unknown>) {
  const { status, json } = await call('POST', '', { billing, ...body })
  expect([status, status === 201 ? null : json]).toEqual([201, null])
  return json
}
async function edit(id: number, body: Record<string, unknown>) {
  const { status, json } = await call('PUT', `/${id}`, body)
  expect([status, status === 200 ? null : json]).toEqual([200, null])
  return json
}
/** Expects that the request is refused and changes nothing; returns the error. */
async function refused(method: string, path: string, body: unknown) {
  const before = await digestShop(db)
  const { status, json } = await call(method, path, body)
  expect(await digestShop(db)).toEqual(before)
  return { status, code: json.code, message: json.message, params: json.data?.params }
}
const cents = (text: unknown) => Math.round(Number(text) * 100)
const sum = (items: readonly Record<string, unknown>[], field: string) =>
  items.reduce((all, item) => all + cents(item[field]), 0)
function addsUp(json: Json) {
  const parts = [json.line_items, json.fee_lines, json.shipping_lines].map((items) => sum(items, 'total'))
  const net = parts.reduce((all, part) => all + part, 0)
  expect(cents(json.total)).toBe(net + cents(json.total_tax))
  const taxes = json.tax_lines as Item[]
  expect(sum(taxes, 'tax_total') + sum(taxes, 'shipping_tax_total')).toBe(cents(json.total_tax))
  const taxesOf = (parts: readonly Item[]) =>
    parts.flatMap((part) => {
      const own = part.taxes as Item[]
      expect(sum(own, 'total')).toBe(cents(part.total_tax))
      return own
    })
  const [items, shipping] = [taxesOf([...json.line_items, ...json.fee_lines]), taxesOf(json.shipping_lines)]
  for (const { rate_id, tax_total, shipping_tax_total } of taxes) {
    const total = (own: readonly Item[]) =>
      sum(
        own.filter(({ id }) => id === rate_id),
        'total',
      )
    expect([total(items), total(shipping)]).toEqual([cents(tax_total), cents(shipping_tax_total)])
  }
}
const notes = async (id: number) =>
  ((await call('GET', `/${id}/notes`)).json as unknown as { note: string }[]).map(({ note }) => note)

let tin = 0
let jar = 0
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  pricing = recordedPricing
  await pool.query('truncate orders, emails, coupons cascade')
  tin = await addProduct(db, 20, 1000)
  jar = await addProduct(db, 5, 2450)
})
const line = (product_id: number, quantity: number, more = {}) => ({ product_id, quantity, ...more })

describe('an order that is made by hand', () => {
  test('is priced by the catalogue and taxed by its address, and takes its stock', async () => {
    const json = await make({
      customer_id: customer.id,
      line_items: [line(tin, 2), { sku: ((await productOf(jar)) as { sku: string }).sku, quantity: 1 }],
      shipping_lines: [{ method_id: 'flat_rate', method_title: 'Flat rate', total: '9.95' }],
      fee_lines: [{ name: 'Gift wrap', total: '3.00' }],
      total: '1.00',
      number: 'A-1',
      date_created: '2020-01-01T00:00:00',
    })
    expect(json).toMatchObject({
      status: 'pending',
      created_via: 'admin',
      customer_id: customer.id,
      total_tax: '7.47',
      total: '64.92',
      is_editable: true,
      number: String(json.id),
      date_created_gmt: '2026-11-21T09:00:00',
    })
    addsUp(json)
    expect([await stockOnHand(db, tin), await stockOnHand(db, jar)]).toEqual([18, 4])
    expect(await notes(json.id)).toEqual(['Made by hand.'])
  })

  test('says what each tax is on each line, and on none that it does not apply to', async () => {
    pricing = { ...pricing, taxTable: canadianTaxes }
    await pool.query("update products set tax_class = 'supplement' where id = $1", [jar])
    const json = await make({
      set_paid: true,
      payment_method: 'bacs',
      billing: { ...billing, state: 'BC', postcode: 'V6B 1A1' },
      line_items: [line(tin, 3, { total: '20.01' }), line(jar, 2)],
      shipping_lines: [{ method_id: 'flat_rate', method_title: 'Flat rate', total: '9.95' }],
      fee_lines: [
        { name: 'Gift wrap', total: '3.33' },
        { name: 'Rebate', total: '-1.11' },
      ],
    })
    addsUp(json)
    const [gst, pst] = (json.tax_lines as Item[]).map(({ rate_id }) => rate_id)
    const rates = json.line_items.map(({ taxes }) => (taxes as Item[]).map(({ id }) => id))
    expect(rates).toEqual([[gst, pst], [gst]])
    const refund = await call('POST', `/${json.id}/refunds`, {
      api_refund: false,
      line_items: [{ id: json.line_items[1]?.id, quantity: 1 }],
    })
    expect(refund.json.line_items).toMatchObject([{ total_tax: '-1.23', taxes: [{ id: gst, total: '-1.23' }] }])
  })

  test('is taxed on shipping by what is shipped, also if that is deleted later, and by all items if nothing is', async () => {
    pricing = { ...pricing, taxTable: canadianTaxes }
    await pool.query("update products set tax_class = 'grocery' where id = $1", [jar])
    const shipping_lines = [{ method_id: 'flat_rate', method_title: 'Flat rate', total: '9.95' }]
    const both = { line_items: [line(tin, 1), line(jar, 1)], shipping_lines }
    const made = await make(both)
    await pool.query('update products set is_virtual = true where id = $1', [tin])
    expect([made.shipping_tax, (await make(both)).shipping_tax]).toEqual(['1.29', '0.00'])
    expect((await make({ line_items: [line(tin, 1)], shipping_lines })).shipping_tax).toBe('1.29')
    await pool.query('delete from entries where id = $1', [tin])
    const edited = await edit(made.id, { line_items: [{ id: made.line_items[1]?.id, quantity: 2 }] })
    expect([edited.shipping_tax, edited.total_tax]).toEqual(['1.29', '2.59'])
  })

  test('may have other prices, untaxed charges and a rebate, which never makes it less than nothing', async () => {
    const json = await make({
      customer_id: customer.id,
      line_items: [line(tin, 3, { subtotal: '20.00', total: '10.00' }), line(jar, 1, { total: '20' })],
      fee_lines: [{ name: 'Deposit', total: '5', tax_status: 'none' }],
    })
    expect(json).toMatchObject({ discount_total: '14.50', total_tax: '3.90', total: '38.90' })
    addsUp(json)
    // The customer sees amounts that add up, too.
    const page = await (await app.request(`/my-account/view-order/${json.id}/`, customer)).text()
    expect(page.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Subtotal\s+\$44\.50\s+Discount\s+-\$14\.50/)
    const rebate = await make({ line_items: [line(tin, 1)], fee_lines: [{ name: 'Rebate', total: '-2.00' }] })
    expect(rebate).toMatchObject({ total_tax: '1.04', total: '9.04' })
    addsUp(rebate)
    const nothing = await make({ line_items: [line(tin, 1)], fee_lines: [{ name: 'Rebate', total: '-50.00' }] })
    expect(nothing).toMatchObject({ total: '0.00', total_tax: '0.00' })
    expect(nothing.fee_lines[0]).toMatchObject({ total: '-10.00' })
  })

  test.each([
    [{ payment_method: 'bacs', set_paid: true }, 'processing', true],
    [{ payment_method: 'cod', set_paid: true }, 'completed', true],
    [{ set_paid: true, status: 'on-hold' }, 'processing', true],
    [{ payment_method: 'cod', status: 'processing' }, 'processing', false],
    [{ payment_method: 'bacs', status: 'on-hold' }, 'on-hold', false],
    [{ status: 'completed' }, 'completed', true],
    [{ status: 'cancelled' }, 'cancelled', false],
  ])('%j makes it %s', async (body, status, isPaid) => {
    const json = await make({ line_items: [line(tin, 1)], ...body })
    expect([json.status, json.date_paid !== null]).toEqual([status, isPaid])
    expect(await stockOnHand(db, tin)).toBe(status === 'cancelled' ? 20 : 19)
  })

  test('keeps long details of a line cut, also within an emoji', async () => {
    const long = `a${'🍵'.repeat(300)}`
    const { line_items } = await make({ line_items: [{ product_id: 131, meta_data: [{ key: 'gift', value: long }] }] })
    const value = `a${'🍵'.repeat(249)}`
    expect(line_items[0]?.meta_data).toEqual([expect.objectContaining({ value })])
  })

  test('tells its customer once it is accepted, and nobody without an address', async () => {
    await make({ line_items: [line(tin, 1)], payment_method: 'bacs', status: 'on-hold' })
    const sent = await db.select().from(emails)
    expect(sent.map(({ template }) => template).toSorted()).toEqual(['new-order', 'order-confirmation'])
    await pool.query('truncate emails cascade')
    await make({ billing: {}, line_items: [line(tin, 1)], set_paid: true })
    expect((await db.select().from(emails)).map(({ template }) => template)).toEqual(['new-order'])
  })

  test('uses coupons, and each use counts', async () => {
    await insertCoupon(db, { code: 'tea10', discountType: 'percent', amount: 1000, usageLimit: 1 })
    const json = await make({ line_items: [line(tin, 2)], coupon_lines: [{ code: 'TEA10' }] })
    expect(json).toMatchObject({ discount_total: '2.00', total: '20.34' })
    addsUp(json)
    expect(await refused('POST', '', { line_items: [line(tin, 1)], coupon_lines: [{ code: 'tea10' }] })).toMatchObject({
      status: 400,
      code: 'woocommerce_rest_invalid_coupon',
    })
    // The order's own use of the coupon does not count against its limit.
    expect(await edit(json.id, { line_items: [{ id: json.line_items[0]?.id, quantity: 3 }] })).toMatchObject({
      discount_total: '3.00',
      total: '30.51',
    })
  })

  test.each([
    ['a negative quantity', { line_items: [{ product_id: 1, quantity: -1 }] }],
    ['quantity 0', { line_items: [{ product_id: 1, quantity: 0 }] }],
    ['a huge quantity', { line_items: [{ product_id: 1, quantity: 2_000_000_000 }] }],
    ['a huge amount', { line_items: [{ product_id: 1, quantity: 1, subtotal: '99999999' }] }],
    ['a huge fee', { fee_lines: [{ name: 'Fee', total: '99999999' }] }],
    ['a line without product', { line_items: [{ name: 'Custom blend', quantity: 1, total: '20.00' }] }],
    ['an unknown product', { line_items: [{ product_id: 99_999_999, quantity: 1 }] }],
    ['more than is in stock', { line_items: [{ product_id: 1, quantity: 5000 }] }],
    ['a negative total', { line_items: [{ product_id: 1, quantity: 1, total: '-5' }] }],
    ['a total above the subtotal', { line_items: [{ product_id: 1, quantity: 1, total: '50' }] }],
    ['parts of cents', { line_items: [{ product_id: 1, quantity: 1, total: '10.0055' }] }],
    ['a fee without a name', { fee_lines: [{ total: '5.00' }] }],
    ['shipping without a method', { shipping_lines: [{ total: '5.00' }] }],
    ['a coupon that is none', { line_items: [{ product_id: 1 }], coupon_lines: [{ code: 'nope' }] }],
    ['an unknown customer', { customer_id: 99_999 }],
    ['an unknown currency', { currency: 'XXZ' }],
    ['an unknown status', { status: 'shipped' }],
    ['money of the provider', { line_items: [{ product_id: 1 }], payment_method: 'stripe_cc', set_paid: true }],
    ['lines that are none', { line_items: 'x' }],
    ['a fact of the shop as metadata', { meta_data: [{ key: '_payment_intent_id', value: 'pi_1' }] }],
  ])('is refused with %s, and nothing is changed', async (_, body) => {
    const text = JSON.stringify({ billing, ...body }).replaceAll('"product_id":1,', `"product_id":${tin},`)
    expect((await refused('POST', '', JSON.parse(text))).status).toBe(400)
  })
})

const productOf = async (id: number) =>
  (await (await app.request(`/wp-json/wc/v3/products/${id}`, { headers: owner.headers })).json()) as object

describe('what is in an order', () => {
  test('is changed by its ids, with tax, total and stock', async () => {
    const made = await make({
      line_items: [line(tin, 2), line(jar, 1)],
      fee_lines: [{ name: 'Gift wrap', total: '3.00' }],
      shipping_lines: [{ method_id: 'flat_rate', total: '10' }],
    })
    const [first, second] = made.line_items
    const more = await edit(made.id, {
      line_items: [
        { id: first?.id, quantity: 5 },
        { id: second?.id, quantity: 0 },
        line(jar, 2, { subtotal: '40.00' }),
      ],
      shipping_lines: [{ id: made.shipping_lines[0]?.id, total: '12.00' }],
      fee_lines: [
        { id: made.fee_lines[0]?.id, name: null },
        { name: 'Rush', total: '1.00' },
      ],
    })
    expect(more.line_items.map(({ quantity, total }) => [quantity, total])).toEqual([
      [5, '50.00'],
      [2, '40.00'],
    ])
    expect(more.fee_lines.map(({ name, total }) => [name, total])).toEqual([['Rush', '1.00']])
    expect(more).toMatchObject({ shipping_total: '12.00', total_tax: '13.39', total: '116.39' })
    addsUp(more)
    expect([await stockOnHand(db, tin), await stockOnHand(db, jar)]).toEqual([15, 3])
    expect(await notes(made.id)).toEqual([
      expect.stringMatching(
        /^Items changed by hand: Tin \d+ 2 → 5, Tin \d+ 1 → 0, Tin \d+ 0 → 2\. Total \$64\.98 → \$116\.39\.$/,
      ),
      'Made by hand.',
    ])
    const fewer = await edit(made.id, { line_items: [{ id: first?.id, quantity: 1 }] })
    expect(fewer).toMatchObject({ total: '71.19' })
    expect(await stockOnHand(db, tin)).toBe(19)
    expect(await edit(made.id, { status: 'cancelled' })).toMatchObject({ status: 'cancelled' })
    expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([20, 20])
    expect(await stockOnHand(db, jar)).toBe(5)
  })

  test('has shipping as its method is configured: its tax, and where to pick up', async () => {
    const post = { kind: 'flat_rate', instanceId: 7, title: 'Post', costCents: 995, taxable: false } as const
    const pickup = { kind: 'local_pickup', instanceId: 8, title: 'Pickup', costCents: 0, taxable: true } as const
    const methods = [post, { ...pickup, place: '1 Kettle Lane' }]
    pricing = { ...pricing, shipping: { zones: [{ name: 'Canada', locations: [], methods }] } }
    const byPost = { method_id: 'flat_rate', instance_id: '7', method_title: 'Post', total: '9.95' }
    const made = await make({ line_items: [line(tin, 1)], shipping_lines: [byPost] })
    expect(made).toMatchObject({ shipping_tax: '0.00', total: '21.25', shipping_lines: [{ tax_status: 'none' }] })
    const taxed = { line_items: [line(tin, 1)], shipping_lines: [{ ...byPost, tax_status: 'taxable' }] }
    expect(await make(taxed)).toMatchObject({ shipping_tax: '1.29', shipping_lines: [{ tax_status: 'taxable' }] })
    const [shipping] = made.shipping_lines
    const statusOf = async (tax_status: string) =>
      (await edit(made.id, { shipping_lines: [{ id: shipping?.id, tax_status }] })).shipping_tax
    expect([await statusOf('taxable'), await statusOf('none')]).toEqual(['1.29', '0.00'])
    const placeOf = async () => (await findOrder(db, made.id))?.shippingLines[0]?.place
    const byPickup = { method_id: 'local_pickup', instance_id: '8', total: '0' }
    await edit(made.id, { shipping_lines: [{ id: shipping?.id, ...byPickup }] })
    expect(await placeOf()).toBe('1 Kettle Lane')
    pricing = recordedPricing
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 2 }] })
    expect(await placeOf()).toBe('1 Kettle Lane')
    await edit(made.id, { shipping_lines: [{ id: shipping?.id, ...byPost }] })
    expect(await placeOf()).toBeNull()
  })

  test('is shipped without tax if its change says so, whatever it said before, or if its method has none', async () => {
    const post = { kind: 'flat_rate', instanceId: 7, title: 'Post', costCents: 995, taxable: false } as const
    const courier = { ...post, instanceId: 8, title: 'Courier', taxable: true } as const
    pricing = { ...pricing, shipping: { zones: [{ name: 'Canada', locations: [], methods: [post, courier] }] } }
    const byPost = { method_id: 'flat_rate', instance_id: '7', method_title: 'Post' }
    const made = await make({ line_items: [line(tin, 1)], shipping_lines: [{ ...byPost, total: '9.95' }] })
    const [shipping] = made.shipping_lines
    const ship = async (change: object) =>
      (await edit(made.id, { shipping_lines: [{ id: shipping?.id, ...change }] })).shipping_tax
    const byCourier = { method_id: 'flat_rate', instance_id: '8', total: '5' }
    const free = { method_id: 'free_shipping', instance_id: '', total: '0' }
    const taxes = [
      await ship({ ...byCourier, tax_status: 'none' }),
      await ship(free),
      await ship({ total: '5', tax_status: 'none' }),
      await ship({ tax_status: 'taxable' }),
      await ship({ ...byPost, total: '0' }),
      await ship({ total: '5' }),
      await ship(byCourier),
    ]
    expect(taxes).toEqual(['0.00', '0.00', '0.00', '0.65', '0.00', '0.00', '0.65'])
    // A program that sends back what it has read, but for the price.
    const sentBack = async () => (await call('GET', `/${made.id}`)).json.shipping_lines[0]
    await ship({ total: '0' })
    expect(await ship({ ...(await sentBack()), total: '5' })).toBe('0.65')
    await ship({ ...byPost, total: '0' })
    expect(await ship({ ...(await sentBack()), total: '5' })).toBe('0.00')
  })

  test('follows the address of the order, and stays if the order is sent back as it was', async () => {
    const made = await make({ line_items: [line(tin, 2)], fee_lines: [{ name: 'Fee', total: '1' }] })
    now = new Date('2026-11-22T09:00:00Z')
    const { json } = await call('GET', `/${made.id}`)
    expect(await edit(made.id, json)).toEqual(json)
    await edit(made.id, { shipping: { country: 'CA', state: 'AB', city: 'Calgary' } })
    const [first] = made.line_items
    expect(await edit(made.id, { line_items: [{ id: first?.id, quantity: 3 }] })).toMatchObject({
      total_tax: '1.55',
      total: '32.55',
    })
  })

  test('loses a price of its own to no change of quantity, and a discount to none', async () => {
    const made = await make({ line_items: [line(tin, 3, { subtotal: '25.00', total: '20.00' })] })
    const [first] = made.line_items
    const more = await edit(made.id, { line_items: [{ id: first?.id, quantity: 6 }] })
    expect(more.line_items[0]).toMatchObject({ subtotal: '50.00', total: '40.00', total_tax: '5.20' })
    const other = await edit(made.id, { line_items: [{ id: first?.id, quantity: 4, subtotal: '40', total: '40' }] })
    expect(other.line_items[0]).toMatchObject({ quantity: 4, subtotal: '40.00', total: '40.00' })
  })

  test('takes coupons and gives them back', async () => {
    await insertCoupon(db, { code: 'tea10', discountType: 'percent', amount: 1000 })
    const made = await make({ line_items: [line(tin, 4)] })
    const reduced = await edit(made.id, { coupon_lines: [{ code: 'tea10' }] })
    expect(reduced).toMatchObject({ discount_total: '4.00', total: '40.68' })
    addsUp(reduced)
    const byHand = { line_items: [{ id: made.line_items[0]?.id, total: '1.00' }] }
    expect(await refused('PUT', `/${made.id}`, byHand)).toMatchObject({ status: 400 })
    expect(await edit(made.id, { coupon_lines: [] })).toMatchObject({ discount_total: '0.00', total: '45.20' })
  })

  test('keeps a coupon that has expired since beside a new one, unless it allows no other', async () => {
    await insertCoupon(db, { code: 'tea10', discountType: 'percent', amount: 1000 })
    await insertCoupon(db, { code: 'two-off', discountType: 'fixed_cart', amount: 200 })
    const made = await make({ line_items: [line(tin, 4)], coupon_lines: [{ code: 'tea10' }] })
    await db.update(coupons).set({ expiresAt: now }).where(eq(coupons.code, 'tea10'))
    const both = { coupon_lines: [{ code: 'two-off' }, { code: 'tea10' }] }
    expect(await edit(made.id, both)).toMatchObject({ discount_total: '6.00' })
    await edit(made.id, { coupon_lines: [{ code: 'tea10' }] })
    await db.update(coupons).set({ isIndividualUse: true }).where(eq(coupons.code, 'tea10'))
    expect(await refused('PUT', `/${made.id}`, both)).toMatchObject({ status: 400 })
    const again = { line_items: [line(tin, 1)], coupon_lines: [{ code: 'tea10' }] }
    expect(await refused('POST', '', again)).toMatchObject({ status: 400 })
  })

  test('is refused whole: an item of another order, an id of none, too much, too little, and an old total', async () => {
    const made = await make({ line_items: [line(tin, 2)], fee_lines: [{ name: 'Fee', total: '1' }] })
    const other = await make({ line_items: [line(jar, 1)], shipping_lines: [{ method_id: 'flat_rate', total: '1' }] })
    const [first] = made.line_items
    const foreign = { status: 400, code: 'woocommerce_rest_invalid_item_id' }
    const bad = (body: object) => refused('PUT', `/${made.id}`, body)
    expect(await bad({ line_items: [{ id: other.line_items[0]?.id, quantity: 9 }] })).toMatchObject(foreign)
    expect(await bad({ line_items: [{ id: 99_999_999, quantity: 1 }] })).toMatchObject(foreign)
    expect(await bad({ shipping_lines: [{ id: other.shipping_lines[0]?.id, total: '2' }] })).toMatchObject(foreign)
    expect(await bad({ fee_lines: [{ id: 5, name: null }] })).toMatchObject(foreign)
    for (const quantity of [-1, 21, 1.5, 1e9, 'two'])
      expect(await bad({ status: 'on-hold', line_items: [{ id: first?.id, quantity }] })).toMatchObject({ status: 400 })
    expect(await bad({ line_items: [{ id: first?.id, product_id: jar }] })).toMatchObject({ status: 400 })
    const late = { total_before: '9.99', line_items: [{ id: first?.id, quantity: 3 }] }
    expect(await bad(late)).toMatchObject({ status: 409, code: 'samovar_order_outdated' })
    for (const [field, value] of Object.entries({ total: '1.00', date_created: '2020-01-01T00:00:00', number: '7' }))
      expect(await bad({ [field]: value })).toMatchObject({ status: 400 })
  })

  test('is refused to the second of two who change it, also if the first leaves its total, and says what it has now', async () => {
    const twin = await addProduct(db, 5, 1000)
    const made = await make({ line_items: [line(tin, 1)] })
    const seen = {
      total_before: made.total,
      line_items_before: made.line_items.map(({ id, quantity }) => ({ id, quantity })),
    }
    const [first] = made.line_items
    const swapped = await edit(made.id, { ...seen, line_items: [{ id: first?.id, quantity: 0 }, line(twin, 1)] })
    expect(swapped.total).toBe(made.total)
    expect(await refused('PUT', `/${made.id}`, { ...seen, line_items: [line(jar, 1)] })).toMatchObject({
      status: 409,
      code: 'samovar_order_outdated',
      message: expect.stringContaining(`1 × ${String(swapped.line_items[0]?.['name'])}, in all $${made.total}`),
    })
    const next = { line_items_before: swapped.line_items.map(({ id, quantity }) => ({ id, quantity })) }
    expect((await edit(made.id, { ...next, line_items: [line(jar, 1)] })).line_items).toHaveLength(2)
  })

  test('stays at its total once it is paid, and stays whole once it is over or refunded in part', async () => {
    const twin = await addProduct(db, 5, 1000)
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', set_paid: true })
    const [first] = made.line_items
    expect(made.is_editable).toBe(false)
    expect(await refused('PUT', `/${made.id}`, { line_items: [{ id: first?.id, quantity: 1 }] })).toMatchObject({
      status: 409,
      code: 'samovar_order_total_fixed',
    })
    const swapped = await edit(made.id, { line_items: [{ id: first?.id, quantity: 1 }, line(twin, 1)] })
    expect([swapped.total, await stockOnHand(db, tin), await stockOnHand(db, twin)]).toEqual([made.total, 19, 4])
    await call('POST', `/${made.id}/refunds`, { amount: '1.00', api_refund: false })
    const again = {
      line_items: [
        { id: first?.id, quantity: 2 },
        { id: swapped.line_items[1]?.id, quantity: 0 },
      ],
    }
    expect(await refused('PUT', `/${made.id}`, again)).toMatchObject({ code: 'samovar_order_refunded_in_part' })
    await edit(made.id, { status: 'completed' })
    expect(await refused('PUT', `/${made.id}`, again)).toMatchObject({ code: 'samovar_order_not_editable' })
  })

  test('stays while its customer is paying, and ends a payment of another amount', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const [first] = made.line_items
    const more = { line_items: [{ id: first?.id, quantity: 3 }] }
    const due = { orderId: made.id, amountCents: cents(made.total), currency: 'CAD', cartVersion: '0', now }
    await startPayment(db, { ...due, provider: shop.payments.provider.name })
    await db.execute(
      sql`update orders set payment_attempts_expire_at = ${new Date(now.getTime() + 60_000).toISOString()}`,
    )
    expect(await refused('PUT', `/${made.id}`, more)).toMatchObject({ status: 409, code: 'samovar_order_being_paid' })
    await db.execute(sql`update orders set payment_attempts_expire_at = null`)
    await edit(made.id, more)
    const { rows } = await pool.query('select status from payments')
    expect(rows).toEqual([{ status: 'canceled' }])
  })

  const payPage = (made: Json) => String(made.payment_url).replace(/^https?:\/\/[^/]+/, '')
  const nonceOf = async (made: Json) =>
    /name="woocommerce-pay-nonce" value="([^"]+)"/.exec(await (await app.request(payPage(made))).text())?.[1] ?? ''
  async function pay(made: Json, method: Record<string, string>, nonce: string) {
    const fields = { woocommerce_pay: '1', 'woocommerce-pay-nonce': nonce, terms: 'on', 'terms-field': '1' }
    const body = new URLSearchParams({ ...fields, ...method })
    await app.request(payPage(made), { method: 'POST', body })
    return (await call('GET', `/${made.id}`)).json.status
  }

  test('is not paid by a page that shows another total', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    const old = await nonceOf(made)
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 3 }] })
    expect(await pay(made, card, old)).toBe('pending')
    expect(await pay(made, card, await nonceOf(made))).toBe('processing')
  })

  test('is not paid if it costs nothing', async () => {
    const rebate = { name: 'Rebate', total: '-50' }
    const made = await make({ line_items: [line(tin, 2)], fee_lines: [rebate], payment_method: 'stripe_cc' })
    const page = await (await app.request(payPage(made))).text()
    expect([page.includes('There is nothing to pay.'), page.includes('id="place_order"')]).toEqual([true, false])
    const received = await app.request(`/checkout/order-received/${made.id}/?key=${String(made.order_key)}`)
    expect(await received.text()).not.toMatch(/Pay for this order|waiting for your payment/)
    const nonce = orderPayNonce(shop, (await findOrder(db, made.id)) as Order)
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    const fields = { woocommerce_pay: '1', 'woocommerce-pay-nonce': nonce, terms: 'on', 'terms-field': '1', ...card }
    const sent = await app.request(payPage(made), { method: 'POST', body: new URLSearchParams(fields) })
    expect(await sent.text()).toContain('There is nothing to pay.')
    expect((await pool.query('select 1 from payments where order_id = $1', [made.id])).rowCount).toBe(0)
    expect(await edit(made.id, { status: 'completed' })).toMatchObject({ status: 'completed' })
  })

  test('is charged at its new total after a card was declined at the old one', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const by = (card: string) => ({ payment_method: 'stripe_cc', stripe_cc_token_key: card })
    expect(await pay(made, by('pm_card_chargeDeclined'), await nonceOf(made))).not.toBe('processing')
    await edit(made.id, { status: 'pending' })
    const changed = await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 3 }] })
    // The provider reports the old payment again: no money has moved, so the order gets no note about it.
    const { rows: tried } = await pool.query('select intent_id from payments order by id')
    expect(await settlePayment(shop, tried.at(-1).intent_id)).toMatchObject({ kind: 'mismatch' })
    expect((await notes(made.id)).join()).not.toContain('does not fit')
    expect(await pay(made, by('pm_card_visa'), await nonceOf(made))).toBe('processing')
    const { rows } = await pool.query('select amount_cents, captured_cents from payments order by id')
    expect(rows.at(-1)).toEqual({ amount_cents: cents(changed.total), captured_cents: cents(changed.total) })
  })

  test('made as failed, waits as long as any unpaid order for a payment that its customer has left at the bank', async () => {
    const made = await make({ line_items: [line(jar, 2)], payment_method: 'stripe_cc', status: 'failed' })
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_authenticationRequired' }
    expect(await pay(made, card, await nonceOf(made))).toBe('failed')
    expect(await stockOnHand(db, jar)).toBe(3)
    now = new Date(now.getTime() + 9 * DAY_MS)
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    now = new Date(now.getTime() + DAY_MS)
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect(await stockOnHand(db, jar)).toBe(5)
  })

  describe('from a checkout whose card was declined', () => {
    const by = (key: string) => ({
      payment_method: 'stripe_cc',
      payment_data: [{ key: 'stripe_cc_token_key', value: key }],
    })
    async function declined(): Promise<Json> {
      const client = await storeClientWithToken(app)
      await client.post('/cart/add-item', { id: tin, quantity: 1 })
      const sent = { billing_address: billing, shipping_address: ada, ...by('pm_card_chargeDeclined') }
      expect((await client.post('/checkout', sent)).status).toBe(400)
      const { rows } = await pool.query('select id from orders')
      return (await call('GET', `/${rows[0].id}`)).json
    }
    const swap = async (made: Json) => {
      const twin = await addProduct(db, 5, 1000)
      const swapped = await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 0 }, line(twin, 1)] })
      expect(swapped.total).toBe(made.total)
    }
    const paymentsOf = async ({ id }: Json) =>
      (await pool.query('select status, captured_cents as cents from payments where order_id = $1 order by id', [id]))
        .rows

    test('is paid by its link after an exchange that leaves the total', async () => {
      const made = await declined()
      await swap(made)
      const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
      expect(await pay(made, card, await nonceOf(made))).toBe('processing')
      const paid = { status: 'succeeded', cents: cents(made.total) }
      expect(await paymentsOf(made)).toEqual([{ status: 'canceled', cents: 0 }, paid])
      expect(enqueuedJobs.map(({ name }) => name)).toContain('cancel-intent')
    })

    test('still fits its payment after an exchange while that is being processed', async () => {
      const made = await declined()
      const processing =
        "update payments set status = 'processing' where order_id = $1 returning cart_version as version"
      const { rows } = await pool.query(processing, [made.id])
      await swap(made)
      const kept = await pool.query('select cart_version::text as version from orders')
      expect([kept.rows, (await paymentsOf(made))[0].status]).toEqual([rows, 'processing'])
    })
  })

  test('stays while its customer pays otherwise than by the transfer it waits for, and is not paid at an old total', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', status: 'on-hold' })
    const more = { line_items: [{ id: made.line_items[0]?.id, quantity: 3 }] }
    const order = (await findOrder(db, made.id)) as Order
    const attempt = await startPaymentAttempt(shop, order, false)
    expect(await refused('PUT', `/${made.id}`, more)).toMatchObject({ status: 409, code: 'samovar_order_being_paid' })
    if (attempt.ok) await attempt.finish('declined')
    await edit(made.id, more)
    expect(await startPaymentAttempt(shop, order, false)).toMatchObject({ ok: false, isOutdated: true })
    expect([(await findOrder(db, made.id))?.holdsStock, await stockOnHand(db, tin)]).toEqual([true, 17])
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 4 }] })
  })

  test('is paid as its customer saw it or changed before, never both', async () => {
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    for (const wait of [0, 4, 8, 16, 32]) {
      const made = await make({ line_items: [line(tin, 1)], payment_method: 'stripe_cc' })
      const paying = pay(made, card, await nonceOf(made))
      await new Promise((done) => void setTimeout(done, wait))
      const more = { line_items: [{ id: made.line_items[0]?.id, quantity: 2 }] }
      const [, changed] = await Promise.all([paying, call('PUT', `/${made.id}`, more)])
      const { json } = await call('GET', `/${made.id}`)
      const { rows } = await pool.query(
        'select captured_cents from payments where order_id = $1 and captured_cents > 0',
        [made.id],
      )
      if (json.status === 'processing') expect(rows).toEqual([{ captured_cents: cents(json.total) }])
      else expect([changed.status, rows]).toEqual([200, []])
    }
  })

  test('adds up after two changes at the same time, and stock with it', async () => {
    const made = await make({ line_items: [line(tin, 1), line(jar, 1)] })
    const [first, second] = made.line_items
    const changes = [2, 3, 4, 5].flatMap((quantity) => [
      call('PUT', `/${made.id}`, { line_items: [{ id: first?.id, quantity }, line(jar, 1)] }),
      call('PUT', `/${made.id}`, { line_items: [{ id: second?.id, quantity: quantity - 1 }] }),
    ])
    const answers = await Promise.all(changes)
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([200, 400])
    const { json } = await call('GET', `/${made.id}`)
    addsUp(json)
    const pieces = (id: number) =>
      sum(
        json.line_items.filter(({ product_id }) => product_id === id),
        'quantity',
      ) / 100
    expect(await stockOnHand(db, tin)).toBe(20 - pieces(tin))
    expect(await stockOnHand(db, jar)).toBe(5 - pieces(jar))
  })

  test('counts in the sales of its products once it is accepted', async () => {
    const sales = async () => ((await productOf(tin)) as { total_sales: number }).total_sales
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', status: 'on-hold' })
    expect(await sales()).toBe(2)
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 1 }] })
    expect(await sales()).toBe(1)
  })

  test('takes its stock with its status, if it had none or has lost it', async () => {
    for (const status of ['on-hold', 'processing', 'completed']) {
      const failed = await make({ line_items: [line(jar, 2)], status: 'failed' })
      expect(await stockOnHand(db, jar)).toBe(5)
      await edit(failed.id, { status })
      expect([await stockOnHand(db, jar), await sumOfMovements(db, jar)]).toEqual([3, 3])
      await pool.query('truncate orders cascade')
      jar = await addProduct(db, 5, 2450)
    }
    const [first, second] = await Promise.all([3, 3].map((n) => make({ line_items: [line(jar, n)], status: 'failed' })))
    await edit(first?.id ?? 0, { status: 'processing' })
    const late = await refused('PUT', `/${second?.id}`, { status: 'processing' })
    expect(late).toMatchObject({ status: 409, code: 'samovar_order_sold_out' })
    expect(await edit(second?.id ?? 0, { status: 'cancelled' })).toMatchObject({ status: 'cancelled' })
    expect(await stockOnHand(db, jar)).toBe(2)
  })

  test('is neither cancelled nor refunded by its status alone once it is paid: its money goes back by a refund', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', set_paid: true })
    for (const status of ['refunded', 'cancelled'])
      expect(await refused('PUT', `/${made.id}`, { status })).toMatchObject({
        status: 409,
        code: 'samovar_order_status_not_allowed',
      })
    await call('POST', `/${made.id}/refunds`, { amount: made.total, api_refund: false })
    expect((await call('GET', `/${made.id}`)).json).toMatchObject({ status: 'refunded', total: made.total })
    const free = await make({ line_items: [line(tin, 1, { total: '0' })], set_paid: true })
    await edit(free.id, { status: 'processing' })
    expect(await edit(free.id, { status: 'cancelled' })).toMatchObject({ status: 'cancelled' })
  })

  test('is paid by hand although it was to be paid by card, if there is nothing to pay', async () => {
    const free = { line_items: [line(tin, 1, { total: '0' })], payment_method: 'stripe_cc' }
    expect(await make({ ...free, set_paid: true })).toMatchObject({ status: 'completed' })
    const made = await make(free)
    expect(await edit(made.id, { set_paid: true })).toMatchObject({ status: 'processing' })
    expect(await edit(made.id, { status: 'completed' })).toMatchObject({ status: 'completed' })
  })

  test('with a rebate is refunded by its parts as by its total', async () => {
    const made = await make({
      line_items: [line(tin, 2)],
      fee_lines: [{ name: 'Rebate', total: '-3.00' }],
      payment_method: 'bacs',
      set_paid: true,
    })
    const [item, rebate] = [made.line_items[0]?.id, made.fee_lines[0]?.id]
    const give = async (body: object) => call('POST', `/${made.id}/refunds`, { api_refund: false, ...body })
    expect((await give({ fee_lines: [{ id: rebate }] })).status).toBe(400)
    const given = await give({ line_items: [{ id: item, quantity: 2 }], fee_lines: [{ id: rebate }] })
    expect(given).toMatchObject({ status: 201, json: { amount: made.total, fee_lines: [{ total: '3.00' }] } })
    expect((await call('GET', `/${made.id}`)).json.status).toBe('refunded')
    expect(await stockOnHand(db, tin)).toBe(20)
  })

  test('names no item twice', async () => {
    const made = await make({ line_items: [line(tin, 2)], fee_lines: [{ name: 'Fee', total: '1' }] })
    const [{ id } = { id: 0 }] = made.line_items
    const twice = {
      line_items: [
        { id, quantity: 0 },
        { id, quantity: 4 },
      ],
    }
    expect(await refused('PUT', `/${made.id}`, twice)).toMatchObject({
      status: 400,
      params: { line_items: expect.any(String) },
    })
    const fee = made.fee_lines[0]?.id
    const fees = {
      fee_lines: [
        { id: fee, total: '2' },
        { id: fee, total: '3' },
      ],
    }
    expect(await refused('PUT', `/${made.id}`, fees)).toMatchObject({
      status: 400,
      params: { fee_lines: expect.any(String) },
    })
  })

  test('is not deleted while its customer is paying, nor charged once it is gone', async () => {
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    for (const wait of [0, 4, 8, 16, 32]) {
      const made = await make({ line_items: [line(tin, 1)], payment_method: 'stripe_cc' })
      const nonce = await nonceOf(made)
      const body = new URLSearchParams({
        woocommerce_pay: '1',
        'woocommerce-pay-nonce': nonce,
        terms: 'on',
        'terms-field': '1',
        ...card,
      })
      const paying = app.request(payPage(made), { method: 'POST', body })
      await new Promise((done) => void setTimeout(done, wait))
      const [paid, removed] = await Promise.all([paying, call('DELETE', `/${made.id}?force=true`)])
      expect(paid.status).toBeLessThan(500)
      const { json, status } = await call('GET', `/${made.id}`)
      if (removed.status === 200) expect(status).toBe(404)
      else expect([removed.json.code, json.status]).toEqual(['samovar_order_kept', 'processing'])
    }
    expect(await stockOnHand(db, tin)).toBe(await sumOfMovements(db, tin))
  })
})
