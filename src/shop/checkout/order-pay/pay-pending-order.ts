import type { Address } from '../../../people/addresses/address.ts'
import { inTransaction } from '../../../platform/database/connect.ts'
import { exchangeOf } from '../../../platform/money/exchange.ts'
import type { PaymentData } from '../../gateways/payment-method.ts'
import { needsPayment } from '../../orders/order-status.ts'
import { findOrder, type Order, setPaymentMethod } from '../../orders/orders.store.ts'
import {
  availableGateways,
  type GatewayId,
  isGatewayAvailable,
  offlinePayment,
  paymentDataProblem,
} from '../../payment-methods/payment-methods.ts'
import { changeToOffline, isPayable } from '../../payments/change-payment.ts'
import { clearOrderCart, lockOrderWithCart } from '../../payments/order-cart.ts'
import type { PaymentSource } from '../../payments/payment-source.ts'
import { reserveStock } from '../../payments/reserve-stock.ts'
import { convertPricing } from '../../pricing/convert-pricing.ts'
import { feesFor } from '../../pricing/fees.ts'
import {
  acceptOffline,
  assessOffline,
  BLOCKED_WITHOUT_CARD,
  type OfflineProblem,
  recordBlocked,
} from '../../risk/assess-payment.ts'
import type { Challenge } from '../../risk/checkout-throttle.ts'
import { buyerOf, isWithinReservationLimit } from '../../risk/unpaid-reservations.ts'
import { chargeOrder, type Outcome } from '../charge-order.ts'
import { canonicalJson } from '../checkout-draft.ts'
import { declineText, shortfallTexts, TOO_MUCH_UNPAID } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { payableOfOrder } from './payable.ts'

/*
 * Paying an existing unpaid order: the rules shared by the order-pay page and the Store API. Items and totals stay
 * unchanged; payment method and billing details may change.
 */

/** How the order is to be paid. */
export type OrderPayment = {
  readonly method: GatewayId
  readonly data: PaymentData
  readonly billing: Address
  /** Also of an accepted order that waits for a transfer. */
  readonly isChange?: boolean
}

export type OrderPaymentProblem =
  /**
   * `not-payable`: the order is paid, cancelled or refunded, and was not accepted with the requested payment method.
   * `price-differs`: its total includes the fee of another payment method.
   */
  | { readonly kind: 'not-payable' | 'not-offered' | 'price-differs' }
  /** Something is missing in the data of the payment. */
  | { readonly kind: 'missing-data'; readonly text: string }

/** Why an order cannot be paid this way; null: it can, or already has been. */
export function orderPaymentProblem(
  shop: CheckoutContext,
  order: Order,
  { method, data, isChange = false }: Pick<OrderPayment, 'method' | 'data' | 'isChange'>,
): OrderPaymentProblem | null {
  if (!isPayable(order, isChange)) return wasAcceptedBy(order, method) ? null : { kind: 'not-payable' }
  if (!isGatewayAvailable(shop.settings(), method, payableOfOrder(shop, order))) return { kind: 'not-offered' }
  if (!hasSameFees(shop, order, method)) return { kind: 'price-differs' }
  const text = paymentDataProblem(method, data)
  return text === null ? null : { kind: 'missing-data', text }
}

/** Payment methods available for an unpaid order, or for one that waits for a transfer. */
export const gatewaysFor = (shop: CheckoutContext, order: Order): readonly GatewayId[] =>
  availableGateways(shop.settings(), payableOfOrder(shop, order)).filter((method) => hasSameFees(shop, order, method))

/**
 * Pays an order that has passed `orderPaymentProblem`. A repeated request returns the order without a second charge
 * (CHK-18). Null: the order is no longer unpaid, and was not accepted by this request.
 */
export async function payPendingOrder(
  shop: CheckoutContext,
  order: Order,
  payment: OrderPayment,
  source: PaymentSource,
  challenge: Challenge,
): Promise<Outcome | null> {
  const { method, billing, isChange = false } = payment
  if (!needsPayment(order.status) && isPayable(order, isChange)) return payWaitingOrder(shop, order, method, source)
  const isChanged = method !== order.paymentMethod || canonicalJson(billing) !== canonicalJson(order.billing)
  const isPaidLater = offlinePayment(method) !== null
  const page = isChange ? 'change-payment' : 'order-pay'
  if (!needsPayment(order.status) || !(isChanged || isPaidLater)) return chargeOrder(shop, order, source, { page })
  const changedOrder = await changePaymentMethod(shop, order, payment, challenge.isMet)
  if (!changedOrder.ok) {
    const { problem } = changedOrder
    if (problem.kind === 'payment') return { kind: 'refused', problem }
    if (problem.kind === 'blocked') await recordBlocked(shop, order, problem.assessment)
    return refusedOffline(problem, challenge)
  }
  if (changedOrder.order) return chargeOrder(shop, changedOrder.order, source, { page })
  // A concurrent request, most likely the same one, has changed the order.
  const currentOrder = await findOrder(shop.db, order.id)
  return currentOrder && wasAcceptedBy(currentOrder, method) ? chargeOrder(shop, currentOrder, source, { page }) : null
}

/** An order on hold is charged as it is: it keeps its status and stock whatever becomes of the payment. */
async function payWaitingOrder(
  shop: CheckoutContext,
  order: Order,
  method: GatewayId,
  source: PaymentSource,
): Promise<Outcome | null> {
  if (!offlinePayment(method)) return chargeOrder(shop, order, source, { method, page: 'change-payment' })
  const changed = await changeToOffline(shop, order.id, method)
  return changed && { kind: 'accepted', order: changed, isNew: false }
}

/** The order was already accepted by the same request. */
const wasAcceptedBy = (order: Order, method: GatewayId): boolean =>
  order.paymentMethod === method && ['processing', 'on-hold', 'completed'].includes(order.status)

/** Fees depend on the payment method, and the total of an order does not change. */
function hasSameFees(shop: CheckoutContext, order: Order, method: GatewayId): boolean {
  const rules = convertPricing(shop.pricing(), exchangeOf(order)).fees
  const fees = (paymentMethod: string) => canonicalJson(feesFor(rules, order.itemsTotalCents, paymentMethod))
  return method === order.paymentMethod || fees(method) === fees(order.paymentMethod)
}

/** What the shopper is told of an order that the fraud rules do not accept without a payment. */
export const refusedOffline = (problem: OfflineProblem, challenge: Challenge): Outcome => ({
  kind: 'refused',
  problem:
    problem.kind === 'challenged'
      ? { kind: 'throttled', refusal: challenge.refusal() }
      : { kind: 'payment', text: declineText(BLOCKED_WITHOUT_CARD) },
})

/** `order` is null when the order is no longer waiting for a payment. */
type ChangeResult =
  | { readonly ok: true; readonly order: Order | null }
  | { readonly ok: false; readonly problem: OfflineProblem | { readonly kind: 'payment'; readonly text: string } }

const cannotChange = (text: string) => ({ ok: false, problem: { kind: 'payment', text } }) as const

/**
 * Changes the payment method and billing details of an unpaid order. With an offline method the order is accepted at
 * once, if its stock is available and within the limit for unpaid orders.
 */
function changePaymentMethod(
  shop: CheckoutContext,
  unpaidOrder: Order,
  { method, billing }: OrderPayment,
  isProven: boolean,
) {
  return inTransaction<ChangeResult>(shop.db, async (tx) => {
    const offline = offlinePayment(method)
    const buyer = offline ? buyerOf(unpaidOrder) : null
    const { order: lockedOrder, cartVersion } = await lockOrderWithCart(tx, unpaidOrder.id, buyer)
    if (!lockedOrder || !needsPayment(lockedOrder.status)) return { ok: true, order: null }
    if (offline && !(await isWithinReservationLimit(shop, tx, lockedOrder))) return cannotChange(TOO_MUCH_UNPAID)
    const payment = { paymentMethod: method, paymentMethodTitle: shop.settings().gateways[method].title, billing }
    await setPaymentMethod(tx, lockedOrder.id, payment, shop.now())
    const order = { ...lockedOrder, ...payment }
    if (!offline) return { ok: true, order }
    const assessed = await assessOffline(shop, tx, order, isProven)
    if (!assessed.ok) return assessed
    if (!order.holdsStock) {
      const reservation = await reserveStock(shop, tx, order)
      if (!reservation.ok) return cannotChange(shortfallTexts(reservation.shortfalls))
    }
    await clearOrderCart(shop, tx, order, cartVersion)
    return { ok: true, order: await acceptOffline(shop, tx, order, assessed.assessment) }
  })
}
