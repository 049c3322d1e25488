import type { Address } from '../../people/addresses/address.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { needsPayment } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import type { WithPayments } from '../payments/context.ts'
import { availableGateways, type GatewayId, isGatewayAvailable } from '../payments/gateways.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import { feesFor } from '../pricing/fees.ts'
import { canonicalJson } from './canonical-json.ts'
import { changePaymentMethod } from './change-payment-method.ts'
import type { OrderingSettings } from './context.ts'
import { type TakePaymentResult, takePayment } from './take-payment.ts'

/*
 * Paying an order that was placed before and waits for its money: the rules that the page behind a payment link and the
 * Store API share. What the order holds and costs stays as it was placed; how it is paid, and who pays, may change.
 */

/** How somebody wants to pay. */
export type OrderPayment = {
  readonly method: GatewayId
  /** The provider's name of the card, or ''. */
  readonly card: string
  readonly billing: Address
}

export type OrderPaymentProblem =
  /** It is paid, given up or sent back, and was not accepted by the way to pay that is asked for. */
  | 'not-payable'
  | 'not-offered'
  /** It was priced for another way to pay. */
  | 'price-differs'
  | 'missing-card'

/** Why an order cannot be paid like this; null: it can, or just that has been done already. */
export function orderPaymentProblem(
  shop: WithPricing & WithSettings<PaymentMethodSettings>,
  order: Order,
  { method, card }: Pick<OrderPayment, 'method' | 'card'>,
): OrderPaymentProblem | null {
  if (!needsPayment(order.status)) return wasAcceptedBy(order, method) ? null : 'not-payable'
  if (!isGatewayAvailable(shop.settings(), method, rateOf(order))) return 'not-offered'
  if (!hasSameFees(shop, order, method)) return 'price-differs'
  return method === 'stripe_cc' && card === '' ? 'missing-card' : null
}

/** The ways to pay that an order which waits for its money can be paid by. */
export const gatewaysFor = (
  shop: WithPricing & WithSettings<PaymentMethodSettings>,
  order: Order,
): readonly GatewayId[] =>
  availableGateways(shop.settings(), rateOf(order)).filter((method) => hasSameFees(shop, order, method))

/**
 * Pays an order that `orderPaymentProblem` has nothing against. Sent again after that it answers the order, and no money
 * moves twice (CHK-18). Null: it waits no longer, and was not accepted like this.
 */
export async function payPendingOrder(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret' | 'url'> &
    WithPayments &
    WithSettings<OrderingSettings>,
  order: Order,
  payment: OrderPayment,
): Promise<TakePaymentResult | null> {
  const { method, card, billing } = payment
  const isChanged = method !== order.paymentMethod || canonicalJson(billing) !== canonicalJson(order.billing)
  const isPaidLater = method !== 'stripe_cc'
  if (!needsPayment(order.status) || !(isChanged || isPaidLater)) return takePayment(shop, order, card)
  const changedOrder = await changePaymentMethod(shop, order, { paymentMethod: method, billing })
  if (!changedOrder.ok) return { kind: 'refused', text: changedOrder.text, isCard: false, outcome: 'none' }
  if (changedOrder.order) return takePayment(shop, changedOrder.order, card)
  // Somebody was faster: most likely the same request, sent twice.
  const currentOrder = await findOrder(shop.db, order.id)
  return currentOrder && wasAcceptedBy(currentOrder, method) ? takePayment(shop, currentOrder, card) : null
}

/** Somebody sends again what has been done: the order is the answer. */
const wasAcceptedBy = (order: Order, method: GatewayId): boolean =>
  order.paymentMethod === method && ['processing', 'on-hold', 'completed'].includes(order.status)

/** Some ways to pay have a fee, and an order's total stays what was agreed. */
function hasSameFees(shop: WithPricing, order: Order, method: GatewayId): boolean {
  const fees = (paymentMethod: string) =>
    canonicalJson(feesFor(shop.pricing().fees, order.itemsTotalCents, paymentMethod))
  return method === order.paymentMethod || fees(method) === fees(order.paymentMethod)
}

const rateOf = (order: Order): string | null => order.shippingLines[0]?.rateId ?? null
