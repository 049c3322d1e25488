import type { Address } from '../../people/addresses/address.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { needsPayment } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { availableGateways, type GatewayId, isGatewayAvailable } from '../payments/gateways.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import { feesFor } from '../pricing/fees.ts'
import { canonicalJson } from './canonical-json.ts'
import { changePaymentMethod } from './change-payment-method.ts'
import { type ChargeOrderResult, chargeOrder } from './charge-order.ts'
import type { PayContext } from './context.ts'

/*
 * Paying an existing unpaid order: the rules shared by the order-pay page and the Store API. Items and totals stay
 * unchanged; payment method and billing details may change.
 */

/** How the order is to be paid. */
export type OrderPayment = {
  readonly method: GatewayId
  /** The provider's token for the card, or ''. */
  readonly card: string
  readonly billing: Address
}

export type OrderPaymentProblem =
  /** The order is paid, cancelled or refunded, and was not accepted with the requested payment method. */
  | 'not-payable'
  | 'not-offered'
  /** The order's total includes the fee of another payment method. */
  | 'price-differs'
  | 'missing-card'

/** Why an order cannot be paid this way; null: it can, or already has been. */
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

/** Payment methods available for an unpaid order. */
export const gatewaysFor = (
  shop: WithPricing & WithSettings<PaymentMethodSettings>,
  order: Order,
): readonly GatewayId[] =>
  availableGateways(shop.settings(), rateOf(order)).filter((method) => hasSameFees(shop, order, method))

/**
 * Pays an order that has passed `orderPaymentProblem`. A repeated request returns the order without a second charge
 * (CHK-18). Null: the order is no longer unpaid, and was not accepted by this request.
 */
export async function payPendingOrder(
  shop: PayContext,
  order: Order,
  payment: OrderPayment,
): Promise<ChargeOrderResult | null> {
  const { method, card, billing } = payment
  const isChanged = method !== order.paymentMethod || canonicalJson(billing) !== canonicalJson(order.billing)
  const isPaidLater = method !== 'stripe_cc'
  if (!needsPayment(order.status) || !(isChanged || isPaidLater)) return chargeOrder(shop, order, card)
  const changedOrder = await changePaymentMethod(shop, order, { paymentMethod: method, billing })
  if (!changedOrder.ok) return { kind: 'refused', text: changedOrder.text, isCard: false, outcome: 'none' }
  if (changedOrder.order) return chargeOrder(shop, changedOrder.order, card)
  // A concurrent request, most likely the same one, has changed the order.
  const currentOrder = await findOrder(shop.db, order.id)
  return currentOrder && wasAcceptedBy(currentOrder, method) ? chargeOrder(shop, currentOrder, card) : null
}

/** The order was already accepted by the same request. */
const wasAcceptedBy = (order: Order, method: GatewayId): boolean =>
  order.paymentMethod === method && ['processing', 'on-hold', 'completed'].includes(order.status)

/** Fees depend on the payment method, and the total of an order does not change. */
function hasSameFees(shop: WithPricing, order: Order, method: GatewayId): boolean {
  const fees = (paymentMethod: string) =>
    canonicalJson(feesFor(shop.pricing().fees, order.itemsTotalCents, paymentMethod))
  return method === order.paymentMethod || fees(method) === fees(order.paymentMethod)
}

const rateOf = (order: Order): string | null => order.shippingLines[0]?.rateId ?? null
