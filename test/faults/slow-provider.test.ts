/**
 * A payment provider that hangs, is slow, or drops connections. Shoppers get a correct response in time, the order
 * remains and is settled later, and repeated attempts charge once.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { products } from '../../src/shop/catalog/catalog.table.ts'
import { orderPayNonce } from '../../src/shop/checkout/order-pay/submit-order-pay.ts'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { type Buyer, completeAuthentication, newBuyer, type SendRequest } from '../running/buyer.ts'
import { isLongRun } from '../running/long-run.ts'
import { type Fault, impatientPayments, startFaultyProvider } from '../support/faulty-provider.ts'
import { openShop } from '../support/shop.ts'
import { ada, storeClientWithToken } from '../support/store-client.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const WAIT_MS = 800
/** Additional time for the shop and for a busy machine. */
const BESIDES_MS = 4000
const CONFIRM = /^\/v1\/payment_intents\/\w+\/confirm/
const CREATE = /^\/v1\/payment_intents$/
const READ = /^\/v1\/payment_intents\/\w+(\?|$)/
const PAYMENT = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment'
const CHECKING = 'We are still checking your payment.'

let later = 0
const { app, shop, db, provider } = await openShop({
  settings: { termsPage: null },
  now: () => new Date(Date.now() + later),
})
const line = await startFaultyProvider(provider.url)
afterAll(() => line.stop())
Object.assign(shop, { payments: impatientPayments(line, provider, WAIT_MS) })
const ask: SendRequest = async (path, init) => app.request(path, init)
const providerLedger = openProviderLedger(provider.url, provider.secretKey)

let tin: number
beforeAll(async () => {
  tin = await addProduct(db, 1000)
})
beforeEach(() => {
  later = 0
  line.clearFaults()
})

async function buyerWithTea() {
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  const pay = (card = 'pm_card_visa') =>
    buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: card })
  return { buyer, pay }
}

/** Runs `work` with this time limit for shoppers. */
async function waiting<T>(shopperTimeoutMs: number, work: () => Promise<T>): Promise<T> {
  const before = shop.payments
  Object.assign(shop, { payments: impatientPayments(line, provider, shopperTimeoutMs) })
  try {
    return await work()
  } finally {
    Object.assign(shop, { payments: before })
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const start = performance.now()
  const answer = await work()
  return { ms: performance.now() - start, answer }
}

const pathOf = (redirect = ''): string => redirect.replace(shop.url, '')
const readPage = async (buyer: Buyer, redirect?: string) => (await buyer.send(pathOf(redirect))).text()
const chargesOf = async (orderId = 0) => (await providerLedger.charges()).filter((charge) => charge.orderId === orderId)
const statusOf = async (orderId = 0) => (await findOrder(db, orderId))?.status
const cartOf = async (buyer: Buyer) => (await buyer.send('/cart/')).text()

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 10_000
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('It never came about')
    await pause(50)
  }
}

const acting: Fault[] = [
  { kind: 'late-response', ms: WAIT_MS + 500 },
  { kind: 'late-request', ms: WAIT_MS + 500 },
  { kind: 'disconnect-after' },
  { kind: 'slow-body' },
]
const idle: Fault[] = [{ kind: 'hang' }, { kind: 'disconnect-before' }, { kind: 'bad-gateway' }]

describe.each(acting)('a provider that charges the card and does not respond in time: $kind', (fault) => {
  test('[CHK-18] [PAY-06] the shopper is told that the payment is being checked; the order is paid later, and once', async () => {
    const { buyer, pay } = await buyerWithTea()
    line.injectFault(CONFIRM, fault)
    const { ms, answer } = await timed(() => pay())
    expect(ms).toBeLessThan(WAIT_MS + BESIDES_MS)
    expect(answer).toMatchObject({ result: 'success' })
    expect(answer.redirect).toContain('/order-received/')
    expect(await statusOf(answer.order_id)).toBe('pending')
    expect(await cartOf(buyer)).toContain('woocommerce-cart-form__cart-item')

    line.clearFaults()
    await until(async () => (await chargesOf(answer.order_id)).length === 1)
    await reconcilePayments(shop)
    expect(await statusOf(answer.order_id)).toBe('processing')
    expect(await readPage(buyer, answer.redirect)).toContain('Thank you, Ada.')
    expect(await cartOf(buyer)).not.toContain('woocommerce-cart-form__cart-item')
    expect(await chargesOf(answer.order_id)).toHaveLength(1)
  })

  test('[CHK-18] a retry, with the same card or another, gets the same order and is charged once', async () => {
    const { pay } = await buyerWithTea()
    line.injectFault(CONFIRM, fault, 3)
    const first = await pay()
    const second = await pay('pm_card_mastercard')
    line.clearFaults()
    const answers = [first, second]
    // A shopper told that the order is paid has already moved on to the order-received page.
    if ((await statusOf(first.order_id)) === 'pending') answers.push(await pay('pm_card_visa'))
    expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1)
    await until(async () => (await chargesOf(first.order_id)).length > 0)
    await reconcilePayments(shop)
    expect(await statusOf(first.order_id)).toBe('processing')
    expect(await chargesOf(first.order_id)).toHaveLength(1)
  })
})

describe.each(idle)('a provider that never processes the request: $kind', (fault) => {
  test('[CHK-18] “nothing was charged” is shown only once that is certain; then the order can be paid', async () => {
    const { buyer, pay } = await buyerWithTea()
    line.injectFault(CONFIRM, fault)
    const { ms, answer } = await timed(() => pay())
    expect(ms).toBeLessThan(WAIT_MS + BESIDES_MS)
    expect(answer.redirect).toContain('/order-received/')
    // Requests that have not reached the provider yet are dropped, too.
    await pause(WAIT_MS)
    line.clearFaults()
    await reconcilePayments(shop)
    const html = await readPage(buyer, answer.redirect)
    expect(html).toContain(CHECKING)
    expect(html).not.toMatch(/nothing was charged|Pay for this order/i)
    expect(await readPage(buyer, pathOf(answer.redirect).replace('order-received', 'order-pay'))).toContain(
      'still checking your last payment',
    )

    later = 130_000
    await reconcilePayments(shop)
    expect(await readPage(buyer, answer.redirect)).toContain('Pay for this order')
    expect(await chargesOf(answer.order_id)).toHaveLength(0)
    const paid = await pay('pm_card_mastercard')
    expect(paid).toMatchObject({ result: 'success', order_id: answer.order_id })
    expect(await statusOf(answer.order_id)).toBe('processing')
    expect(await chargesOf(answer.order_id)).toHaveLength(1)
  })
})

test.each<Fault>([{ kind: 'disconnect-before' }, { kind: 'disconnect-after' }, { kind: 'bad-gateway' }])(
  '[CHK-18] a single dropped response is retried while the shopper waits: $kind',
  async (fault) => {
    const { buyer, pay } = await buyerWithTea()
    line.injectFault(CONFIRM, fault, 1)
    const answer = await waiting(15_000, () => pay())
    expect(await statusOf(answer.order_id)).toBe('processing')
    expect(await readPage(buyer, answer.redirect)).toContain('Thank you, Ada.')
    expect(await chargesOf(answer.order_id)).toHaveLength(1)
  },
)

test.each(idle)(
  '[CHK-18] a provider that cannot even create an intent: nothing was charged, and the shopper is told so ($kind)',
  async (fault) => {
    const { buyer, pay } = await buyerWithTea()
    line.injectFault(CREATE, fault)
    const { ms, answer } = await timed(() => pay())
    expect(ms).toBeLessThan(WAIT_MS + BESIDES_MS)
    expect(answer.result).toBe('failure')
    expect(answer.messages).toContain('Nothing was charged.')
    expect(await cartOf(buyer)).toContain('woocommerce-cart-form__cart-item')
    line.clearFaults()
    const paid = await pay()
    expect(await statusOf(paid.order_id)).toBe('processing')
    expect(await chargesOf(paid.order_id)).toHaveLength(1)
  },
)

test('[SCA-01] authentication succeeded and the provider hangs: the payment is being checked, and settled once it responds', async () => {
  const { buyer, pay } = await buyerWithTea()
  const asked = await pay('pm_card_authenticationRequired')
  await completeAuthentication(
    { providerUrl: provider.url, publishableKey: provider.publishableKey },
    asked.redirect ?? '',
  )
  const order = await findOrder(db, asked.order_id ?? 0)
  line.injectFault(READ, { kind: 'hang' })
  const fields = { order_id: String(asked.order_id), order_key: order?.orderKey ?? '' }
  const { ms, answer } = await timed(
    async () => (await buyer.post(PAYMENT, fields)).json() as Promise<{ redirect: string }>,
  )
  expect(ms).toBeLessThan(WAIT_MS + BESIDES_MS)
  expect(answer).toMatchObject({ result: 'success' })
  expect(await readPage(buyer, answer.redirect)).toContain(CHECKING)
  line.clearFaults()
  expect(await readPage(buyer, answer.redirect)).toContain('Thank you, Ada.')
  expect(await chargesOf(asked.order_id)).toHaveLength(1)
})

test('[PAY-17] an order paid later redirects to the page that says it is being checked', async () => {
  const { buyer, pay } = await buyerWithTea()
  await pay('pm_card_chargeDeclined')
  const [placed] = await db.select({ id: orders.id }).from(orders).orderBy(desc(orders.id)).limit(1)
  const order = await findOrder(db, placed?.id ?? 0)
  if (!order) throw new Error('No order was placed')
  line.injectFault(CONFIRM, { kind: 'late-response', ms: WAIT_MS + 500 })
  const answer = await buyer.post('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay', {
    order_id: String(order.id),
    order_key: order.orderKey,
    payment_method: 'stripe_cc',
    stripe_cc_token_key: 'pm_card_visa',
    'woocommerce-pay-nonce': orderPayNonce(shop, order),
  })
  const redirect = `/checkout/order-received/${order.id}/?key=${order.orderKey}`
  expect(await answer.json()).toEqual({ success: true, needs_confirmation: true, redirect })
  line.clearFaults()
  await until(async () => (await chargesOf(order.id)).length === 1)
  expect(await readPage(buyer, redirect)).toContain('Thank you, Ada.')
})

async function apiClientWithTea(productId = tin) {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: productId, quantity: 1 })
  const pay = () =>
    client.post('/checkout', {
      billing_address: { ...ada, email: 'ada@shop.test' },
      shipping_address: ada,
      payment_method: 'stripe_cc',
      payment_data: [{ key: 'stripe_cc_token_key', value: 'pm_card_visa' }],
    })
  return { pay }
}

test('[CHK-18] API clients are told that a payment is pending', async () => {
  const { pay } = await apiClientWithTea()
  line.injectFault(CONFIRM, { kind: 'disconnect-after' })
  const { status, json } = await pay()
  expect([status, json.status, json.payment_result.payment_status]).toEqual([200, 'pending', 'pending'])
  expect(json.payment_result.redirect_url).toContain(`/order-received/${json.order_id}/`)
  line.clearFaults()
  await reconcilePayments(shop)
  expect(await statusOf(json.order_id)).toBe('processing')
  expect(await chargesOf(json.order_id)).toHaveLength(1)
})

test('[CHK-18] an API client that repeats its request is charged once, even if the price has changed since', async () => {
  const cup = await addProduct(db, 10)
  const { pay } = await apiClientWithTea(cup)
  line.injectFault(CONFIRM, { kind: 'disconnect-after' })
  const { json: first } = await pay()
  await db.update(products).set({ regularPriceCents: 2000 }).where(eq(products.id, cup))
  line.clearFaults()
  const { status, json: second } = await pay()
  expect([status, second.order_id, second.status]).toEqual([200, first.order_id, 'processing'])
  expect(await chargesOf(first.order_id)).toHaveLength(1)
})

test('[CHK-18] order pages do not wait for a provider that hangs', async () => {
  const { buyer, pay } = await buyerWithTea()
  line.injectFault(CONFIRM, { kind: 'hang' })
  const { redirect } = await pay()
  line.injectFault(READ, { kind: 'hang' })
  for (const path of [pathOf(redirect), pathOf(redirect).replace('order-received', 'order-pay')]) {
    const { ms, answer } = await timed(async () => buyer.send(path))
    expect(answer.status).toBe(200)
    expect(ms).toBeLessThan(WAIT_MS + BESIDES_MS)
  }
})

test('[CHK-18] whatever hangs, a shopper waits at most 25 seconds', { timeout: 60_000 }, async () => {
  const { shopperTimeoutMs } = openPaymentService({ keys: provider, sandboxOrigin: line.url })
  expect(shopperTimeoutMs).toBe(25_000)
  const limit = isLongRun ? shopperTimeoutMs : 4000
  const [slow, torn] = [await buyerWithTea(), await buyerWithTea()]
  line.injectFault(/^\/v1\/payment_intents/, { kind: 'hang' })
  const both = await waiting(limit, () => Promise.all([timed(() => slow.pay()), timed(() => torn.pay())]))
  for (const { ms, answer } of both) {
    expect(ms).toBeGreaterThan(limit * 0.8)
    expect(ms).toBeLessThan(limit + BESIDES_MS)
    expect(answer.messages).toContain('Nothing was charged.')
  }
})
