/** Orders with nothing to pay: placed without a payment method, whatever fees the methods have, and then completed. */
import { beforeEach, expect, test } from 'vitest'
import { type Buyer, newBuyer, ontario } from '../../../test/running/buyer.ts'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { insertCoupon } from '../pricing/coupons.store.ts'

const fee = { id: 'card', name: 'Card', kind: 'fixed', amount: 100, taxClass: 'standard' } as const
const { gateways } = defaultSettings
const { app, shop, db } = await openShop({
  settings: { ...recordedSettings, gateways: { ...gateways, cod: { ...gateways.cod, enabled: true } } },
  pricing: { ...recordedShopPricing, fees: [{ ...fee, paymentMethods: ['stripe_cc'] }] },
})
const couponAt = new Date('2026-11-20T12:00:00Z')
await insertCoupon(db, {
  code: 'all',
  discountType: 'percent',
  amount: 10_000,
  createdAt: couponAt,
  updatedAt: couponAt,
})

beforeEach(() => db.delete(orders))

const complete = (order: Order) => transitionOrderByHand(shop, { orderId: order.id, to: 'completed', author: 'Olive' })

async function freeCheckout(): Promise<{ buyer: Buyer; form: Record<string, string> }> {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(referenceIds.simple, 1)
  const { checkoutNonce: nonce } = await buyer.openCheckout()
  const { payment_method: _, ...address } = ontario
  const form = { ...address, 'shipping_method[0]': 'local_pickup:3', 'woocommerce-process-checkout-nonce': nonce }
  await buyer.post('/checkout/', { ...form, apply_coupon: 'Apply coupon', coupon_code: 'all' })
  const update = { ...form, woocommerce_checkout_update_totals: 'Update totals' }
  expect(await (await buyer.post('/checkout/', update)).text()).toContain('There is nothing to pay.')
  return { buyer, form: { ...form, shown_total_cents: '0' } }
}

test('an order placed on the page has no payment method and can be completed', async () => {
  const { buyer, form } = await freeCheckout()
  const placed = await buyer.post('/checkout/', form)
  expect(placed.status).toBe(303)
  const [order] = await db.select().from(orders)
  const found = await findOrder(db, order?.id ?? 0)
  expect(found).toMatchObject({ status: 'processing', totalCents: 0, paymentMethod: '', paymentMethodTitle: '' })
  const page = await (await buyer.send(placed.headers.get('location') ?? '')).text()
  expect(page).toContain('woocommerce-order-overview__total')
  expect(page).not.toContain('woocommerce-order-overview__payment-method')
  const { text, html } = renderEmail('new-order', found as Order, {}, { url: shop.url, settings: shop.settings() })
  expect(text).toContain('Ada Leaf ordered for $0.00.')
  expect(html).not.toMatch(/>\s*Payment\s*</)
  expect(await complete(found as Order)).toEqual({ ok: true })
})

test('the same form sent again gets its order’s page, as by script', async () => {
  const { buyer, form } = await freeCheckout()
  const placed = (await buyer.post('/checkout/', form)).headers.get('location') ?? ''
  expect(placed).toContain('order-received')
  expect((await buyer.post('/checkout/', form)).headers.get('location')).toBe(placed)
  const again = (await (await buyer.post('/?wc-ajax=checkout', form)).json()) as { redirect?: string }
  expect(again.redirect).toContain(placed)
  expect(await db.$count(orders)).toBe(1)
})

test('a program pays the fee of the method that it sends, whichever the cart had before', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  await client.post('/cart/apply-coupon', { code: 'all' })
  await client.post('/cart/select-shipping-rate', { rate_id: 'local_pickup:3' })
  const address = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
  const byCard = { ...address, payment_method: 'stripe_cc' }
  expect((await client.post('/checkout', { ...byCard, payment_data: [] })).json.code).toBe(
    'woocommerce_rest_payment_error',
  )
  expect(await db.$count(orders)).toBe(0)
  const card = [{ key: 'stripe_cc_token_key', value: 'pm_card_visa' }]
  const { json } = await client.post('/checkout', { ...byCard, payment_data: card })
  expect(json).toMatchObject({ status: 'processing', payment_method: 'stripe_cc' })
  expect(await findOrder(db, json.order_id)).toMatchObject({ feesCents: 100, totalCents: 113 })
})

test('an app that posts the page’s form without asking for totals pays the fee of the method in it', async () => {
  const { buyer, form } = await freeCheckout()
  const { shown_total_cents: _, ...fields } = form
  const byCard = { ...fields, payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
  expect((await buyer.post('/checkout/', byCard)).headers.get('location')).toContain('order-received')
  expect(await db.select().from(orders)).toMatchObject([{ status: 'processing', feesCents: 100, totalCents: 113 }])
})

test('an order placed by a program has no payment method either, even if the program names one', async () => {
  for (const named of [{}, { payment_method: 'cod' }]) {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
    await client.post('/cart/apply-coupon', { code: 'all' })
    await client.post('/cart/select-shipping-rate', { rate_id: 'local_pickup:3' })
    const address = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
    const { json } = await client.post('/checkout', { ...address, ...named })
    expect(json).toMatchObject({ status: 'processing', payment_method: '' })
    const found = await findOrder(db, json.order_id)
    expect(await complete(found as Order)).toEqual({ ok: true })
  }
})
