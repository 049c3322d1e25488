/**
 * No request of a shopper marks an order paid or changes an amount: the test sends hostile amounts, states and ids in
 * every field of every write, and in additional fields of the calls that place and pay orders.
 */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ajaxCalls } from '../../src/app.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { readOrder } from '../../src/shop/orders/orders-read.store.ts'
import { payments } from '../../src/shop/orders/payments/payments.table.ts'
import { addProduct } from '../faults/stock.ts'
import { type Buyer, newBuyer } from '../running/buyer.ts'
import { repetitions } from '../running/long-run.ts'
import { providerEvents } from '../support/provider-events.ts'
import { openShop } from '../support/shop.ts'
import { ada, storeClientWithToken } from '../support/store-client.ts'
import { createSignedInUser, type TestUser } from '../support/users.ts'

const opened = await openShop({ settings: { termsPage: null } })
const { app, db, shop } = opened
const { stripe } = providerEvents(opened)

const PRICE = 2450
const DECLINED = 'pm_card_chargeDeclined'

let tin: number
let customer: TestUser
/** An order whose card was declined, and one that waits for the bank's authentication. */
let victims: { id: number; orderKey: string; intentId: string }[]

beforeAll(async () => {
  tin = await addProduct(db, 10_000, PRICE)
  customer = await createSignedInUser(shop, 'customer')
  victims = []
  for (const card of [DECLINED, 'pm_card_authenticationRequired']) {
    const buyer = await withTin()
    const answer = await buyer.checkout(await buyer.openCheckout(), { stripe_cc_token_key: card })
    const [order] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, answer.order_id ?? (await newestOrder())))
    const [payment] = await db
      .select()
      .from(payments)
      .where(eq(payments.orderId, order?.id ?? 0))
    victims.push({ id: order?.id ?? 0, orderKey: order?.orderKey ?? '', intentId: payment?.intentId ?? '' })
  }
})

const newestOrder = async () => Math.max(...(await db.select({ id: orders.id }).from(orders)).map(({ id }) => id))

async function withTin(): Promise<Buyer> {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(tin)
  return buyer
}

/** Field names for amounts, states and payments, in forms, in both APIs and at the provider. */
const names = [
  ...['total', 'total_cents', 'totalCents', 'order_total', 'subtotal', 'amount', 'amount_cents', 'amount_received'],
  ...['price', 'price_cents', 'regular_price', 'line_total', 'cart_total', 'total_tax', 'tax_cents', 'shipping_total'],
  ...['discount', 'discount_total', 'fee', 'refunded', 'refunded_cents', 'captured_cents', 'amount_capturable'],
  ...[
    'status',
    'order_status',
    'payment_status',
    'paid',
    'set_paid',
    'is_paid',
    'date_paid',
    'paid_at',
    'transaction_id',
  ],
  ...['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'stripe_cc_payment_intent_key'],
  ...[
    'currency',
    'exchange_rate',
    'quantity',
    'qty',
    'order_id',
    'id',
    'key',
    'order_key',
    'expected_total_cents',
    'product_id',
    'page_id',
    'customer_id',
    'payment_method',
  ],
]

const hostile = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  fc.constantFrom(0, -1, 0.01, 1e21, '0', '-1', '0.01', '1e9', 'NaN', '9'.repeat(40), true, null, '', '١٢'),
  fc.constantFrom('processing', 'completed', 'paid', 'succeeded', 'requires_capture', 'USD', 'JPY', 'pi_1', 'free'),
)
const fields = fc.dictionary(fc.constantFrom(...names), hostile, { minKeys: 8, maxKeys: names.length })
type Hostile = Readonly<Record<string, unknown>>

const asForm = (sent: Hostile): URLSearchParams =>
  new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]))

/**
 * Every order is unpaid and costs what its tins cost; the provider has charged nothing, and its intents have the same
 * amounts.
 */
async function expectNothingGained(): Promise<void> {
  const all = await db.select().from(orders)
  expect(all.length).toBeGreaterThanOrEqual(2)
  for (const { id } of all) {
    const order = await readOrder(db, id)
    if (!order) throw new Error('The order is gone')
    expect([order.id, order.paidAt, order.currency, order.refundedCents]).toEqual([id, null, 'CAD', 0])
    expect(['pending', 'cancelled']).toContain(order.status)
    const items = order.lines.reduce((sum, line) => sum + line.quantity * PRICE, 0)
    const taxes = order.taxLines.reduce((sum, line) => sum + line.itemsTaxCents + line.shippingTaxCents, 0)
    expect(order.lines.every((line) => line.unitPriceCents === PRICE && line.quantity > 0)).toBe(true)
    expect([order.itemsSubtotalCents, order.itemsTotalCents, order.taxCents]).toEqual([items, items, taxes])
    expect(order.totalCents).toBe(items + order.shippingCents + order.feesCents + taxes)
  }
  for (const payment of await db.select().from(payments)) {
    expect(payment).toMatchObject({ capturedCents: 0, refundedCents: 0 })
    expect(payment.amountCents).toBe(all.find(({ id }) => id === payment.orderId)?.totalCents)
    if (payment.intentId === null) continue
    const intent = await stripe.paymentIntents.retrieve(payment.intentId)
    expect([intent.amount, intent.amount_received, intent.currency]).toEqual([payment.amountCents, 0, 'cad'])
  }
}

const shopperWrites = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && path !== '/*' && path !== '*')
      .map(({ method, path }) => `${method === 'ALL' ? 'POST' : method} ${path}`),
  ),
]

/** The route's path, with the order's id in place of its parameters. */
const filled = (path: string, { id, orderKey }: { id: number; orderKey: string }): string =>
  `${path.replaceAll(/:\w+(\{[^}]*\})?\??/g, String(id)).replace('*', 'x')}?key=${orderKey}&order_id=${id}&pay_for_order=true`

test('[API-02] every write of the shop, called by guests and customers with hostile amounts and states', {
  timeout: 240_000,
}, async () => {
  expect(shopperWrites.length).toBeGreaterThan(200)
  const samples = fc.sample(fields, { numRuns: repetitions(40), seed: 12 })
  for (const [index, route] of shopperWrites.entries()) {
    const [method = '', pattern = ''] = route.split(' ')
    for (const [turn, victim] of victims.entries()) {
      const sent = { ...samples[(index + turn) % samples.length], order_id: victim.id, order_key: victim.orderKey }
      const headers = turn === 0 ? {} : customer.headers
      const path = filled(pattern, victim)
      const json = await app.request(path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      })
      const form = await app.request(path, { method, headers, body: asForm(sent) })
      expect([route, json.status < 500, form.status < 500]).toEqual([route, true, true])
    }
  }
  await expectNothingGained()
})

test('[PAY-06 checkout] every ajax call and every call of the payment scripts', { timeout: 120_000 }, async () => {
  const paths = [
    ...Object.keys(ajaxCalls).map((name) => `/?wc-ajax=${name}`),
    ...[
      'cart/add-to-cart',
      'cart/cart-calculation',
      'cart/shipping-address',
      'cart/shipping-method',
      'googlepay/shipping-data',
      'checkout',
      'checkout/payment',
      'order-pay',
      'sync-payment-intent',
      'payment-intent',
      'order/payment-intent',
    ].map((name) => `/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${name}`),
  ]
  const buyer = await withTin()
  for (const path of paths) {
    for (const [index, sent] of fc.sample(fields, { numRuns: 8, seed: 7 }).entries()) {
      const victim = victims[index % victims.length]
      const response = await buyer.send(path, {
        method: 'POST',
        body: asForm({ ...sent, order_id: victim?.id, order_key: victim?.orderKey, payment_intent: victim?.intentId }),
      })
      expect([path, response.status < 500]).toEqual([path, true])
    }
  }
  await expectNothingGained()
})

test('[CHK-18] orders placed with such fields beside the right ones cost what the cart costs', {
  timeout: 120_000,
}, async () => {
  for (const sent of fc.sample(fields, { numRuns: 12, seed: 3 })) {
    const { payment_method: _, order_id: __, ...others } = sent
    const buyer = await withTin()
    const page = await buyer.openCheckout()
    const texts = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
    await buyer.checkout(page, { ...texts, payment_method: 'stripe_cc', stripe_cc_token_key: DECLINED })

    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { ...others, id: tin, quantity: 1 })
    await client.post('/checkout', {
      ...others,
      billing_address: { ...ada, ...others, email: 'ada@shop.test', country: 'CA', state: 'ON' },
      shipping_address: ada,
      payment_method: 'stripe_cc',
      payment_data: [
        { key: 'stripe_cc_token_key', value: DECLINED },
        ...Object.entries(others).map(([key, value]) => ({ key, value })),
      ],
    })
  }
  expect(await db.$count(orders)).toBeGreaterThan(10)
  await expectNothingGained()
})
