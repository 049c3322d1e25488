/** What is in an order, changed by `PUT wc/v3/orders`: prices, tax and stock, and refusals. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct, stockOnHand, sumOfMovements } from '../../../../test/faults/stock.ts'
import { insertCoupon } from '../../pricing/coupons.store.ts'
import { coupons } from '../../pricing/coupons.table.ts'
import { findOrder } from '../orders.store.ts'
import { addsUp, line, openOrdersByHand, sum } from './open-test-by-hand.ts'

const { call, clock, current, db, edit, make, notes, recordedPricing, refused, reset } = await openOrdersByHand()

let tin = 0
let jar = 0
beforeEach(async () => {
  ;({ tin, jar } = await reset())
})

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
    current.pricing = { ...current.pricing, shipping: { zones: [{ name: 'Canada', locations: [], methods }] } }
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
    current.pricing = recordedPricing
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 2 }] })
    expect(await placeOf()).toBe('1 Kettle Lane')
    await edit(made.id, { shipping_lines: [{ id: shipping?.id, ...byPost }] })
    expect(await placeOf()).toBeNull()
  })

  test('is shipped without tax if its change says so, whatever it said before, or if its method has none', async () => {
    const post = { kind: 'flat_rate', instanceId: 7, title: 'Post', costCents: 995, taxable: false } as const
    const courier = { ...post, instanceId: 8, title: 'Courier', taxable: true } as const
    current.pricing = {
      ...current.pricing,
      shipping: { zones: [{ name: 'Canada', locations: [], methods: [post, courier] }] },
    }
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

  test('stays without tax when a line that cost nothing is given a price', async () => {
    const free = { method_id: 'flat_rate', method_title: 'Gift', total: '0', tax_status: 'none' }
    const made = await make({ line_items: [line(tin, 1)], shipping_lines: [free] })
    const [shipping] = made.shipping_lines
    expect(shipping?.tax_status).toBe('none')
    const priced = await edit(made.id, { shipping_lines: [{ id: shipping?.id, total: '5' }] })
    expect(priced).toMatchObject({ shipping_tax: '0.00', shipping_lines: [{ tax_status: 'none' }] })
    const taxed = { ...free, tax_status: 'taxable' }
    const other = await make({ line_items: [line(tin, 1)], shipping_lines: [taxed] })
    expect(other.shipping_lines[0]?.tax_status).toBe('taxable')
    const now = await edit(other.id, { shipping_lines: [{ id: other.shipping_lines[0]?.id, total: '5' }] })
    expect(now.shipping_tax).toBe('0.65')
  })

  test('follows the address of the order, and stays if the order is sent back as it was', async () => {
    const made = await make({ line_items: [line(tin, 2)], fee_lines: [{ name: 'Fee', total: '1' }] })
    clock.now = new Date('2026-11-22T09:00:00Z')
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
    await db.update(coupons).set({ expiresAt: clock.now }).where(eq(coupons.code, 'tea10'))
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
})
