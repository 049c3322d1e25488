import { isOpen } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { feesFor } from '../pricing/fees.ts'
import { isOffered } from '../settings/gateways.ts'
import { type GatewayId, offeredGateways } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { choosePayment } from './accept-order.ts'
import type { Address } from './address.ts'
import { canonical } from './canonical.ts'
import { type Taken, takePayment } from './take-payment.ts'

/*
 * Paying an order that was placed before and waits for its money: the rules that the page behind a payment link and the
 * Store API share. What the order holds and costs stays as it was placed; how it is paid, and who pays, may change.
 */

/** How somebody wants to pay. */
export type WaitingPayment = {
  readonly method: GatewayId
  /** The provider's name of the card, or ''. */
  readonly card: string
  readonly billing: Address
}

export type WaitingProblem =
  /** It is paid, given up or sent back, and was not accepted by the way to pay that is asked for. */
  | 'not-to-be-paid'
  | 'not-offered'
  /** It was priced for another way to pay. */
  | 'other-price'
  | 'missing-card'

/** Why an order cannot be paid like this; null: it can, or just that has been done already. */
export function waitingProblem(
  shop: Pick<Shop, 'settings' | 'pricing'>,
  order: Order,
  { method, card }: Pick<WaitingPayment, 'method' | 'card'>,
): WaitingProblem | null {
  if (!isOpen(order.status)) return wasAcceptedBy(order, method) ? null : 'not-to-be-paid'
  if (!isOffered(shop.settings(), method, rateOf(order))) return 'not-offered'
  if (!costsTheSame(shop, order, method)) return 'other-price'
  return method === 'stripe_cc' && card === '' ? 'missing-card' : null
}

/** The ways to pay that an order which waits for its money can be paid by. */
export const gatewaysFor = (shop: Pick<Shop, 'settings' | 'pricing'>, order: Order): readonly GatewayId[] =>
  offeredGateways(shop.settings(), rateOf(order)).filter((method) => costsTheSame(shop, order, method))

/**
 * Pays an order that `waitingProblem` has nothing against. Sent again after that it answers the order, and no money
 * moves twice (CHK-18). Null: it waits no longer, and was not accepted like this.
 */
export async function payWaitingOrder(shop: Shop, order: Order, payment: WaitingPayment): Promise<Taken | null> {
  const { method, card, billing } = payment
  const isChanged = method !== order.paymentMethod || canonical(billing) !== canonical(order.billing)
  const isLater = method !== 'stripe_cc'
  if (!isOpen(order.status) || !(isChanged || isLater)) return takePayment(shop, order, card)
  const chosen = await choosePayment(shop, order, { paymentMethod: method, billing })
  if (!chosen.ok) return { kind: 'refused', text: chosen.text, isCard: false, outcome: 'nothing' }
  if (chosen.order) return takePayment(shop, chosen.order, card)
  // Somebody was faster: most likely the same request, sent twice.
  const now = await findOrder(shop.db, order.id)
  return now && wasAcceptedBy(now, method) ? takePayment(shop, now, card) : null
}

/** Somebody sends again what has been done: the order is the answer. */
const wasAcceptedBy = (order: Order, method: GatewayId): boolean =>
  order.paymentMethod === method && ['processing', 'on-hold', 'completed'].includes(order.status)

/** Some ways to pay have a fee, and an order's total stays what was agreed. */
function costsTheSame(shop: Pick<Shop, 'pricing'>, order: Order, method: GatewayId): boolean {
  const fees = (by: string) => canonical(feesFor(shop.pricing().fees, order.itemsTotalCents, by))
  return method === order.paymentMethod || fees(method) === fees(order.paymentMethod)
}

const rateOf = (order: Order): string | null => order.shippingLines[0]?.rateId ?? null
