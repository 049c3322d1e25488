/** Every way to place or pay an order, with every outcome of its payment: response, order, stock, cart and emails. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orderedProductId as productId } from '../../../test/support/only-order.ts'
import { StoreClient } from '../../../test/support/store-client.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orders } from '../orders/orders.table.ts'
import { type Answer, openTestPayments, type PlaceOrder } from './open-test-payments.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const {
  ACCEPTED,
  faulty,
  STOCK,
  CONFIRM,
  buyer,
  isPlaced,
  payFields,
  payData,
  storeAnswer,
  placing,
  DECLINED,
  CALL,
  app,
  shop,
  db,
  onHand,
  payment,
  templates,
  theOrder,
  stripe,
} = await openTestPayments()

/** Ways to pay an order whose first card was declined. */
const paying: Readonly<Record<string, PlaceOrder>> = {
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
    return storeAnswer(await client.post(`/checkout/${order.id}`, { ...proof, ...payData(method, card) }))
  },
}

const ways = [
  ...Object.entries(placing).map(([name, way]) => ({ name, way, isPlaced: false })),
  ...Object.entries(paying).map(([name, way]) => ({ name, way, isPlaced: true })),
]

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
