/** Affirm, Afterpay and Klarna: redirecting to the provider's page, and every way to return or not to return. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, newBuyer, ontario } from '../../../test/running/buyer.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings, SHOP_URL } from '../../../test/support/shop.ts'
import { setStock } from '../../../test/support/stock.ts'
import { ada, StoreClient } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orders } from '../orders/orders.table.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { cancelUnpaidOrders, reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const { stripe_klarna: klarna, stripe_afterpay: afterpay, stripe_affirm: affirm } = defaultSettings.gateways
const on = { enabled: true }
let later = 0
const opened = await openShop({
  settings: {
    ...recordedSettings,
    gateways: {
      ...defaultSettings.gateways,
      stripe_klarna: { ...klarna, ...on },
      stripe_afterpay: { ...afterpay, ...on },
      stripe_affirm: { ...affirm, ...on },
    },
  },
  now: () => new Date(Date.now() + later),
})
const { app, shop, db, pool } = opened
const { stripe, about, deliver } = providerEvents(opened)

const productId = referenceIds.simple
const STOCK = 50

beforeEach(async () => {
  later = 0
  await pool.query('truncate orders, payments, payment_events, emails, stock_movements, rate_limits cascade')
  await setStock(db, productId, STOCK)
})

const buyer = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
const allOrders = () => db.select().from(orders).orderBy(orders.id)
async function theOrder() {
  const [order, ...others] = await allOrders()
  if (!order || others.length > 0) throw new Error(`There are ${others.length + (order ? 1 : 0)} orders`)
  return order
}
const thePayments = () => db.select().from(payments).orderBy(payments.id)
const intentId = async () => (await thePayments()).at(-1)?.intentId ?? ''
const onHand = async () =>
  (await db.select().from(stockLevels).where(eq(stockLevels.productId, productId)))[0]?.onHand ?? 0
const templates = async () => (await db.select().from(emails).orderBy(emails.id)).map(({ template }) => template)
const charged = async () => {
  const { data } = await stripe.charges.list({ limit: 100 })
  const { orderKey } = await theOrder()
  return data.filter((charge) => charge.metadata.order_key === orderKey && charge.paid).length
}
const hasCart = async (shopper: Buyer) =>
  (await (await shopper.send('/cart/')).text()).includes('woocommerce-cart-form__cart-item')

async function shopperWithCart(quantity = 2): Promise<Buyer> {
  const shopper = buyer()
  await shopper.add(productId, quantity)
  return shopper
}

/** Presses "Place order"; returns the URL of the redirect. */
async function place(shopper: Buyer, method = 'stripe_klarna', more: Record<string, string> = {}): Promise<string> {
  const { result, redirect, messages } = await shopper.checkout(await shopper.openCheckout(), {
    payment_method: method,
    ...more,
  })
  if (result !== 'success' || !redirect) throw new Error(messages)
  return redirect
}

type Outcome = 'accept' | 'later' | 'decline' | 'close'

/** Answers on the provider's page; returns the URL to which it redirects the browser. */
async function answer(url: string, outcome: Outcome): Promise<URL> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

/** Opens the return URL; returns the URL of the next redirect. */
async function comeBack(shopper: Buyer, url: URL): Promise<string> {
  expect(url.origin).toBe(SHOP_URL)
  const response = await shopper.send(url.pathname + url.search)
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}
const page = async (shopper: Buyer, path: string) => (await shopper.send(path)).text()

describe('leaving for the provider', () => {
  test.each([
    ['stripe_klarna', 'klarna'],
    ['stripe_afterpay', 'afterpay_clearpay'],
    ['stripe_affirm', 'affirm'],
  ])('%s: the order is pending with its stock, and the cart stays', async (method, type) => {
    const shopper = await shopperWithCart()
    const url = await place(shopper, method)
    expect(url).toMatch(new RegExp(`^${opened.provider.url}/v3/pay-later/src_`))
    expect(await theOrder()).toMatchObject({ status: 'pending', paymentMethod: method, holdsStock: true })
    expect([await onHand(), await hasCart(shopper)]).toEqual([STOCK - 2, true])
    const intent = await stripe.paymentIntents.retrieve(await intentId())
    expect(intent).toMatchObject({
      status: 'requires_action',
      payment_method_types: [type],
      amount: (await theOrder()).totalCents,
      shipping: { name: 'Ada Leaf', address: { line1: '1 Kettle Lane', postal_code: 'M5V 2T6', country: 'CA' } },
    })
    const { id, orderKey } = await theOrder()
    const { searchParams } = new URL(intent.next_action?.redirect_to_url?.return_url ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      key: orderKey,
      order_id: String(id),
      _stripe_payment_method: method,
    })
  })

  test('without script a page of the shop leads on, which browsers leave out of their history', async () => {
    const shopper = await shopperWithCart()
    const { checkoutNonce } = await shopper.openCheckout()
    const fields = { ...ontario, 'woocommerce-process-checkout-nonce': checkoutNonce, payment_method: 'stripe_klarna' }
    const posted = await shopper.post('/checkout/', fields)
    expect(posted.status).toBe(303)
    const response = await shopper.send(posted.headers.get('location') ?? '')
    const [, url = ''] = /^0; url=(.+)$/.exec(response.headers.get('refresh') ?? '') ?? []
    expect(url).toMatch(/\/v3\/pay-later\/src_/)
    expect(await response.text()).toContain(`href="${url}"`)
    await answer(url, 'accept')
    const again = await shopper.send(posted.headers.get('location') ?? '')
    expect([again.status, again.headers.get('refresh')]).toEqual([303, null])
    expect((await theOrder()).status).toBe('processing')
    const { id } = await theOrder()
    expect((await shopper.send(`/checkout/order-pay/${id}/?key=wrong&redirect_to_provider=1`)).status).toBe(303)
  })

  test('the Store API says where to go on', async () => {
    const shopper = await shopperWithCart()
    const client = new StoreClient(app, 'cookies')
    for (const [name, value] of shopper.cookies) client.cookies.set(name, value)
    await client.get('/cart')
    const purchase = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
    const { status, json } = await client.post('/checkout', { ...purchase, payment_method: 'stripe_afterpay' })
    expect([status, json.payment_result.payment_status]).toEqual([200, 'success'])
    expect(json.payment_result.redirect_url).toMatch(/\/v3\/pay-later\/src_/)
  })
})

/** How the shop learns of the outcome: by the browser first, by the events first, or only by the reconcile job. */
const arrivals = ['return page first', 'events first', 'no event'] as const

describe.each(arrivals)('%s', (arrival) => {
  /** Ends a payment on the provider's page and delivers the outcome; returns the URL where the shopper ends up. */
  async function end(shopper: Buyer, url: string, outcome: Outcome): Promise<string> {
    const back = await answer(url, outcome)
    const id = back.searchParams.get('payment_intent') ?? ''
    if (arrival === 'no event') await reconcilePayments(shop)
    if (arrival === 'events first') await deliver(await about(id))
    const next = await comeBack(shopper, back)
    if (arrival === 'return page first') await deliver(await about(id))
    // Repeated and late events change nothing.
    await deliver((await about(id)).toReversed())
    await reconcilePayments(shop)
    return next
  }

  test('accepted: the order is paid once', async () => {
    const shopper = await shopperWithCart()
    const url = await place(shopper)
    const next = await end(shopper, url, 'accept')
    const order = await theOrder()
    expect(next).toBe(`/checkout/order-received/${order.id}/?key=${order.orderKey}`)
    expect(order).toMatchObject({ status: 'processing', paidAt: expect.any(Date) })
    expect([await onHand(), await hasCart(shopper), await charged()]).toEqual([STOCK - 2, false, 1])
    expect(await templates()).toEqual(['order-confirmation', 'new-order'])
    expect(await page(shopper, next)).toContain('Thank you, Ada.')
    // The URLs of the provider's page and of the return are still in the browser's history.
    const again = await answer(url, 'accept')
    expect(await comeBack(shopper, again)).toBe(next)
    expect([await onHand(), await charged(), (await templates()).length]).toEqual([STOCK - 2, 1, 2])
  })

  test('accepted and reported later: the order is accepted on hold, then paid', async () => {
    const shopper = await shopperWithCart()
    const next = await end(shopper, await place(shopper), 'later')
    expect(await theOrder()).toMatchObject({ status: 'on-hold', paidAt: null, invoiceNumber: expect.any(Number) })
    expect(await page(shopper, next)).toContain('as soon as your payment reaches us')
    expect([await onHand(), await hasCart(shopper)]).toEqual([STOCK - 2, false])
    await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${await intentId()}`, { status: 'succeeded' })
    if (arrival === 'no event') await reconcilePayments(shop)
    else await deliver(await about(await intentId()))
    expect((await theOrder()).status).toBe('processing')
    expect(await templates()).toEqual(['order-confirmation', 'new-order', 'payment-received'])
  })

  test.each([
    ['decline', 'Klarna did not approve the payment.'],
    ['close', 'The payment with Klarna was cancelled.'],
  ] as const)('%s: the shopper is told, keeps the cart, and pays another way', async (outcome, text) => {
    const shopper = await shopperWithCart()
    const next = await end(shopper, await place(shopper), outcome)
    expect(next).toBe('/checkout/')
    expect(await page(shopper, next)).toContain(`${text} Nothing was charged`)
    expect(await page(shopper, next)).not.toContain(text)
    expect(await theOrder()).toMatchObject({ status: 'pending', paidAt: null })
    expect([await hasCart(shopper), await templates(), await charged()]).toEqual([true, [], 0])

    // The shopper tries the same payment method again: another attempt of the same payment.
    const url = await place(shopper)
    await end(shopper, url, outcome)
    // Choosing the card changes the cart, so paying by card creates another order.
    expect(await place(shopper, 'stripe_cc', { stripe_cc_token_key: 'pm_card_visa' })).toContain('/order-received/')
    const all = await allOrders()
    expect(all.map(({ status }) => status)).toEqual(['cancelled', 'processing'])
    expect([await onHand(), await hasCart(shopper)]).toEqual([STOCK - 2, false])
  })
})

describe('a shopper who does not come back', () => {
  test('closed tab: the order waits for its time, then its payment and it are cancelled, and the cart stays', async () => {
    const shopper = await shopperWithCart()
    const url = await place(shopper)
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect([(await theOrder()).status, await onHand()]).toEqual(['pending', STOCK - 2])
    later = 3 * 3_600_000
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect((await stripe.paymentIntents.retrieve(await intentId())).status).toBe('canceled')
    expect([(await theOrder()).status, await onHand()]).toEqual(['cancelled', STOCK])
    later = 0
    expect(await hasCart(shopper)).toBe(true)
    // Answering on the page that was left open has no effect.
    expect(await (await fetch(url)).text()).toContain('This payment has ended')
    await comeBack(shopper, await answer(url, 'accept'))
    expect([(await theOrder()).status, await charged()]).toEqual(['cancelled', 0])
  })

  test('closed tab after accepting: the events alone pay the order and empty the cart', async () => {
    const shopper = await shopperWithCart()
    await answer(await place(shopper), 'accept')
    await deliver(await about(await intentId()))
    expect([(await theOrder()).status, await hasCart(shopper), await onHand()]).toEqual([
      'processing',
      false,
      STOCK - 2,
    ])
  })

  test('back button: a second press leads to the same page of the same payment, and is paid once', async () => {
    const shopper = await shopperWithCart()
    const url = await place(shopper)
    expect(await place(shopper)).toBe(url)
    const [first, second] = await Promise.all([place(shopper), place(shopper)])
    expect([first, second]).toEqual([url, url])
    await answer(url, 'accept')
    // The shopper presses "Place order" again before the shop has learned of the outcome.
    expect(await place(shopper)).toContain('/order-received/')
    expect([(await theOrder()).status, await charged(), await onHand()]).toEqual(['processing', 1, STOCK - 2])
  })

  test('two presses at once start one payment', async () => {
    const shopper = await shopperWithCart()
    const checkout = await shopper.openCheckout()
    const press = () => shopper.checkout(checkout, { payment_method: 'stripe_klarna' })
    const answers = await Promise.all([press(), press(), press()])
    expect(new Set(answers.map(({ redirect }) => redirect)).size).toBe(1)
    expect(await thePayments()).toHaveLength(1)
  })
})

describe('changing the payment method of an order', () => {
  const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
  type PayAnswer = { success?: boolean; needs_confirmation?: boolean; redirect?: string; message?: string }

  async function pay(method: string, card = ''): Promise<PayAnswer> {
    const order = await theOrder()
    const nonce = orderPayNonce(shop, order as Parameters<typeof orderPayNonce>[1])
    const fields = { payment_method: method, stripe_cc_token_key: card, 'woocommerce-pay-nonce': nonce }
    const response = await buyer().post(CALL, { ...fields, order_id: String(order.id), order_key: order.orderKey })
    return (await response.json()) as PayAnswer
  }
  const statuses = async () => (await thePayments()).map(({ methodType, status }) => `${methodType} ${status}`)

  test('from card to pay later and back: only one payment can ever be paid', async () => {
    const shopper = await shopperWithCart()
    await shopper.checkout(await shopper.openCheckout(), { stripe_cc_token_key: 'pm_card_chargeDeclined' })
    expect(await statuses()).toEqual(['card requires_payment_method'])

    const toKlarna = await pay('stripe_klarna')
    expect(toKlarna).toMatchObject({ success: true, needs_confirmation: false })
    expect(toKlarna.redirect).toMatch(/\/v3\/pay-later\//)
    expect(await statuses()).toEqual(['card canceled', 'klarna requires_action'])
    const toAfterpay = await pay('stripe_afterpay')
    expect(toAfterpay.redirect).not.toBe(toKlarna.redirect)
    expect(await statuses()).toEqual(['card canceled', 'klarna canceled', 'afterpay_clearpay requires_action'])
    // The page of the first attempt is still open in another tab.
    expect(await comeBack(shopper, await answer(toKlarna.redirect ?? '', 'accept'))).toContain('/order-pay/')
    expect((await theOrder()).status).toBe('pending')

    expect(await pay('stripe_cc', 'pm_card_visa')).toEqual({ success: true, needs_confirmation: false })
    expect((await statuses()).slice(2)).toEqual(['afterpay_clearpay canceled', 'card succeeded'])
    expect([(await theOrder()).status, await charged(), await onHand()]).toEqual(['processing', 1, STOCK - 2])
    await comeBack(shopper, await answer(toAfterpay.redirect ?? '', 'accept'))
    for (const { intentId: id } of await thePayments()) await deliver(await about(id ?? ''))
    await reconcilePayments(shop)
    expect([(await theOrder()).status, await charged()]).toEqual(['processing', 1])
  })

  test('a payment that was agreed to meanwhile is taken, not another one', async () => {
    await shopperWithCart()
      .then((shopper) => place(shopper))
      .then((url) => answer(url, 'accept'))
    expect(await pay('stripe_cc', 'pm_card_visa')).toEqual({ success: true, needs_confirmation: false })
    expect([(await theOrder()).status, await charged(), await statuses()]).toEqual([
      'processing',
      1,
      ['klarna succeeded'],
    ])
  })

  test('coming back to the order-pay page says what happened', async () => {
    const shopper = await shopperWithCart()
    await shopper.checkout(await shopper.openCheckout(), { stripe_cc_token_key: 'pm_card_chargeDeclined' })
    const { redirect = '' } = await pay('stripe_klarna')
    const back = await answer(redirect, 'decline')
    const { id, orderKey } = await theOrder()
    expect(back.pathname).toBe(`/checkout/order-pay/${id}/`)
    const next = await comeBack(shopper, back)
    expect(next).toBe(`/checkout/order-pay/${id}/?pay_for_order=true&key=${orderKey}`)
    expect(await page(shopper, next)).toContain('Klarna did not approve the payment.')
  })
})

describe('a return address that lies', () => {
  test('does not pay an order: the provider is asked', async () => {
    const shopper = await shopperWithCart()
    await place(shopper)
    const { id, orderKey } = await theOrder()
    const [payment] = await thePayments()
    const intent = await stripe.paymentIntents.retrieve(payment?.intentId ?? '')
    const query = {
      key: orderKey,
      order_id: String(id),
      payment_intent: payment?.intentId ?? '',
      payment_intent_client_secret: intent.client_secret ?? '',
      redirect_status: 'succeeded',
    }
    const open = (changes: Record<string, string> = {}) =>
      comeBack(shopper, new URL(`${SHOP_URL}/checkout/?${new URLSearchParams({ ...query, ...changes })}`))
    const told = (next: string) => page(shopper, next)
    expect(await told(await open())).toContain('The payment with Klarna is not finished.')
    const unknown = 'This payment does not belong to an order of yours'
    expect(await told(await open({ payment_intent_client_secret: 'pi_x_secret_y' }))).toContain(unknown)
    expect(await told(await open({ payment_intent: 'pi_other' }))).toContain(unknown)
    expect(await told(await open({ key: 'wc_order_wrong' }))).toContain(unknown)
    expect(await told(await open({ order_id: '999999999999' }))).toContain(unknown)
    expect(await theOrder()).toMatchObject({ status: 'pending', paidAt: null })
  })
})

test('product page and cart carry the settings of the messages, which name nobody', async () => {
  const shopper = await shopperWithCart()
  const paramsOf = (html: string, name: string) =>
    JSON.parse(new RegExp(`var ${name}=(.*?)[;<](?=var |/script)`).exec(html)?.[1] ?? 'null') as object
  const shortLink = await shopper.send(`/?p=${productId}`)
  const product = await page(shopper, shortLink.headers.get('location') ?? '')
  const common = { api_key: opened.provider.publishableKey, currency: 'CAD', country_code: 'CA' }
  const requirements = { CAD: ['CA', 1, 2000], USD: ['US', 1, 4000], GBP: ['GB', 1, 1200] }
  for (const [kind, html] of [
    ['product', product],
    ['cart', await page(shopper, '/cart/')],
  ] as const) {
    expect(paramsOf(html, `wc_stripe_afterpay_${kind}_params`)).toMatchObject({
      ...common,
      page: kind,
      gateway_id: 'stripe_afterpay',
      hide_ineligible: 'no',
      requirements,
      local_payment_type: 'afterpay_clearpay',
      payment_sections: ['product', 'cart'],
      user_id: '0',
      routes: {
        checkout: '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout',
        delete_order_source: '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order/source',
        update_source: '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/source/update',
      },
      elementOptions: { mode: 'payment', currency: 'cad', paymentMethodTypes: ['afterpay_clearpay'] },
    })
    expect(paramsOf(html, `wc_stripe_klarna_${kind}_params`)).toMatchObject({
      messageOptions: { countryCode: 'CA', paymentMethodTypes: ['klarna'] },
    })
    expect(paramsOf(html, `wc_stripe_affirm_${kind}_params`)).toMatchObject({ supportedCurrencies: ['CAD', 'USD'] })
    expect(html).toContain(`id="wc-stripe-afterpay-${kind}-msg"`)
  }
})

describe('totals outside the limits', () => {
  test('are not offered, and refused by the server', async () => {
    const shopper = await shopperWithCart(1)
    const html = await page(shopper, '/checkout/')
    const total = Number(/data-total="">\$([\d.]+)/.exec(html)?.[1])
    expect(html.includes('payment_method_stripe_affirm')).toBe(total >= 50)
    const { stripe_affirm: settings } = shop.settings().gateways
    const limits = { CAD: { minCents: Math.round(total * 100) + 1, maxCents: null } }
    Object.assign(settings, { limits })
    expect(await page(shopper, '/checkout/')).not.toContain('payment_method_stripe_affirm')
    await expect(place(shopper, 'stripe_affirm')).rejects.toThrow('Invalid payment method.')
    expect(await allOrders()).toEqual([])
    Object.assign(settings, { limits: { CAD: { minCents: Math.round(total * 100), maxCents: null } } })
    expect(await page(shopper, '/checkout/')).toContain('payment_method_stripe_affirm')
    Object.assign(settings, { limits: affirm.limits })
  })

  test('are not offered to a payer in another country', async () => {
    const shopper = await shopperWithCart()
    const checkout = await shopper.openCheckout()
    await shopper.review(checkout, { billing_country: 'US', billing_state: 'NY', billing_postcode: '10001' })
    const html = await page(shopper, '/checkout/')
    expect(html).toContain('payment_method_stripe_afterpay')
    expect(html).not.toContain('payment_method_stripe_klarna')
    expect(html).not.toContain('payment_method_stripe_affirm')
  })
})
