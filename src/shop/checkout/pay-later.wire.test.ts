/** Affirm, Afterpay and Klarna: redirecting to the provider's page, and every way to return or not to return. */
import { describe, expect, test } from 'vitest'
import { type Buyer, ontario } from '../../../test/running/buyer.ts'
import { SHOP_URL } from '../../../test/support/shop.ts'
import { ada, StoreClient } from '../../../test/support/store-client.ts'
import { cancelUnpaidOrders, reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { type Outcome, openTestPayLater } from './open-test-pay-later.ts'

const {
  clock,
  opened,
  STOCK,
  allOrders,
  thePayments,
  intentId,
  onHand,
  templates,
  charged,
  hasCart,
  page,
  theOrder,
  shopperWithCart,
  place,
  answer,
  comeBack,
  app,
  shop,
  stripe,
  about,
  deliver,
} = await openTestPayLater()

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
    clock.later = 3 * 3_600_000
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect((await stripe.paymentIntents.retrieve(await intentId())).status).toBe('canceled')
    expect([(await theOrder()).status, await onHand()]).toEqual(['cancelled', STOCK])
    clock.later = 0
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
