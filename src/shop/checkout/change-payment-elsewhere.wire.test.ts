/**
 * An order that waits for a bank transfer is paid on a provider's page or with a wallet instead, with every outcome.
 */
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { everyWallet, openShop, recordedSettings, SHOP_URL } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { cancelIntent, reconcilePayments, refundLatePayment } from '../reconciliation/payment-jobs.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const on = { enabled: true }
const { stripe_klarna: klarna, bacs, cheque, cod } = everyWallet
const opened = await openShop({
  settings: {
    ...recordedSettings,
    gateways: {
      ...everyWallet,
      stripe_klarna: { ...klarna, ...on },
      bacs: { ...bacs, ...on },
      cheque: { ...cheque, ...on },
      cod: { ...cod, ...on },
    },
  },
})
const { app, db, shop, enqueuedJobs } = opened
const { stripe, about, deliver } = providerEvents(opened)

let lastNumber = 8000
const waitingOrder = (): Promise<Order> => {
  lastNumber += 1
  return writeOrder(db, { status: 'on-hold', invoiceNumber: lastNumber, holdsStock: true })
}
const read = async ({ id }: Order) => (await findOrder(db, id)) as Order
const paymentsOf = async ({ id }: Order) =>
  (await db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.id)).map(
    ({ methodType, status }) => `${methodType} ${status}`,
  )
const intentOf = async ({ id }: Order) =>
  (await db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.id)).at(-1)?.intentId ?? ''
const notesOf = async ({ id }: Order) => (await readOrderNotes(db, id)).map(({ text }) => text).join('\n')
const buyer = () => newBuyer(async (path, init) => app.request(path, init))
const pageOf = (order: Order) => hrefs.changePayment(order.id, order.orderKey)
const fieldsOf = (order: Order, method: string, token = '') => ({
  woocommerce_pay: '1',
  change_payment_method: String(order.id),
  payment_method: method,
  'woocommerce-pay-nonce': orderPayNonce(shop, order),
  [`${method}_token_key`]: token,
})

type Answer = { success?: boolean; needs_confirmation?: boolean; redirect?: string; code?: string }

/** Sends what the page's script sends. */
async function pay(order: Order, method: string, token = ''): Promise<Answer> {
  const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
  const more = { order_id: String(order.id), order_key: order.orderKey, page_id: 'change_payment_method' }
  return (await (await buyer().post(path, { ...fieldsOf(order, method, token), ...more })).json()) as Answer
}

type Ending = 'accept' | 'later' | 'decline' | 'close'

/** Answers on the provider's page; returns the URL to which it redirects the browser. */
async function answer(url: string, outcome: Ending): Promise<URL> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

/** Starts a payment by Klarna; returns the URL of its page. */
async function leave(order: Order): Promise<string> {
  const { redirect = '', ...rest } = await pay(order, 'stripe_klarna')
  expect(rest).toEqual({ success: true, needs_confirmation: false })
  expect(redirect).toMatch(/\/v3\/pay-later\//)
  return redirect
}

test('[OPAY-02 change] the page offers what the order-pay page offers, under its own kind', async () => {
  const order = await waitingOrder()
  const html = await (await app.request(pageOf(order))).text()
  const methods = ['stripe_cc', 'stripe_googlepay', 'stripe_applepay', 'stripe_payment_request', 'stripe_klarna']
  for (const method of [...methods, 'bacs', 'cheque', 'cod']) expect(html).toContain(`id="payment_method_${method}"`)
  expect(html).toContain('woocommerce_stripe_googlepay_gateway_data change_payment_method-page')
  expect(html).toContain('wc_stripe_googlepay_change_payment_method_params')
  expect(/var wc_stripe_params_v3=.*?"page":"(\w+)"/.exec(html)?.[1]).toBe('change_payment_method')
})

/** How the shop learns of the outcome: by the browser first, by the events first, or only by the reconcile job. */
describe.each(['return page first', 'events first', 'no event'] as const)('by Klarna, %s', (arrival) => {
  /** Ends the payment and delivers the outcome; returns the text of the page where the shopper ends up. */
  async function end(order: Order, outcome: Ending): Promise<string> {
    const back = await answer(await leave(order), outcome)
    expect([back.origin, back.searchParams.get('change_payment_method')]).toEqual([SHOP_URL, String(order.id)])
    const id = back.searchParams.get('payment_intent') ?? ''
    if (arrival === 'no event') await reconcilePayments(shop)
    if (arrival === 'events first') await deliver(await about(id))
    const shopper = buyer()
    const returned = await shopper.send(back.pathname + back.search)
    const next = returned.headers.get('location') ?? ''
    if (arrival === 'return page first') await deliver(await about(id))
    await deliver((await about(id)).toReversed())
    const isPaid = outcome === 'accept' || outcome === 'later'
    expect(next).toBe(isPaid ? hrefs.orderReceived(order.id, order.orderKey) : pageOf(order))
    return (await shopper.send(next)).text()
  }

  test('accepted: the order is paid once, by Klarna', async () => {
    const order = await waitingOrder()
    expect(await end(order, 'accept')).toContain('Thank you, Ada.')
    expect(await read(order)).toMatchObject({
      status: 'processing',
      paymentMethod: 'stripe_klarna',
      paymentMethodTitle: 'Klarna',
      invoiceNumber: order.invoiceNumber,
      paidAt: expect.any(Date),
    })
    const sent = await db.select().from(emails).where(eq(emails.orderId, order.id))
    expect(sent.map(({ template }) => template)).toEqual(['payment-received'])
  })

  test('accepted and reported later: it waits for Klarna, and is paid', async () => {
    const order = await waitingOrder()
    await end(order, 'later')
    expect(await read(order)).toMatchObject({ status: 'on-hold', paymentMethod: 'stripe_klarna', paidAt: null })
    const intent = await intentOf(order)
    await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${intent}`, { status: 'succeeded' })
    await reconcilePayments(shop)
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: 'stripe_klarna' })
  })

  test.each([
    ['decline', 'Klarna did not approve the payment.'],
    ['close', 'The payment with Klarna was cancelled.'],
  ] as const)('%s: the shopper is told, and the order waits for its transfer as before', async (outcome, text) => {
    const order = await waitingOrder()
    const before = await read(order)
    expect(await end(order, outcome)).toContain(`${text} Nothing was charged`)
    expect({ ...(await read(order)), updatedAt: null }).toEqual({ ...before, updatedAt: null })
    await end(order, 'accept')
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: 'stripe_klarna' })
  })
})

describe('a page of Klarna that is left open', () => {
  test('a second press leads to it again, and a card instead ends it', async () => {
    const order = await waitingOrder()
    const url = await leave(order)
    expect(await leave(order)).toBe(url)
    expect(await pay(order, 'stripe_cc', 'pm_card_visa')).toEqual({ success: true, needs_confirmation: false })
    expect(await paymentsOf(order)).toEqual(['klarna canceled', 'card succeeded'])
    await answer(url, 'accept')
    await reconcilePayments(shop)
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: 'stripe_cc' })
  })

  test.each(['the transfer has arrived', 'it is paid on delivery instead'])('ends when %s', async (event) => {
    const order = await waitingOrder()
    const url = await leave(order)
    if (event === 'the transfer has arrived')
      await transitionOrderByHand(shop, { orderId: order.id, to: 'processing', author: 'Ada Owner' })
    else expect(await pay(order, 'cod')).toEqual({ success: true, needs_confirmation: false })
    const job = { name: 'cancel-intent', data: { intentId: await intentOf(order), orderId: order.id } }
    expect(enqueuedJobs).toContainEqual(job)
    await cancelIntent(shop, job.data.intentId, order.id)
    expect(await (await fetch(url)).text()).toContain('This payment has ended')
    expect(await paymentsOf(order)).toEqual(['klarna canceled'])
    expect((await read(order)).paymentMethod).toBe(event === 'the transfer has arrived' ? 'bacs' : 'cod')
  })

  test('is accepted although the transfer has just arrived: that payment goes back, and the order stays paid', async () => {
    const order = await waitingOrder()
    const url = await leave(order)
    await transitionOrderByHand(shop, { orderId: order.id, to: 'processing', author: 'Ada Owner' })
    await answer(url, 'accept')
    const intentId = await intentOf(order)
    await cancelIntent(shop, intentId, order.id)
    await reconcilePayments(shop)
    const { totalCents: amountCents } = order
    const refund = { name: 'refund-late-payment', data: { orderId: order.id, intentId, amountCents } }
    expect(enqueuedJobs.filter((job) => isDeepStrictEqual(job, refund))).toHaveLength(1)
    const before = (await read(order)).updatedAt
    await refundLatePayment(shop, order.id, intentId, amountCents)
    await deliver(await about(intentId))
    const after = await read(order)
    expect(after).toMatchObject({ status: 'processing', paymentMethod: 'bacs', refundedCents: 0 })
    // Programs that poll for changed orders see the refund.
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.getTime())
    expect(await notesOf(order)).toContain('Paid a second time through the provider; the payment is being refunded.')
    const sent = await db.select().from(emails).where(eq(emails.orderId, order.id))
    expect(sent.map(({ template }) => template)).toContain('order-refunded')
    expect((await stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)).toEqual([
      amountCents,
    ])

    // A refund by hand concerns the bank transfer, not the second payment, and sends nothing to the provider.
    const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
    const send = async (method: string, path: string, body?: object) => {
      const init = { method, headers: { ...owner.headers, 'content-type': 'application/json' } }
      const response = await app.request(`/wp-json/wc/v3/orders/${order.id}/refunds${path}`, {
        ...init,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, json: (await response.json()) as { id: number; message?: string } }
    }
    const atProvider = await send('POST', '', { amount: '5.00' })
    expect([atProvider.status, atProvider.json.message]).toEqual([
      400,
      expect.stringContaining('not paid through the payment provider'),
    ])
    const part = await send('POST', '', { amount: '5.00', api_refund: false })
    expect([part.status, (await read(order)).refundedCents]).toEqual([201, 500])
    expect((await send('DELETE', `/${part.json.id}?force=true`)).status).toBe(200)
    expect((await read(order)).refundedCents).toBe(0)
    const whole = await send('POST', '', { amount: (amountCents / 100).toFixed(2), api_refund: false })
    expect(whole.status).toBe(201)
    expect(await read(order)).toMatchObject({ status: 'refunded', refundedCents: amountCents })
  })
})

test('without script a page of the shop leads on, names Klarna, and leads back to the change', async () => {
  const order = await waitingOrder()
  const shopper = buyer()
  const posted = await shopper.post(pageOf(order), fieldsOf(order, 'stripe_klarna'))
  expect(posted.status).toBe(303)
  const between = await shopper.send(posted.headers.get('location') ?? '')
  const html = await between.text()
  expect(between.headers.get('refresh')).toMatch(/\/v3\/pay-later\//)
  expect(html).toContain('Going on to Klarna')
  expect(html).toContain(`href="${pageOf(order).replaceAll('&', '&amp;')}"`)
})

test.each(['stripe_googlepay', 'stripe_applepay', 'stripe_payment_request'])(
  '%s pays after a declined card, and is the method of the order',
  async (wallet) => {
    const order = await waitingOrder()
    expect(await pay(order, 'stripe_cc', 'pm_card_chargeDeclined')).toMatchObject({ code: 'order-pay-error' })
    expect(await pay(order, wallet, 'pm_card_chargeDeclined')).toMatchObject({ code: 'order-pay-error' })
    expect(await read(order)).toMatchObject({ status: 'on-hold', paymentMethod: 'bacs' })
    expect(await pay(order, wallet, 'pm_card_visa')).toEqual({ success: true, needs_confirmation: false })
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: wallet })
    expect(await paymentsOf(order)).toEqual(['card succeeded'])
  },
)
