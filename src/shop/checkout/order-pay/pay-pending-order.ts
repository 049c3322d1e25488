import type { Address } from '../../../people/addresses/address.ts'
import { exchangeOf } from '../../../platform/money/exchange.ts'
import { canonicalJson } from '../../cart/checkout-draft.ts'
import type { PaymentData } from '../../gateways/payment-method.ts'
import { needsPayment } from '../../orders/order-status.ts'
import { reserveStock } from '../../orders/order-stock.ts'
import { findOrder, type Order, setPaymentMethod } from '../../orders/orders.store.ts'
import { cancelStartedPayment } from '../../orders/transition-order.ts'
import {
  availableGateways,
  type GatewayId,
  isGatewayAvailable,
  offlinePayment,
  paymentDataProblem,
} from '../../payment-methods/payment-methods.ts'
import { changeToOffline, isPayable } from '../../payments/change-payment.ts'
import { clearOrderCart, lockOrderWithCart } from '../../payments/order-cart.ts'
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
import { declineText, shortfallTexts, TOO_MUCH_UNPAID } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import type { OrderProblem, StoredOrder } from '../outcome.ts'
import { payableOfOrder } from './payable.ts'

/* The rules of paying an unpaid order. Items and totals stay; payment method and billing details may change. */

export type OrderPayment = {
  readonly method: GatewayId
  readonly data: PaymentData
  readonly billing: Address
  /** Also pays an accepted order that waits for a transfer. */
  readonly isChange?: boolean
}

export type OrderPaymentProblem =
  /** `not-payable`: nor accepted with this method. `price-differs`: its total includes another method's fee. */
  | { readonly kind: 'not-payable' | 'not-offered' | 'price-differs' }
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

export const gatewaysFor = (shop: CheckoutContext, order: Order): readonly GatewayId[] =>
  availableGateways(shop.settings(), payableOfOrder(shop, order)).filter((method) => hasSameFees(shop, order, method))

/** Prepares what `orderPaymentProblem` lets pass. A repeated request is not charged a second time (CHK-18). */
export async function preparePendingOrder(
  shop: CheckoutContext,
  order: Order,
  payment: OrderPayment,
  challenge: Challenge,
): Promise<StoredOrder> {
  const { method, billing, isChange = false } = payment
  const offline = offlinePayment(method)
  const page = isChange ? 'change-payment' : 'order-pay'
  const toCharge = (found: Order | null): StoredOrder =>
    found ? { ok: true, order: found, page } : { ok: false, problem: { kind: 'closed' } }
  // An order on hold is charged as it is: it keeps its status and stock whatever becomes of the payment.
  if (!needsPayment(order.status) && isPayable(order, isChange))
    return offline ? toCharge(await changeToOffline(shop, order.id, method)) : { ok: true, order, page, method }
  const isChanged = method !== order.paymentMethod || canonicalJson(billing) !== canonicalJson(order.billing)
  if (!needsPayment(order.status) || !(isChanged || offline)) return toCharge(order)
  const changed = await changePaymentMethod(shop, order, payment, challenge.isMet)
  if (!changed.ok) {
    const { problem } = changed
    if (problem.kind === 'blocked') await recordBlocked(shop, order, problem.assessment)
    return { ok: false, problem: problem.kind === 'payment' ? problem : offlineProblem(problem, challenge) }
  }
  if (changed.order) return toCharge(changed.order)
  // A concurrent request, most likely the same one, has changed the order.
  const current = await findOrder(shop.db, order.id)
  return toCharge(current && wasAcceptedBy(current, method) ? current : null)
}

const wasAcceptedBy = (order: Order, method: GatewayId): boolean =>
  order.paymentMethod === method && ['processing', 'on-hold', 'completed'].includes(order.status)

/** Fees depend on the payment method, and the total of an order does not change. */
function hasSameFees(shop: CheckoutContext, order: Order, method: GatewayId): boolean {
  const rules = convertPricing(shop.pricing(), exchangeOf(order)).fees
  const fees = (paymentMethod: string) => canonicalJson(feesFor(rules, order.itemsTotalCents, paymentMethod))
  return method === order.paymentMethod || fees(method) === fees(order.paymentMethod)
}

export const offlineProblem = ({ kind }: OfflineProblem, challenge: Challenge): OrderProblem =>
  kind === 'challenged'
    ? { kind: 'throttled', refusal: challenge.refusal() }
    : { kind: 'payment', text: declineText(BLOCKED_WITHOUT_CARD) }

/** `order` is null when the order is no longer waiting for a payment. */
type ChangeResult =
  | { readonly ok: true; readonly order: Order | null }
  | { readonly ok: false; readonly problem: OfflineProblem | { readonly kind: 'payment'; readonly text: string } }

const cannotChange = (text: string) => ({ ok: false, problem: { kind: 'payment', text } }) as const

/** With an offline method the order is accepted at once, if stock and the limit for unpaid orders allow. */
const changePaymentMethod = (
  shop: CheckoutContext,
  unpaidOrder: Order,
  { method, billing }: OrderPayment,
  isProven: boolean,
) =>
  shop.db.transaction(async (tx): Promise<ChangeResult> => {
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
    await cancelStartedPayment(shop, tx, order)
    return { ok: true, order: await acceptOffline(shop, tx, order, assessed.assessment) }
  })
