/** Every way to place or pay an order, with every outcome of its payment: response, order, stock, cart and emails. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, type Fields, newBuyer, ontario } from '../../../test/running/buyer.ts'
import { disturbPayments } from '../../../test/support/faulty-provider.ts'
import { onlyOrder, orderedProductId as productId } from '../../../test/support/only-order.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, StoreClient } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { expireOnHold } from '../payments/expire-on-hold.ts'
import { intentFor } from '../payments/order-intent.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { cancelIntent, cancelUnpaidOrders, reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
let later = 0
const opened = await openShop({
  settings: { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } },
  now: () => new Date(Date.now() + later),
})
const { app, shop, db, enqueuedJobs: jobs } = opened
const { intentId, onHand, payment, reset, templates, theOrder } = onlyOrder(opened)
const { stripe, about, deliver } = providerEvents(opened)
const faulty = await disturbPayments(opened)

const STOCK = 50
const CONFIRM = /\/confirm$/

beforeEach(async () => {
  later = 0
  faulty.clearFaults()
  await reset(STOCK)
})

const finish = async (status: 'succeeded' | 'failed') =>
  stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${await intentId()}`, { status })

/** What the shopper sees: the order is received, the bank asks for authentication, or an error. */
type Answer = 'received' | 'authenticate' | 'error'

const buyer = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
const storeClient = (cookies: Buyer['cookies']): StoreClient => {
  const client = new StoreClient(app, 'cookies')
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}
const isPlaced = (url: string): Answer =>
  url.includes('#response=') ? 'authenticate' : url.includes('/order-received/') ? 'received' : 'error'
const payFields = (method: string, card: string): Fields => ({ payment_method: method, stripe_cc_token_key: card })
const payData = (method: string, card: string) => ({
  payment_method: method,
  payment_data: [{ key: 'stripe_cc_token_key', value: card }],
})
const storeAnswer = (status: number, json: Awaited<ReturnType<Response['json']>>): Answer =>
  status === 200 ? isPlaced(String(json.payment_result.redirect_url)) : 'error'

/** A way to place or pay an order with the shopper's cart; resolves with what the shopper sees. */
type Way = (shopper: Buyer, method: string, card: string) => Promise<Answer>

const placing: Readonly<Record<string, Way>> = {
  async 'form without script'(shopper, method, card) {
    const { checkoutNonce } = await shopper.openCheckout()
    const fields = { ...ontario, 'woocommerce-process-checkout-nonce': checkoutNonce, ...payFields(method, card) }
    return isPlaced((await shopper.post('/checkout/', fields)).headers.get('location') ?? '')
  },
  async 'wc-ajax checkout'(shopper, method, card) {
    const page = await shopper.openCheckout()
    return isPlaced((await shopper.checkout(page, payFields(method, card))).redirect ?? '')
  },
  async 'Store API checkout'(shopper, method, card) {
    const client = storeClient(shopper.cookies)
    await client.get('/cart')
    const purchase = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
    const { status, json } = await client.post('/checkout', { ...purchase, ...payData(method, card) })
    return storeAnswer(status, json)
  },
}

const DECLINED = 'pm_card_chargeDeclined'
const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'

/** Ways to pay an order whose first card was declined. */
const paying: Readonly<Record<string, Way>> = {
  async 'order-pay form'(shopper, method, card) {
    const order = await theOrder()
    const nonce = orderPayNonce(shop, order as Parameters<typeof orderPayNonce>[1])
    const fields = { woocommerce_pay: '1', 'woocommerce-pay-nonce': nonce, ...payFields(method, card) }
    const path = `/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}`
    return isPlaced((await shopper.post(path, fields)).headers.get('location') ?? '')
  },
  async 'order-pay call'(shopper, method, card) {
    const order = await theOrder()
    const nonce = orderPayNonce(shop, order as Parameters<typeof orderPayNonce>[1])
    const key = { order_id: String(order.id), order_key: order.orderKey }
    const response = await shopper.post(CALL, { 'woocommerce-pay-nonce': nonce, ...key, ...payFields(method, card) })
    const json = (await response.json()) as { success?: boolean; data?: { client_secret?: string } }
    return json.success ? (json.data?.client_secret ? 'authenticate' : 'received') : 'error'
  },
  async 'Store API order pay'(_shopper, method, card) {
    const order = await theOrder()
    const client = new StoreClient(app)
    await client.get('/cart')
    const proof = { key: order.orderKey, billing_email: order.billing.email }
    const { status, json } = await client.post(`/checkout/${order.id}`, { ...proof, ...payData(method, card) })
    return storeAnswer(status, json)
  },
}

const ways = [
  ...Object.entries(placing).map(([name, way]) => ({ name, way, isPlaced: false })),
  ...Object.entries(paying).map(([name, way]) => ({ name, way, isPlaced: true })),
]

const ACCEPTED = ['order-confirmation', 'new-order']
type Row = {
  readonly outcome: string
  readonly method?: string
  readonly card?: string
  readonly prepare?: () => void | Promise<unknown>
  readonly answer: Answer
  readonly status: string | null
  readonly paymentStatus?: string
  readonly isPaid?: boolean
  readonly holdsStock: boolean
  readonly emptiesCart: boolean
  readonly mails: readonly string[]
}
const accepted = { answer: 'received', holdsStock: true, emptiesCart: true, mails: ACCEPTED } as const
const pending = { status: 'pending', emptiesCart: false, mails: [] } as const
const soldOut = () => db.update(stockLevels).set({ onHand: 1 }).where(eq(stockLevels.productId, productId))
const rows: readonly Row[] = [
  {
    outcome: 'paid',
    card: 'pm_card_visa',
    ...accepted,
    status: 'processing',
    paymentStatus: 'succeeded',
    isPaid: true,
  },
  { outcome: 'accepted', method: 'bacs', ...accepted, status: 'on-hold' },
  { outcome: 'accepted', method: 'cod', ...accepted, status: 'processing' },
  { outcome: 'processing', card: 'pm_card_processing', ...accepted, status: 'on-hold', paymentStatus: 'processing' },
  {
    outcome: 'authorized',
    card: 'pm_card_authorized',
    ...accepted,
    status: 'on-hold',
    paymentStatus: 'requires_capture',
  },
  {
    outcome: 'needs action',
    card: 'pm_card_authenticationRequired',
    ...pending,
    paymentStatus: 'requires_action',
    answer: 'authenticate',
    holdsStock: true,
  },
  {
    outcome: 'declined',
    card: DECLINED,
    ...pending,
    paymentStatus: 'requires_payment_method',
    answer: 'error',
    holdsStock: false,
  },
  {
    outcome: 'unknown',
    card: 'pm_card_visa',
    ...pending,
    paymentStatus: 'requires_payment_method',
    prepare: () => faulty.injectFault(CONFIRM, { kind: 'disconnect-before' }),
    answer: 'received',
    holdsStock: true,
  },
]

describe.each(ways)('$name', ({ way, isPlaced: isOrderPlaced }) => {
  async function order(row: Pick<Row, 'method' | 'card' | 'prepare'>) {
    const shopper = buyer()
    await shopper.add(productId, 2)
    if (isOrderPlaced) await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', DECLINED)
    expect([await onHand(), await templates()]).toEqual([STOCK, []])
    await row.prepare?.()
    const { method = 'stripe_cc', card = '' } = row
    const answer = await way(shopper, method, card)
    const cart = await (await shopper.send('/cart/')).text()
    return {
      answer,
      again: () => way(shopper, method, card),
      isEmpty: !cart.includes('woocommerce-cart-form__cart-item'),
    }
  }

  test.each(rows)('$outcome ($method$card)', async (row) => {
    const { answer, isEmpty, again } = await order(row)
    const placed = await theOrder()
    expect({ answer, isEmpty, status: placed.status, isPaid: placed.paidAt !== null }).toEqual({
      answer: row.answer,
      isEmpty: row.emptiesCart,
      status: row.status,
      isPaid: row.isPaid ?? false,
    })
    const isAccepted = row.mails.length > 0
    expect(placed.invoiceNumber !== null).toBe(isAccepted)
    if (row.paymentStatus) expect((await payment())?.status).toBe(row.paymentStatus)
    expect(await onHand()).toBe(row.holdsStock ? STOCK - 2 : STOCK)
    expect(await templates()).toEqual(row.mails)
    if (!isAccepted) return
    // Sends the same request once more.
    await again().catch(() => null)
    expect(await db.$count(orders)).toBe(1)
    expect([await onHand(), await templates()]).toEqual([STOCK - 2, row.mails])
    const intents = (await stripe.paymentIntents.list({ limit: 100 })).data
    expect(intents.filter((intent) => intent.metadata.order_key === placed.orderKey).length).toBeLessThanOrEqual(1)
  })

  test('refused: without stock nothing is charged', async () => {
    const { answer, isEmpty } = await order({ card: 'pm_card_visa', prepare: soldOut })
    expect([answer, isEmpty]).toEqual(['error', false])
    expect([await onHand(), await templates()]).toEqual([1, []])
    expect((await db.select().from(orders)).map(({ status }) => status)).toEqual(isOrderPlaced ? ['pending'] : [])
    expect((await payment())?.status).toBe(isOrderPlaced ? 'requires_payment_method' : undefined)
  })
})

/** A sale whose payment is processing or authorized, with all events so far delivered. */
async function acceptedSale(card: string) {
  const shopper = buyer()
  await shopper.add(productId, 2)
  expect(await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', card)).toBe('received')
  await deliver(await about(await intentId()))
  expect((await theOrder()).status).toBe('on-hold')
  return shopper
}
const notes = async () => (await readOrderNotes(db, (await theOrder()).id)).map(({ text }) => text)

describe('a payment in progress', () => {
  test('becomes paid by its events, in any order, once', async () => {
    const shopper = await acceptedSale('pm_card_processing')
    await shopper.add(productId, 1)
    await finish('succeeded')
    const events = await about(await intentId())
    await deliver(events.toReversed())
    await deliver(events)
    expect(await theOrder()).toMatchObject({
      status: 'processing',
      invoiceNumber: expect.any(Number),
      paidAt: expect.any(Date),
    })
    expect(await templates()).toEqual([...ACCEPTED, 'payment-received'])
    expect(await onHand()).toBe(STOCK - 2)
    // Products that were put into the cart since then remain in it.
    expect(await (await shopper.send('/cart/')).text()).toContain('woocommerce-cart-form__cart-item')
  })

  test('becomes paid by reconciliation after lost events', async () => {
    await acceptedSale('pm_card_processing')
    await finish('succeeded')
    expect(await reconcilePayments(shop)).toBe(1)
    expect((await theOrder()).status).toBe('processing')
  })

  test('fails later: the stock is released, the customer can pay again, and unpaid it is cancelled with an email', async () => {
    await acceptedSale('pm_card_processing')
    await finish('failed')
    await reconcilePayments(shop)
    expect((await theOrder()).status).toBe('failed')
    expect(await onHand()).toBe(STOCK)
    expect(await templates()).toEqual([...ACCEPTED, 'payment-failed', 'shop-payment-failed'])
    expect((await notes()).join()).toContain('The payment has failed (generic_decline).')
    await deliver(await about(await intentId()))
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect((await theOrder()).status).toBe('failed')

    later = 11 * 86_400_000
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect((await templates()).slice(4)).toEqual(['order-cancelled', 'shop-order-cancelled'])
    expect(await onHand()).toBe(STOCK)
  })

  test('that has failed is paid with another card, and later orders of the same cart leave it alone', async () => {
    const shopper = await acceptedSale('pm_card_processing')
    const { id } = await theOrder()
    await finish('failed')
    await reconcilePayments(shop)
    await shopper.add(productId, 1)
    expect(await placing['wc-ajax checkout']?.(shopper, 'bacs', '')).toBe('received')
    const first = (await db.select().from(orders).where(eq(orders.id, id)))[0]
    expect(first?.status).toBe('failed')
    const client = new StoreClient(app)
    await client.get('/cart')
    const proof = { key: first?.orderKey, billing_email: 'ada@shop.test' }
    const paid = await client.post(`/checkout/${id}`, { ...proof, ...payData('stripe_cc', 'pm_card_visa') })
    expect([paid.status, paid.json.status]).toEqual([200, 'processing'])
    expect((await templates()).filter((template) => template === 'payment-received')).toHaveLength(1)
    expect(await onHand()).toBe(STOCK - 3)
  })

  test('waits beyond every deadline, and is refunded if its order was cancelled meanwhile', async () => {
    await acceptedSale('pm_card_processing')
    later = 30 * 86_400_000
    expect([await cancelUnpaidOrders(shop), await expireOnHold(shop)]).toEqual([0, { reminded: 0, cancelled: 0 }])
    const { id } = await theOrder()
    await transitionOrderByHand(shop, { orderId: id, to: 'cancelled', author: 'Olive Owner' })
    expect(await onHand()).toBe(STOCK)
    await cancelIntent(shop, await intentId(), id)
    expect((await theOrder()).status).toBe('cancelled')
    jobs.length = 0
    await finish('succeeded')
    await reconcilePayments(shop)
    expect(jobs).toContainEqual(expect.objectContaining({ name: 'refund-late-payment' }))
    expect((await theOrder()).status).toBe('cancelled')
  })

  test('an outdated response of the provider does not fail it', async () => {
    await acceptedSale('pm_card_processing')
    const { provider: real } = shop.payments
    const retrieveIntent: typeof real.retrieveIntent = async (id, signal) => {
      const retrieved = await real.retrieveIntent(id, signal)
      // Meanwhile another request learns the current state of the payment.
      later += 1000
      await settlePayment(shop, id)
      if (!retrieved.ok) return retrieved
      const lastError = { code: 'card_declined', declineCode: null, message: '' }
      return { ok: true, intent: { ...retrieved.intent, status: 'requires_payment_method', lastError } }
    }
    const slow = { ...shop, payments: { ...shop.payments, provider: { ...real, retrieveIntent } } }
    await settlePayment(slow, await intentId())
    expect((await theOrder()).status).toBe('on-hold')
  })
})

describe('an authorized payment', () => {
  test('names its charge and the time for capturing, and is paid once it is captured', async () => {
    await acceptedSale('pm_card_authorized')
    const { chargeId } = (await payment()) ?? {}
    expect((await notes()).join()).toContain(`can be captured for seven days: ${chargeId}.`)
    await stripe.paymentIntents.capture(await intentId())
    await deliver(await about(await intentId()))
    expect(await theOrder()).toMatchObject({ status: 'processing', transactionId: chargeId })
    expect(await templates()).toEqual([...ACCEPTED, 'payment-received'])
  })

  test('is voided when its order is cancelled', async () => {
    await acceptedSale('pm_card_authorized')
    const { id } = await theOrder()
    jobs.length = 0
    await transitionOrderByHand(shop, { orderId: id, to: 'cancelled', author: 'Olive Owner' })
    expect(jobs).toContainEqual({ name: 'cancel-intent', data: { intentId: await intentId(), orderId: id } })
    await cancelIntent(shop, await intentId(), id)
    expect((await stripe.paymentIntents.retrieve(await intentId())).status).toBe('canceled')
    expect([(await theOrder()).status, await onHand()]).toEqual(['cancelled', STOCK])
    await deliver(await about(await intentId()))
    expect(await theOrder()).toMatchObject({ status: 'cancelled', refundedCents: 0 })
  })

  test('that has expired uncaptured fails its order', async () => {
    await acceptedSale('pm_card_authorized')
    await stripe.paymentIntents.cancel(await intentId())
    await deliver(await about(await intentId()))
    expect([(await theOrder()).status, await onHand()]).toEqual(['failed', STOCK])
  })

  test('is accepted, not voided, by the job that cancels unpaid orders', async () => {
    const shopper = buyer()
    await shopper.add(productId, 2)
    faulty.injectFault(CONFIRM, { kind: 'disconnect-after' }, 1)
    await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', 'pm_card_authorized')
    later = 3 * 3_600_000
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect(await theOrder()).toMatchObject({ status: 'on-hold' })
  })
})

test('[OPAY-01] an order whose first intent was made but never answered can be paid in another way', async () => {
  const shopper = buyer()
  await shopper.add(productId, 2)
  faulty.injectFault(/\/payment_intents$/, { kind: 'disconnect-after' })
  expect(await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', 'pm_card_visa')).toBe('error')
  faulty.clearFaults()
  const { id, orderKey } = await theOrder()
  const nonce = orderPayNonce(shop, (await theOrder()) as Parameters<typeof orderPayNonce>[1])
  const response = await shopper.post(`/checkout/order-pay/${id}/?pay_for_order=true&key=${orderKey}`, {
    woocommerce_pay: '1',
    'woocommerce-pay-nonce': nonce,
    payment_method: 'stripe_googlepay',
    stripe_googlepay_token_key: 'pm_card_visa',
  })
  expect(response.status).toBe(303)
  expect(await theOrder()).toMatchObject({ status: 'processing', paymentMethod: 'stripe_googlepay' })
  const { data } = await stripe.paymentIntents.list({ limit: 2 })
  expect(data.map(({ status, metadata }) => [status, metadata.gateway_id])).toEqual([
    ['succeeded', 'stripe_googlepay'],
    ['requires_payment_method', 'stripe_cc'],
  ])
})

test('[CHK-18] two ways to pay sent at once charge once', async () => {
  const shopper = buyer()
  await shopper.add(productId, 2)
  await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', DECLINED)
  await db.delete(payments)
  const order = (await theOrder()) as Parameters<typeof intentFor>[0]['order']
  const source = { paymentMethodId: 'pm_card_visa', userId: null, isSaved: false, wantsSaving: false }
  const signal = AbortSignal.timeout(20_000)
  const [card, wallet] = await Promise.all(
    ['stripe_cc', 'stripe_googlepay'].map((paymentMethod) =>
      intentFor({ shop, order: { ...order, paymentMethod }, source, signal }),
    ),
  )
  const ids = [card, wallet].map((result) => (result?.ok ? result.intent.id : ''))
  expect(ids).toEqual([await intentId(), await intentId()])
})
