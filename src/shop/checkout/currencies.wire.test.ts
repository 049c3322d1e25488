/** Buying in currencies other than the shop's, from the choice to the refund. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { currencyBuyers, currencySetting } from '../../../test/support/currencies.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { setStock } from '../../../test/support/stock.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import type { CurrencySetting } from '../pricing/settings.ts'
import { CURRENCY_CHANGED } from './checkout-notices.tsx'

const euros = currencySetting('EUR', '0.67')
const yen = currencySetting('JPY', '108.5')
const dollars = currencySetting('USD', '0.73', { isCharged: false })
const all = [euros, yen, dollars]

const currencies: CurrencySetting[] = [...all]
const opened = await openShop({ settings: { currencies } })
const { app, shop, db, pool } = opened
const webhooks = providerEvents(opened)
const owner = await createSignedInUser(shop, 'administrator')
const productId = referenceIds.simple

/** Replaces the enabled currencies. */
const turnOn = (...on: CurrencySetting[]) => currencies.splice(0, currencies.length, ...on)

beforeEach(async () => {
  turnOn(...all)
  await pool.query('truncate orders, payments, carts, emails, stock_movements, rate_limits cascade')
  await setStock(db, productId, 1000)
})

const { choose, buyerIn, text, pay } = currencyBuyers(opened)
const theOrder = async () => {
  const [order] = await db.select().from(orders)
  if (!order) throw new Error('No order was placed')
  return order
}
const intentId = async () => (await db.select().from(payments))[0]?.intentId ?? ''

describe('buying in a currency', () => {
  test('[PAY-14 charge currency] euros: cart, checkout, order and intent are in euros, and the refund too', async () => {
    const buyer = await buyerIn('EUR')
    const added = await buyer.add(productId, 2)
    // $61.03 are €40.89.
    expect(added.fragments?.['div.widget_shopping_cart_content']).toContain('€</span>81.78')
    expect(await text(buyer, '/cart/')).toContain('€</span>81.78')
    const checkoutPage = await text(buyer, '/checkout/')
    expect(checkoutPage).toContain('name="currency" value="EUR"')
    expect(checkoutPage).not.toContain('>$</span>')
    const paid = await pay(buyer, { currency: 'EUR' })
    expect(paid.redirect).toContain('/order-received/')

    const order = await theOrder()
    expect(order).toMatchObject({ currency: 'EUR', exchangeRate: '0.67', itemsTotalCents: 8178, status: 'processing' })
    const intent = await webhooks.stripe.paymentIntents.retrieve(await intentId())
    expect([intent.amount, intent.currency]).toEqual([order.totalCents, 'eur'])
    const received = await text(buyer, paid.redirect ?? '')
    expect(received).toContain('€81.78')
    expect(received).not.toMatch(/[^a-zA-Z]\$\d/)

    await webhooks.stripe.refunds.create({ payment_intent: intent.id, amount: 1000 })
    await webhooks.deliver(await webhooks.about(intent.id))
    expect(await theOrder()).toMatchObject({ refundedCents: 1000 })
    expect((await readOrderNotes(db, order.id)).map((note) => note.text).join('\n')).toContain('€10.00 of €')
    const answer = await app.request(`/wp-json/wc/v3/orders/${order.id}`, { headers: owner.headers })
    expect(await answer.json()).toMatchObject({ currency: 'EUR', currency_symbol: '€' })
  })

  test('[PAY-14 charge currency] yen: whole yen are charged', async () => {
    const buyer = await buyerIn('JPY')
    await buyer.add(productId, 1)
    const paid = await pay(buyer)
    expect(paid.result).toBe('success')
    const order = await theOrder()
    expect(order).toMatchObject({ currency: 'JPY', exchangeRate: '108.5', itemsTotalCents: 6622 })
    const intent = await webhooks.stripe.paymentIntents.retrieve(await intentId())
    expect([intent.amount, intent.currency, intent.status]).toEqual([order.totalCents, 'jpy', 'succeeded'])
    expect(await text(buyer, paid.redirect ?? '')).toContain('JP¥6,622')
    await webhooks.stripe.refunds.create({ payment_intent: intent.id })
    await webhooks.deliver(await webhooks.about(intent.id))
    expect(await theOrder()).toMatchObject({ refundedCents: order.totalCents, status: 'refunded' })
  })

  test('[PAY-14 charge currency] by the Store API, with the parameter and a cart token', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item?currency=JPY', { id: productId, quantity: 1 })
    const { json: cart } = await client.get('/cart')
    expect(cart.totals).toMatchObject({ currency_code: 'JPY', currency_minor_unit: 0, total_items: '6622' })
    expect(cart.items[0].prices).toMatchObject({ currency_code: 'JPY', price: '6622' })
    const { status, json } = await client.post('/checkout', {
      billing_address: { ...ada, email: 'ada@shop.test' },
      shipping_address: ada,
      payment_method: 'stripe_cc',
      payment_data: [{ key: 'stripe_cc_token_key', value: 'pm_card_visa' }],
    })
    expect([status, (await theOrder()).currency]).toEqual([200, 'JPY'])
    const order = await app.request(
      `/wp-json/wc/store/v1/order/${json.order_id}?key=${json.order_key}&billing_email=ada@shop.test`,
    )
    expect((await order.json()).totals).toMatchObject({ currency_code: 'JPY', total_items: '6622' })
  })

  test('[PAY-14 charge currency] emails and statistics: the order’s currency, and its value in dollars', async () => {
    const buyer = await buyerIn('EUR')
    await buyer.add(productId, 2)
    await pay(buyer)
    const order = await theOrder()
    const whole = await findOrder(db, order.id)
    const email = whole && renderEmail('order-confirmation', whole, {}, { ...shop, settings: shop.settings() })
    expect(email?.text).toContain('€81.78')
    expect(email?.text).not.toMatch(/(^|[^a-zA-Z])\$\d/)
    const [sales] = await (await app.request('/wp-json/wc/v3/reports/sales', { headers: owner.headers })).json()
    expect(Number(sales.total_sales)).toBeCloseTo(order.totalCents / 67, 2)
  })
})

describe('a refund by the owner', () => {
  const refund = (orderId: number, body: object) =>
    app.request(`/wp-json/wc/v3/orders/${orderId}/refunds`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...owner.headers, 'content-type': 'application/json' },
    })

  test('[PAY-14 charge currency] is in the charged currency; yen have no decimals', async () => {
    const buyer = await buyerIn('JPY')
    await buyer.add(productId, 1)
    await pay(buyer)
    const order = await theOrder()
    expect((await refund(order.id, { amount: '100.50' })).status).toBe(400)
    const tooMuch = await refund(order.id, { amount: String(order.totalCents + 1) })
    expect([tooMuch.status, (await tooMuch.json()).message]).toEqual([400, expect.stringContaining('JP¥')])
    const made = await refund(order.id, { amount: '1000', reason: 'Broken' })
    expect([made.status, (await made.json()).amount]).toEqual([201, '1000'])
    const [refunded] = (await webhooks.stripe.refunds.list({ payment_intent: await intentId() })).data
    expect([refunded?.amount, refunded?.currency]).toEqual([1000, 'jpy'])
    expect(await theOrder()).toMatchObject({ refundedCents: 1000, status: 'processing' })
  })
})

describe('an order belongs to one currency', () => {
  test('[PAY-14 charge currency] changed between the page and the payment: nothing is ordered', async () => {
    const buyer = await buyerIn('EUR')
    await buyer.add(productId)
    const page = await buyer.openCheckout()
    await choose(buyer, 'JPY')
    const refused = await buyer.checkout(page, { stripe_cc_token_key: 'pm_card_visa', currency: 'EUR' })
    expect([refused.result, refused.messages]).toEqual(['failure', expect.stringContaining(CURRENCY_CHANGED)])
    for (const forged of ['XYZ', 'CAD', 'EUR ', 'eur']) {
      const answer = await buyer.checkout(page, { stripe_cc_token_key: 'pm_card_visa', currency: forged })
      expect(answer.result).toBe('failure')
    }
    expect(await db.select().from(orders)).toEqual([])
  })

  test('[PAY-14 charge currency] the unpaid order of another currency is replaced, not paid', async () => {
    const buyer = await buyerIn('EUR')
    await buyer.add(productId)
    await pay(buyer, { stripe_cc_token_key: 'pm_card_visa_chargeDeclined' })
    expect(await theOrder()).toMatchObject({ currency: 'EUR', paidAt: null })
    await choose(buyer, 'JPY')
    expect((await pay(buyer)).result).toBe('success')
    const both = await db.select().from(orders).orderBy(orders.id)
    expect(both.map(({ currency: code, status }) => [code, status])).toEqual([
      ['EUR', 'cancelled'],
      ['JPY', 'processing'],
    ])
  })

  test('[PAY-14 charge currency] a currency turned off: the cart is in dollars, the placed order stays in its own', async () => {
    const buyer = await buyerIn('EUR')
    await buyer.add(productId)
    await pay(buyer, { stripe_cc_token_key: 'pm_card_visa_chargeDeclined' })
    const order = await theOrder()
    turnOn(yen)
    const payPage = await text(buyer, `/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}`)
    expect(payPage).toContain('€')
    expect((await pay(buyer)).result).toBe('success')
    const both = await db.select().from(orders).orderBy(orders.id)
    expect(both.map(({ currency: code, status }) => [code, status])).toEqual([
      ['EUR', 'cancelled'],
      ['CAD', 'processing'],
    ])
  })

  test('[PAY-14 charge currency] a changed rate changes the cart at once, and no order', async () => {
    const buyer = await buyerIn('EUR')
    await buyer.add(productId)
    await pay(buyer)
    const order = await theOrder()
    turnOn({ ...euros, rate: '0.5' })
    await buyer.add(productId)
    expect(await text(buyer, '/cart/')).toContain('€</span>30.52')
    expect(await db.select().from(orders).where(eq(orders.id, order.id))).toMatchObject([
      { totalCents: order.totalCents, exchangeRate: '0.67' },
    ])
  })

  test('[PAY-14 charge currency] an amount too large to store is refused, and nothing fails', async () => {
    turnOn(currencySetting('VND', '99999'))
    const buyer = await buyerIn('VND')
    await buyer.add(productId, 1000)
    const refused = await pay(buyer)
    expect(refused.messages).toContain('larger than we can take')
  })
})
