/** Orders made by `POST wc/v3/orders`: prices, tax, stock and refusals; and what their status does. */

import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct, stockOnHand, sumOfMovements } from '../../../../test/faults/stock.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { canadianTaxes } from '../../pricing/canadian-pricing.ts'
import { insertCoupon } from '../../pricing/coupons.store.ts'
import { addsUp, billing, type Item, line, openOrdersByHand } from './open-test-by-hand.ts'

const { app, call, current, customer, db, edit, make, notes, owner, pool, refused, reset } = await openOrdersByHand()

let tin = 0
let jar = 0
beforeEach(async () => {
  ;({ tin, jar } = await reset())
})
const productOf = async (id: number) =>
  (await (await app.request(`/wp-json/wc/v3/products/${id}`, { headers: owner.headers })).json()) as object

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
    current.pricing = { ...current.pricing, taxTable: canadianTaxes }
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
    current.pricing = { ...current.pricing, taxTable: canadianTaxes }
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

  test('keeps long details of a line whole, and booleans as texts', async () => {
    const value = `a${'🍵'.repeat(2000)}`
    const meta_data = [
      { key: 'gift', value },
      { key: 'wrapped', value: true },
    ]
    const { line_items } = await make({ line_items: [{ product_id: 131, meta_data }] })
    expect(line_items[0]?.meta_data).toMatchObject([{ value }, { value: '1' }])
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

describe('what is in an order', () => {
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
})
