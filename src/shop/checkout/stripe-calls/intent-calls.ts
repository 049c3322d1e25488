import type { Context } from 'hono'
import { z } from 'zod'
import { addressRateLimiter, type RateLimitRule, rateLimiter, strictest } from '../../../people/abuse/rate-limit.ts'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { currentCart } from '../../cart/cart-view.tsx'
import { priceCart } from '../../cart/price-cart.ts'
import { withCustomer } from '../../gateways/cards/provider-customer.ts'
import { MAX_SAVED_CARDS } from '../../gateways/cards/saved-card.ts'
import { readCards } from '../../gateways/cards/saved-cards.store.ts'
import { hasClientSecret } from '../../gateways/client-secret.ts'
import { findOrder, type Order } from '../../orders/orders.store.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import { enabledGateway, isProviderMethod, savableGateways } from '../../payment-methods/payment-methods.ts'
import { failedSetups } from '../../payments/apply-card-event.ts'
import { isPayable } from '../../payments/change-payment.ts'
import { settleAfterAuthentication } from '../../payments/confirm-payment.ts'
import { tooManyText } from '../../risk/checkout-throttle.ts'
import { CANNOT_BE_PAID, INVALID_PAYMENT_METHOD, paymentFailureTexts } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { orderByKey } from '../order-pay/order-pay.routes.tsx'
import { type StripeAnswer, stripeCall, stripeError } from './stripe-call.ts'

/** These calls reach the provider, or name its objects: scripts need them a few times, card testers thousands. */
const LIMIT = 60

const intentError = (message: string): StripeAnswer => stripeError('payment-intent-error', message)

const WRONG_INTENT = 'This payment could not be found.'

/** Retrieves an order's payment again. The intent's secret proves that the order is the caller's. */
const syncIntent = stripeCall({
  route: 'sync-payment-intent',
  method: 'POST',
  limit: LIMIT,
  fields: z.object({
    order_id: z.string().describe('ID of the order.'),
    client_secret: z.string().describe('Client secret of the payment intent of the order.'),
  }),
  async handler({ shop, fields }) {
    const order = await findOrder(shop.db, Number(fields.order_id) || 0)
    const payment = order && (await findActivePayment(shop.db, order.id))
    if (!payment?.intentId || !hasClientSecret(payment, fields.client_secret)) return intentError(WRONG_INTENT)
    const result = await settleAfterAuthentication(shop, payment.intentId)
    return result.kind === 'undecided' ? intentError(paymentFailureTexts['not-attempted']) : { json: { success: true } }
  },
})

const cardFields = {
  payment_method: z.string().describe('ID of the payment method.'),
  payment_method_id: z.string().describe('ID of the card at the payment provider.'),
}

/** Whether the shop can charge this card; instalments do not exist in its currency. */
const isCard = (shop: CheckoutContext, fields: { payment_method: string; payment_method_id: string }): boolean => {
  const method = enabledGateway(fields.payment_method, shop.settings())
  return method !== null && isProviderMethod(method) && /^pm_\w{1,250}$/.test(fields.payment_method_id)
}

/** No intent is made: an order's is made when it is charged, so no money can move before (docs/compatibility.md). */
const describeIntent = (paid: Pick<Order, 'totalCents' | 'currency'>, paymentMethodId: string): StripeAnswer => ({
  json: {
    payment_intent: {
      id: null,
      client_secret: null,
      status: 'requires_confirmation',
      amount: paid.totalCents,
      currency: paid.currency.toLowerCase(),
      payment_method: paymentMethodId,
    },
    installments_html: '',
    installments: [],
  },
})

const createIntent = stripeCall({
  route: 'payment-intent',
  method: 'POST',
  limit: LIMIT,
  fields: z.object(cardFields),
  async handler({ context, shop, fields }) {
    if (!isCard(shop, fields)) return intentError(INVALID_PAYMENT_METHOD)
    const total = priceCart(shop, await currentCart(context, shop))
    return total.needsPayment ? describeIntent(total, fields.payment_method_id) : intentError(CANNOT_BE_PAID)
  },
})

const createOrderIntent = stripeCall({
  route: 'order/payment-intent',
  method: 'POST',
  limit: LIMIT,
  fields: z.object({
    order_id: z.string().describe('ID of the order.'),
    order_key: z.string().describe('Key of the order.'),
    ...cardFields,
  }),
  async handler({ shop, fields }) {
    const order = await orderByKey(shop, fields.order_id, fields.order_key)
    if (!order) return intentError('This order could not be found.')
    if (!isCard(shop, fields)) return intentError(INVALID_PAYMENT_METHOD)
    return isPayable(order, false) ? describeIntent(order, fields.payment_method_id) : intentError(CANNOT_BE_PAID)
  },
})

/** Setup intents per hour: a card tester would like to try many cards without buying anything. */
const perAccount: RateLimitRule = { name: 'setup-account', max: 10, seconds: 3600 }
const perAddress: RateLimitRule = { name: 'setup-address', max: 20, seconds: 3600 }

export const CARDS_FULL = `Your account holds ${MAX_SAVED_CARDS} saved cards at most. Please delete one first.`
const CARDS_GONE =
  'The payment provider no longer has the cards saved in your account, so they were removed. Please add this card again.'
const UNREACHABLE = 'The payment provider can’t be reached right now. Nothing was saved. Please try again in a moment.'

const setupIntent = stripeCall({
  route: 'setup-intent',
  method: 'POST',
  fields: z.object({ payment_method: z.string().describe('ID of the payment method.') }),
  async handler({ context, shop, fields }) {
    const user = await currentUser(context, shop)
    if (!user) return intentError('Please sign in to save a card.')
    const method = savableGateways(shop.settings()).find((id) => id === fields.payment_method)
    if (!method) return intentError('This way to pay cannot be saved.')
    const cards = await readCards(shop.db, { customerId: user.id, provider: shop.payments.provider.name })
    if (cards.length >= MAX_SAVED_CARDS) return intentError(CARDS_FULL)
    const allowed = await countSetup(context, shop, String(user.id))
    if (!allowed.ok) return intentError(tooManyText(allowed.retryAfterSeconds))

    const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
    const created = await withCustomer(
      shop,
      user.id,
      (customerId) => {
        const request = { userId: user.id, paymentMethod: method, idempotencyKey: crypto.randomUUID() }
        return shop.payments.cards.createSetup({ ...request, customerId }, signal)
      },
      signal,
    )
    if (!created.ok) return intentError(UNREACHABLE)
    if (created.lostCards > 0) return intentError(CARDS_GONE)
    const { id, clientSecret, status } = created.setup
    return { json: { intent: { id, client_secret: clientSecret, status } } }
  },
})

async function countSetup(context: Context, shop: CheckoutContext, userId: string) {
  const failed = await rateLimiter(shop, failedSetups).peek(userId)
  if (failed.remaining <= 0) return { ok: false, retryAfterSeconds: failed.retryAfterSeconds } as const
  return strictest(
    await Promise.all([
      rateLimiter(shop, perAccount).consume(userId),
      addressRateLimiter(shop, perAddress).consume(clientAddress(context)),
    ]),
  )
}

export const intentCalls = [syncIntent, createIntent, createOrderIntent, setupIntent]
