import type { PaymentData } from '../gateways/payment-method.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import { awaitsTransfer, isProviderMethod, providerPayment } from '../payment-methods/payment-methods.ts'
import { isPayable } from '../payments/change-payment.ts'
import { type ConfirmPaymentResult, confirmPayment } from '../payments/confirm-payment.ts'
import { CARD_NOT_SAVED, type PaymentSource, paymentSourceOf } from '../payments/payment-source.ts'
import { type AttemptResult, startPaymentAttempt } from '../payments/reserve-stock.ts'
import type { Total } from '../pricing/total.ts'
import {
  cartKeyOf,
  cartKeyOfOrder,
  type OrderAttempt,
  type OrderOutcome,
  openCheckoutThrottle,
} from '../risk/checkout-throttle.ts'
import { reservationOfCart, reservationOfOrder } from '../risk/unpaid-reservations.ts'
import { declineText, paymentFailureTexts, shortfallTexts } from './checkout-notices.tsx'
import type { CheckoutContext } from './context.ts'
import type { Purchase } from './new-order.ts'
import { type OrderPayment, preparePendingOrder } from './order-pay/pay-pending-order.ts'
import { nextAction, type OrderProblem, type Outcome, type StoredOrder } from './outcome.ts'
import { placeOrder } from './place-order.ts'

/** Identifies the client of an attempt, with the proof of work that it offers towards the attempt limits. */
export type Shopper = Pick<OrderAttempt, 'address' | 'userId' | 'paidOrderId' | 'proof' | 'waitToken'>

export type OrderCommand = { readonly shopper: Shopper } & (
  | {
      readonly kind: 'place'
      readonly purchase: Purchase
      readonly paymentData: PaymentData
      readonly total: Total
    }
  | { readonly kind: 'pay'; readonly order: Order; readonly payment: OrderPayment }
)

/**
 * The only entry, for the form, its script, the Store API and the order-pay page. A repeated command gets the same order
 * and charges once. Each stage passes on what the next one needs, or the problem (docs/decisions/rooms-of-money.md).
 */
export async function submitOrder(shop: CheckoutContext, command: OrderCommand): Promise<Outcome> {
  const checked = await checkAttempt(shop, command)
  if (!checked.ok) return refused(checked.problem)
  const { source, throttle } = checked
  let reported: OrderOutcome = 'none'
  try {
    const stored = await (command.kind === 'place'
      ? placeOrder(shop, command.purchase, throttle.challenge)
      : preparePendingOrder(shop, command.order, command.payment, throttle.challenge))
    const outcome = stored.ok ? await chargeOrder(shop, stored, source) : refused(stored.problem)
    reported = reports[outcome.kind]
    return outcome
  } finally {
    await throttle.report(reported)
  }
}

const refused = (problem: OrderProblem): Outcome => ({ kind: 'refused', problem })
const notCharged = (text: string): Outcome => refused({ kind: 'payment', text })

const reports: Readonly<Record<Outcome['kind'], OrderOutcome>> = {
  paid: 'paid',
  accepted: 'accepted',
  processing: 'accepted',
  authorized: 'accepted',
  'needs-action': 'action-required',
  redirect: 'action-required',
  declined: 'declined',
  unknown: 'none',
  refused: 'none',
}

/** The payment source comes first, so that nobody pays with another's saved card; then the limits of attempts. */
async function checkAttempt(shop: CheckoutContext, command: OrderCommand) {
  const { method, isToPay, data } = paymentOf(command)
  const found = await paymentSourceOf(shop, command.shopper.userId, isToPay ? method : null, data)
  if (!found.ok) return { ok: false, problem: { kind: 'payment', text: found.text } } as const
  const throttle = await openCheckoutThrottle(shop, attemptOf(command))
  return throttle.ok
    ? ({ ok: true, source: found.source, throttle } as const)
    : ({ ok: false, problem: { kind: 'throttled', refusal: throttle } } as const)
}

function paymentOf(command: OrderCommand) {
  if (command.kind === 'place') {
    const { purchase, paymentData: data, total } = command
    return { method: purchase.paymentMethod, data, isToPay: total.needsPayment }
  }
  const { method, data, isChange = false } = command.payment
  return { method, data, isToPay: isPayable(command.order, isChange) }
}

function attemptOf(command: OrderCommand): OrderAttempt {
  const { method, data, isToPay } = paymentOf(command)
  const token = providerPayment(method)?.paymentMethodId(data) ?? ''
  const isByCard = isProviderMethod(method)
  if (command.kind === 'pay') {
    const { order, shopper } = command
    return {
      ...shopper,
      email: order.billing.email,
      cartId: order.cartId,
      cartKey: cartKeyOfOrder(order),
      attemptKey: `order-${order.id} ${method} ${token}`,
      isByCard: isByCard && isToPay,
      ...(needsPayment(order.status) && { reservation: reservationOfOrder(order) }),
    }
  }
  const { purchase, total, shopper } = command
  const { cart } = purchase
  return {
    ...shopper,
    email: purchase.billing.email,
    cartId: cart.id,
    cartKey: cartKeyOf(cart),
    attemptKey: `${cartKeyOf(cart)} ${purchase.digest} ${token}`,
    // The repeated form of an emptied cart may charge the order that was placed from it.
    isByCard: isByCard && (isToPay || cart.lines.length === 0),
    ...(isToPay && { reservation: reservationOfCart(cart, total) }),
  }
}

/** Charges an unpaid order, or one that waits for a transfer; any other order is returned as it is. */
async function chargeOrder(
  shop: CheckoutContext,
  { order: stored, isNew = false, page, method }: Extract<StoredOrder, { ok: true }>,
  source: PaymentSource,
): Promise<Outcome> {
  const isWaiting = method !== undefined && awaitsTransfer(stored)
  if (!needsPayment(stored.status) && !isWaiting) return { kind: 'accepted', order: stored, isNew }
  // Its method changes once it is paid (settle-payment.ts).
  const order = isWaiting ? { ...stored, paymentMethod: method } : stored
  if (source.isSaved && source.userId !== order.customerId) return notCharged(CARD_NOT_SAVED)
  const attempt = await startPaymentAttempt(shop, order, isNew)
  if (!attempt.ok)
    return attempt.isOutdated ? refused({ kind: 'closed' }) : notCharged(shortfallTexts(attempt.shortfalls))
  const result = await confirmPayment(shop, order, source, page)
  const isContinuing = result.kind === 'not-attempted' && (await isAuthenticating(shop, order))
  await attempt.finish(isContinuing ? 'continuing' : attemptResults[result.kind])
  switch (result.kind) {
    case 'paid':
    case 'processing':
    case 'authorized':
      return result
    case 'needs-action':
      return result.intent.redirectUrl
        ? { kind: 'redirect', order, url: result.intent.redirectUrl }
        : { kind: 'needs-action', order, action: nextAction(shop, order, result.intent, page) }
    case 'undecided':
      return { kind: 'unknown', order }
    case 'declined':
      return { kind: 'declined', text: declineText(result.error) }
    default:
      return notCharged(paymentFailureTexts[result.kind])
  }
}

const isAuthenticating = async (shop: CheckoutContext, order: Order): Promise<boolean> =>
  (await findActivePayment(shop.db, order.id))?.status === 'requires_action'

/** `undecided` while the same payment is in progress must not end that attempt: it ends by itself. */
const attemptResults: Readonly<Record<ConfirmPaymentResult['kind'], AttemptResult>> = {
  declined: 'declined',
  refunding: 'declined',
  'not-attempted': 'declined',
  'needs-action': 'continuing',
  paid: 'unknown',
  processing: 'unknown',
  authorized: 'unknown',
  undecided: 'unknown',
  mismatch: 'unknown',
}
