import { z } from 'zod'
import { currentCart } from '../../cart/cart-view.tsx'
import { priceCart } from '../../cart/price-cart.ts'
import { hasClientSecret } from '../../gateways/client-secret.ts'
import { needsPayment } from '../../orders/order-status.ts'
import { findOrder } from '../../orders/orders.store.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import { enabledGateway, isProviderMethod } from '../../payment-methods/payment-methods.ts'
import { settleAfterAuthentication } from '../../payments/confirm-payment.ts'
import { CANNOT_BE_PAID, INVALID_PAYMENT_METHOD, paymentFailureTexts } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { orderByKey } from '../order-pay/order-pay.routes.tsx'
import { type StripeAnswer, stripeCall, stripeError } from './stripe-call.ts'

/** These calls reach the provider, or name its objects: scripts need them a few times, card testers thousands. */
const LIMIT = 60

const intentError = (message: string): StripeAnswer => stripeError('payment-intent-error', message)

const WRONG_INTENT = 'This payment could not be found.'

/**
 * `sync-payment-intent`: retrieves an order's payment again. The intent's secret is the proof that the order is the
 * caller's.
 */
const syncIntent = stripeCall({
  route: 'sync-payment-intent',
  method: 'POST',
  limit: LIMIT,
  fields: z.object({
    order_id: z.string().describe('The order.'),
    client_secret: z.string().describe('The secret of its payment intent.'),
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
  payment_method: z.string().describe('The payment method.'),
  payment_method_id: z.string().describe('The provider’s id of the card.'),
}

/** Whether the shop can charge this card; instalments do not exist in its currency. */
const isCard = (shop: CheckoutContext, fields: { payment_method: string; payment_method_id: string }): boolean => {
  const method = enabledGateway(fields.payment_method, shop.settings())
  return method !== null && isProviderMethod(method) && /^pm_\w{1,250}$/.test(fields.payment_method_id)
}

type Described = { readonly amountCents: number; readonly currency: string; readonly paymentMethodId: string }

/**
 * The payment as it will be, without instalments. No intent is made for it: an order's is made when it is charged, so
 * that no money can move before there is an order (docs/compatibility.md).
 */
const describeIntent = ({ amountCents, currency, paymentMethodId }: Described): StripeAnswer => ({
  json: {
    payment_intent: {
      id: null,
      client_secret: null,
      status: 'requires_confirmation',
      amount: amountCents,
      currency: currency.toLowerCase(),
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
    if (!total.needsPayment) return intentError(CANNOT_BE_PAID)
    const { totalCents: amountCents, currency } = total
    return describeIntent({ amountCents, currency, paymentMethodId: fields.payment_method_id })
  },
})

const createOrderIntent = stripeCall({
  route: 'order/payment-intent',
  method: 'POST',
  limit: LIMIT,
  fields: z.object({
    order_id: z.string().describe('The order.'),
    order_key: z.string().describe('Its key.'),
    ...cardFields,
  }),
  async handler({ shop, fields }) {
    const order = await orderByKey(shop, fields.order_id, fields.order_key)
    if (!order) return intentError('This order could not be found.')
    if (!isCard(shop, fields)) return intentError(INVALID_PAYMENT_METHOD)
    if (!needsPayment(order.status)) return intentError(CANNOT_BE_PAID)
    const { totalCents: amountCents, currency } = order
    return describeIntent({ amountCents, currency, paymentMethodId: fields.payment_method_id })
  },
})

export const intentCalls = [syncIntent, createIntent, createOrderIntent]
