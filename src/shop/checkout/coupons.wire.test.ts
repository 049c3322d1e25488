/**
 * Coupons from the cart to the charge: the amount shown is the amount paid, and usage limits hold under concurrency.
 */

import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, type StoreClient, storeClientWithToken } from '../../../test/support/store-client.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { defaultSettings } from '../../settings.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrder } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { orderJson } from '../orders/rest/order-json.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { coupons, orderCoupons } from '../pricing/coupons.table.ts'
import { cancelUnpaidOrders } from '../reconciliation/payment-jobs.ts'

const { cod } = recordedSettings.gateways ?? defaultSettings.gateways
let now = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, pool } = await openShop({
  settings: { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod } },
  poolSize: 20,
  now: () => now,
})

const buy = (email = 'ada@shop.test', more: object = { payment_method: 'cod' }) => ({
  billing_address: { ...ada, email },
  shipping_address: ada,
  ...more,
})
const byCard = (email: string, card: string) =>
  buy(email, { payment_method: 'stripe_cc', payment_data: [{ key: 'stripe_cc_token_key', value: card }] })

async function withCoupon(code: string, quantity = 1): Promise<StoreClient> {
  const client = await storeClientWithToken(app)
  expect((await client.post('/cart/add-item', { id: referenceIds.simple, quantity })).status).toBe(201)
  expect((await client.post('/cart/apply-coupon', { code })).status).toBe(200)
  return client
}
const limit = (code: string, changes: Partial<typeof coupons.$inferInsert>) =>
  db.update(coupons).set(changes).where(eq(coupons.code, code))
const uses = () => db.select().from(orderCoupons).orderBy(asc(orderCoupons.orderId))
const countedUses = async () => (await uses()).filter((use) => use.isCounted).length

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  await pool.query('truncate orders, emails, stock_movements cascade')
  await limit('tea10', {
    usageLimit: null,
    usageLimitPerCustomer: null,
    emailRestrictions: [],
    isActive: true,
    expiresAt: null,
  })
})

test('a code is not guessed: after 40 that do not exist a network waits, and hears of no code; others go on', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple })
  const code = 'tea10'
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const tryTo = async (verb: string, typed: string, address = '198.51.100.7') => {
    const { status, json } = await client.post(`/cart/${verb}-coupon`, { code: typed }, from(address))
    return [status, json.code, json.message]
  }
  for (let count = 0; count < 20; count += 1) {
    // An empty field does not count as a guess.
    expect((await tryTo('apply', ' '))[2]).toBe('Please enter a coupon code.')
    expect((await tryTo('apply', `guess${count}`))[2]).toContain('does not exist')
    expect((await tryTo('remove', `guess${count}`))[2]).toBe('Invalid coupon code.')
  }
  const wait = 'Too many codes that do not exist. Please wait ten minutes, then try again.'
  expect(await tryTo('apply', code)).toEqual([400, 'woocommerce_rest_cart_coupon_error', wait])
  expect((await tryTo('remove', code))[2]).toBe('Invalid coupon code.')
  expect((await tryTo('remove', code, '198.51.101.8'))[0]).toBe(409)
  expect((await tryTo('apply', code, '198.51.101.8'))[0]).toBe(200)
  // A coupon in the cart can be removed despite the limit.
  expect((await tryTo('remove', code))[0]).toBe(200)
})

describe('the amount shown is the amount paid', () => {
  test('[MINI-05] [API-01] cart, order, email, charge and the order JSON agree', async () => {
    const client = await withCoupon('tea10', 2)
    await client.post('/cart/apply-coupon', { code: 'five-off' })
    await client.post('/cart/update-customer', buy())
    const { json: cart } = await client.get('/cart')
    const placed = await client.post('/checkout', byCard('ada@shop.test', 'pm_card_visa'))
    expect(placed.status).toBe(200)

    const order = await findOrder(db, placed.json.order_id)
    if (!order) throw new Error('no order')
    expect(order.coupons.map((one) => [one.code, one.discountCents, one.discountTaxCents])).toEqual([
      ['five-off', 500, 65],
      ['tea10', 1221, 159],
    ])
    expect(order.itemsSubtotalCents - order.itemsTotalCents).toBe(1721)
    expect(String(order.totalCents)).toBe(cart.totals.total_price)
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id))
    expect(payment?.amountCents).toBe(order.totalCents)
    const { text } = renderEmail('order-confirmation', order, {}, { url: shop.url, settings: shop.settings() })
    for (const shown of ['Coupon: tea10', '-$12.21', 'Coupon: five-off', '-$5.00', '$122.06']) {
      expect(text).toContain(shown)
    }
    const whole = await readOrder(db, order.id)
    const json = whole && orderJson(whole, { url: shop.url, taxTable: shop.pricing().taxTable })
    expect(json).toMatchObject({
      discount_total: '17.21',
      discount_tax: '2.24',
      coupon_lines: [
        { code: 'five-off', discount: '5', discount_tax: '0.65', discount_type: 'fixed_cart', nominal_amount: 5 },
        { code: 'tea10', discount: '12.21', discount_tax: '1.59', discount_type: 'percent', nominal_amount: 10 },
      ],
    })
    expect((await client.get('/cart')).json.coupons).toEqual([])
  })

  test('[MINI-05] the order-received page and the checkout show the coupon', async () => {
    const client = await withCoupon('five-off')
    const placed = await client.post('/checkout', buy())
    const page = await (
      await app.request(
        new URL(placed.json.payment_result.redirect_url).pathname +
          new URL(placed.json.payment_result.redirect_url).search,
      )
    ).text()
    expect(page).toContain('Coupon: five-off')
    expect(page).toContain('-$5.00')
  })

  test('[MINI-05] a coupon that discounts the whole total needs no payment', async () => {
    await db.insert(coupons).values({ code: 'all', discountType: 'percent', amount: 10_000, freeShipping: false })
    const client = await withCoupon('all', 2)
    await client.post('/cart/select-shipping-rate', { rate_id: 'local_pickup:3' })
    expect((await client.get('/cart')).json).toMatchObject({ needs_payment: false, totals: { total_price: '0' } })
    const placed = await client.post('/checkout', buy('ada@shop.test', {}))
    expect(placed.json).toMatchObject({ status: 'processing' })
  })
})

describe('a coupon that no longer applies', () => {
  test('[MINI-05] is removed from the cart at the next view, with a notice', async () => {
    const client = await withCoupon('tea10')
    await limit('tea10', { expiresAt: new Date('2026-11-20T13:00:00Z') })
    expect((await client.get('/cart')).json.coupons).toHaveLength(1)
    now = new Date('2026-11-20T13:00:00Z')
    const { json } = await client.get('/cart')
    expect(json.coupons).toEqual([])
    expect(json.errors).toEqual([
      { code: 'woocommerce_rest_cart_coupon_error', message: 'Coupon &quot;tea10&quot; has expired.' },
    ])
    expect((await client.get('/cart')).json.errors).toEqual([])
  })

  test('[MINI-05] never changes a total silently: the order is refused, and the next one costs what is shown', async () => {
    const client = await withCoupon('tea10')
    await limit('tea10', { isActive: false })
    const refused = await client.post('/checkout', buy())
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({ code: 'woocommerce_rest_cart_coupon_errors', data: { cart: { coupons: [] } } })
    expect(await db.select().from(orders)).toEqual([])
    const placed = await client.post('/checkout', buy())
    expect(String((await findOrder(db, placed.json.order_id))?.totalCents)).toBe(
      refused.json.data.cart.totals.total_price,
    )
  })

  test('[MINI-05] restricted to another customer is detected once the email address is known', async () => {
    await limit('tea10', { emailRestrictions: ['*@tea.example'] })
    const client = await withCoupon('tea10')
    const refused = await client.post('/checkout', buy('ada@shop.test'))
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Sorry, coupon &quot;tea10&quot; belongs to another email address.',
    ])
    expect(await uses()).toEqual([])
    const other = await withCoupon('tea10')
    expect((await other.post('/checkout', buy('Bob@Tea.example'))).status).toBe(200)
  })
})

describe('usage limits', () => {
  test('[MINI-05] 50 buyers of a coupon with 10 uses: exactly 10 get it', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => withCoupon('tea10')))
    await limit('tea10', { usageLimit: 10 })
    const answers = await Promise.all(
      clients.map((client, index) => client.post('/checkout', buy(`buyer${index}@shop.test`))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40)
    expect(await countedUses()).toBe(10)
    expect(await db.select().from(orders)).toHaveLength(10)
  }, 60_000)

  test('[MINI-05] once per customer, by email address in any spelling, also concurrently', async () => {
    await limit('tea10', { usageLimitPerCustomer: 1 })
    const clients = await Promise.all(Array.from({ length: 5 }, () => withCoupon('tea10')))
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.post('/checkout', buy(index % 2 === 0 ? 'ada@shop.test' : 'ADA@Shop.test')),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countedUses()).toBe(1)
    const newShopper = await withCoupon('tea10')
    expect((await newShopper.post('/checkout', buy('bob@shop.test'))).status).toBe(200)
  })

  test('[MINI-05] once per customer, whichever alias of a mailbox is entered; the order stores it as entered', async () => {
    await limit('tea10', { usageLimitPerCustomer: 1 })
    const pay = async (email: string) => (await withCoupon('tea10')).post('/checkout', buy(email))
    const { json } = await pay('Ada.Leaf+tea@Gmail.com')
    expect((await findOrder(db, json.order_id))?.billing.email).toBe('Ada.Leaf+tea@Gmail.com')
    expect((await uses()).map((use) => use.usedBy)).toEqual(['ada.leaf+tea@gmail.com'])
    for (const alias of ['adaleaf@gmail.com', 'a.d.a.leaf@googlemail.com', 'ADALEAF+2@gmail.com'])
      expect((await pay(alias)).status).toBe(409)
    expect((await pay('wu+1@shop.test')).status).toBe(200)
    expect((await pay('wu+2@shop.test')).status).toBe(409)
    expect((await pay('w.u@shop.test')).status).toBe(200)
    expect(await countedUses()).toBe(3)
  })

  test('[MINI-05] an unpaid order holds its use, does not block itself, and returns the use', async () => {
    await limit('tea10', { usageLimit: 1 })
    const client = await withCoupon('tea10')
    const declined = await client.post('/checkout', byCard('ada@shop.test', 'pm_card_chargeDeclined'))
    expect(declined.status).toBe(400)
    expect(await countedUses()).toBe(1)
    expect((await client.get('/cart')).json.coupons).toHaveLength(1)

    const other = await storeClientWithToken(app)
    await other.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
    expect((await other.post('/cart/apply-coupon', { code: 'tea10' })).status).toBe(400)

    now = new Date('2026-11-20T14:00:00Z')
    await db.update(orders).set({ createdAt: new Date('2026-11-20T12:00:00Z') })
    await cancelUnpaidOrders(shop)
    expect(await countedUses()).toBe(0)
    expect((await other.post('/cart/apply-coupon', { code: 'tea10' })).status).toBe(200)
  })

  test('[MINI-05] a changed cart replaces the unpaid order and its use', async () => {
    await limit('tea10', { usageLimit: 1 })
    const client = await withCoupon('tea10')
    await client.post('/checkout', byCard('ada@shop.test', 'pm_card_chargeDeclined'))
    await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
    const placed = await client.post('/checkout', byCard('ada@shop.test', 'pm_card_visa'))
    expect(placed.status).toBe(200)
    expect((await uses()).map((use) => use.isCounted)).toEqual([false, true])
  })

  test('[MINI-05] an accepted order whose payment has failed holds its use against its own cart too', async () => {
    await limit('tea10', { usageLimit: 1 })
    const client = await withCoupon('tea10')
    const { status, json } = await client.post('/checkout', byCard('ada@shop.test', 'pm_card_processing'))
    expect([status, json.status]).toEqual([200, 'on-hold'])
    await db.update(orders).set({ status: 'failed' })
    await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
    expect((await client.post('/cart/apply-coupon', { code: 'tea10' })).status).toBe(400)
    expect(await countedUses()).toBe(1)
  })

  test('[MINI-05] an order cancelled by the owner returns its use once', async () => {
    await limit('tea10', { usageLimit: 1 })
    const client = await withCoupon('tea10')
    const { json } = await client.post('/checkout', buy())
    const cancellation = { orderId: json.order_id as number, to: 'cancelled' as const, author: 'Olive' }
    expect(await transitionOrderByHand(shop, cancellation)).toEqual({ ok: true })
    expect(await countedUses()).toBe(0)
    expect((await findOrder(db, json.order_id))?.coupons).toHaveLength(1)
  })
})

describe('applying and removing', () => {
  test('[MINI-05] a refusal changes nothing and creates no cart for a new visitor', async () => {
    const client = await withCoupon('tea10')
    const before = await digestShop(db)
    for (const code of [
      'nope',
      'expired',
      'bigspend',
      'tea10',
      '',
      ' ',
      '\0',
      'x'.repeat(5000),
      '__proto__',
      "'; --",
    ]) {
      expect((await client.post('/cart/apply-coupon', { code })).status).toBe(400)
    }
    const stranger = await storeClientWithToken(app)
    for (const path of ['/cart/apply-coupon', '/cart/remove-coupon', '/cart/coupons'])
      expect((await stranger.post(path, { code: 'tea10' })).status).toBeGreaterThanOrEqual(400)
    expect(await digestShop(db)).toEqual(before)
  })

  test('[MINI-05] an individual-use coupon removes the others; no other can be added to it', async () => {
    const client = await withCoupon('tea10')
    const individualUse = await client.post('/cart/apply-coupon', { code: 'SOLO' })
    expect(individualUse.json.coupons.map((one: { code: string }) => one.code)).toEqual(['solo'])
    const { status, json } = await client.post('/cart/apply-coupon', { code: 'tea10' })
    expect([status, json.message]).toEqual([
      400,
      'Sorry, coupon &quot;solo&quot; cannot be used together with other coupons.',
    ])
  })

  test('[MINI-05] applied 20 times concurrently, it is in the cart once', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/cart/apply-coupon', { code: 'tea10' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await client.get('/cart')).json.coupons).toHaveLength(1)
  })

  test('[API-01] the coupons as a resource of their own', async () => {
    const client = await withCoupon('tea10')
    const added = await client.post('/cart/coupons', { code: 'five-off' })
    expect([added.status, added.json.code]).toEqual([201, 'five-off'])
    expect((await client.get('/cart/coupons/FIVE-off')).json.code).toBe('five-off')
    expect((await client.get('/cart/coupons/solo')).status).toBe(404)
    expect((await client.call('DELETE', '/cart/coupons/tea10')).status).toBe(204)
    expect((await client.call('DELETE', '/cart/coupons/tea10')).status).toBe(409)
    expect((await client.call('DELETE', '/cart/coupons')).json).toEqual([])
    expect((await client.get('/cart')).json).toMatchObject({ coupons: [], totals: { total_discount: '0' } })
  })

  test('[MINI-05] a category includes all its subcategories', async () => {
    const { rows } = await db.execute<{ term_id: number }>(
      sql`select et.term_id from entry_terms et join terms t on t.id = et.term_id
           where et.entry_id = ${referenceIds.simple} and t.taxonomy = 'product_cat'`,
    )
    const own = rows[0]?.term_id ?? 0
    const { rows: created } = await db.execute<{ id: number }>(
      sql`insert into terms (taxonomy, slug, name) values ('product_cat', 'all-tea', 'All tea') returning id`,
    )
    const above = created[0]?.id ?? 0
    await db.execute(sql`update terms set parent_id = ${above} where id = ${own}`)
    await db.insert(coupons).values([
      { code: 'leaf', discountType: 'percent', amount: 5000, categoryIds: [above] },
      { code: 'not-leaf', discountType: 'percent', amount: 5000, excludedCategoryIds: [above] },
    ])
    const client = await withCoupon('leaf')
    expect((await client.get('/cart')).json.totals.total_discount).toBe('3051')
    expect((await client.post('/cart/apply-coupon', { code: 'not-leaf' })).json.message).toBe(
      'Sorry, coupon &quot;not-leaf&quot; is not for anything in your cart.',
    )
  })
})
