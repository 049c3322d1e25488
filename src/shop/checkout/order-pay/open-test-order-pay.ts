import { beforeEach } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { defaultSettings, type Settings } from '../../../settings.ts'
import { findOrder, type NewOrder, type Order } from '../../orders/orders.store.ts'
import { orders } from '../../orders/orders.table.ts'
import { orderPayNonce } from './submit-order-pay.ts'

/** A shop whose orders can be paid by their links; before each test without orders. */
export async function openTestOrderPay() {
  const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
  const base = { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } }
  const { app, db, pool, shop, provider, enqueuedJobs } = await openShop({ settings: base, poolSize: 20 })
  const current: { settings: Settings } = { settings: shop.settings() }
  Object.assign(shop, { settings: () => current.settings })
  const original = current.settings

  beforeEach(async () => {
    await pool.query('truncate orders, consents, payments, emails, stock_movements, rate_limits cascade')
    current.settings = original
  })

  const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
  const DECLINED = 'pm_card_chargeDeclined'

  const createUnpaidOrder = (changes: Partial<NewOrder> = {}): Promise<Order> =>
    writeOrder(db, { paymentMethod: 'stripe_cc', paymentMethodTitle: 'Card', ...changes })
  const pageOf = (order: Order, key = order.orderKey): string => hrefs.orderPay(order.id, key)
  const send = async (path: string, fields: Record<string, string>) =>
    app.request(path, { method: 'POST', body: new URLSearchParams(fields) })
  const fieldsFor = (order: Order, changes: Record<string, string> = {}) => ({
    woocommerce_pay: '1',
    'woocommerce-pay-nonce': orderPayNonce(shop, order),
    payment_method: 'stripe_cc',
    stripe_cc_token_key: 'pm_card_visa',
    ...changes,
  })
  const post = (order: Order, changes: Record<string, string> = {}) => send(pageOf(order), fieldsFor(order, changes))
  const call = async (order: Order, changes: Record<string, string> = {}) => {
    const fields = { order_id: String(order.id), order_key: order.orderKey, ...fieldsFor(order, changes) }
    const response = await send(CALL, fields)
    return { status: response.status, json: JSON.parse(await response.text()) as Record<string, unknown> }
  }
  const read = async (path: string) => {
    const response = await app.request(path)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const received = (order: Order): string => hrefs.orderReceived(order.id, order.orderKey)
  const statusOf = async (order: Order) => (await findOrder(db, order.id))?.status
  const personal = ['Kettle Lane', 'ada@shop.test', 'Cast-iron teapot', '149.17']

  /** Amounts charged by the provider for this test's orders, in cents. */
  async function charged(): Promise<number[]> {
    const response = await fetch(`${provider.url}/v1/payment_intents?limit=100`, {
      headers: { authorization: `Bearer ${provider.secretKey}` },
    })
    type StoredIntent = { status: string; amount_received: number; metadata: { order_id?: string } }
    const { data } = (await response.json()) as { data: StoredIntent[] }
    const orderIds = new Set((await db.select().from(orders)).map((order) => String(order.id)))
    return data
      .filter((intent) => intent.status === 'succeeded' && orderIds.has(intent.metadata.order_id ?? ''))
      .map((intent) => intent.amount_received)
  }

  return {
    current,
    original,
    DECLINED,
    createUnpaidOrder,
    pageOf,
    send,
    fieldsFor,
    post,
    call,
    read,
    received,
    statusOf,
    personal,
    charged,
    cod,
    bacs,
    cheque,
    app,
    db,
    shop,
    provider,
    enqueuedJobs,
  }
}
