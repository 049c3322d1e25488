import { beforeEach } from 'vitest'
import { type Buyer, type Fields, newBuyer, ontario } from '../../../test/running/buyer.ts'
import { disturbPayments } from '../../../test/support/faulty-provider.ts'
import { onlyOrder } from '../../../test/support/only-order.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, StoreClient } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'

/** What the shopper sees: the order is received, the bank asks for authentication, or an error. */
export type Answer = 'received' | 'authenticate' | 'error'

/** A way to place or pay an order with the shopper's cart; resolves with what the shopper sees. */
export type PlaceOrder = (shopper: Buyer, method: string, card: string) => Promise<Answer>

type StoreResponse = {
  readonly status: number
  readonly json: { readonly payment_result: { readonly redirect_url: string } }
}

/** A shop whose provider can be disturbed; before each test without orders and faults. */
export async function openTestPayments() {
  const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
  const clock = { later: 0 }
  const opened = await openShop({
    settings: { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } },
    now: () => new Date(Date.now() + clock.later),
  })
  const { app, shop, db, enqueuedJobs: jobs } = opened
  const { intentId, onHand, payment, reset, templates, theOrder } = onlyOrder(opened)
  const { stripe, about, deliver } = providerEvents(opened)
  const faulty = await disturbPayments(opened)

  const STOCK = 50
  const CONFIRM = /\/confirm$/
  /** The emails of an order that was accepted. */
  const ACCEPTED = ['order-confirmation', 'new-order']

  beforeEach(async () => {
    clock.later = 0
    faulty.clearFaults()
    await reset(STOCK)
  })

  const finish = async (status: 'succeeded' | 'failed') => {
    await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${await intentId()}`, { status })
  }

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
  const storeAnswer = ({ status, json }: StoreResponse): Answer =>
    status === 200 ? isPlaced(json.payment_result.redirect_url) : 'error'

  const placing: Readonly<Record<string, PlaceOrder>> = {
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
      return storeAnswer(await client.post('/checkout', { ...purchase, ...payData(method, card) }))
    },
  }

  const DECLINED = 'pm_card_chargeDeclined'
  const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'

  return {
    clock,
    faulty,
    STOCK,
    CONFIRM,
    ACCEPTED,
    finish,
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
    jobs,
    intentId,
    onHand,
    payment,
    templates,
    theOrder,
    stripe,
    about,
    deliver,
  }
}
