import type { PaymentData } from '../gateways/payment-method.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { isProviderMethod, providerPayment } from '../payment-methods/payment-methods.ts'
import { isPayable } from '../payments/change-payment.ts'
import { type PaymentSource, paymentSourceOf } from '../payments/payment-source.ts'
import type { Total } from '../pricing/total.ts'
import {
  type Challenge,
  cartKeyOf,
  cartKeyOfOrder,
  type OrderAttempt,
  type OrderOutcome,
  openCheckoutThrottle,
} from '../risk/checkout-throttle.ts'
import { reservationOfCart, reservationOfOrder } from '../risk/unpaid-reservations.ts'
import { chargeOrder, type Outcome } from './charge-order.ts'
import type { CheckoutContext } from './context.ts'
import { type OrderPayment, payPendingOrder, refusedOffline } from './order-pay/pay-pending-order.ts'
import { placeOrder } from './place-order.ts'
import type { Purchase } from './purchase.ts'

/** What an attempt is recognized by, and what it offers towards the limits of attempts. */
export type Shopper = Pick<OrderAttempt, 'address' | 'userId' | 'paidOrderId' | 'proof' | 'waitToken'>

/** A request to place an order and pay it, or to pay one that exists. Its edge has validated the input. */
export type OrderCommand = { readonly shopper: Shopper } & (
  | {
      readonly kind: 'place'
      readonly purchase: Purchase
      readonly paymentData: PaymentData
      /** The purchase as priced by the edge. */
      readonly total: Total
    }
  | { readonly kind: 'pay'; readonly order: Order; readonly payment: OrderPayment }
)

/**
 * Places or pays an order: the one way for the form, its script, the Store API and the order-pay page. Only here the
 * throttle, placing and paying come together; a repeated command gets the same order and charges once.
 */
export async function submitOrder(shop: CheckoutContext, command: OrderCommand): Promise<Outcome> {
  const found = await sourceOf(shop, command)
  if (!found.ok) return { kind: 'refused', problem: { kind: 'payment', text: found.text } }
  const throttle = await openCheckoutThrottle(shop, attemptOf(command))
  if (!throttle.ok) return { kind: 'refused', problem: { kind: 'throttled', refusal: throttle } }
  let reported: OrderOutcome = 'none'
  try {
    const outcome = await (command.kind === 'place'
      ? placeAndPay(shop, command, found.source, throttle.challenge)
      : pay(shop, command, found.source, throttle.challenge))
    reported = reports[outcome.kind]
    return outcome
  } finally {
    await throttle.report(reported)
  }
}

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

type Command<Kind extends OrderCommand['kind']> = Extract<OrderCommand, { readonly kind: Kind }>

/** A saved card is looked up before anything else, so that nobody pays with another's. */
function sourceOf(shop: CheckoutContext, command: OrderCommand) {
  const { userId } = command.shopper
  if (command.kind === 'place') {
    const { purchase, paymentData, total } = command
    return paymentSourceOf(shop, userId, total.needsPayment ? purchase.paymentMethod : null, paymentData)
  }
  const { order, payment } = command
  return paymentSourceOf(
    shop,
    userId,
    isPayable(order, payment.isChange ?? false) ? payment.method : null,
    payment.data,
  )
}

async function placeAndPay(
  shop: CheckoutContext,
  command: Command<'place'>,
  source: PaymentSource,
  challenge: Challenge,
): Promise<Outcome> {
  const placed = await placeOrder(shop, command.purchase, challenge.isMet)
  if (placed.ok) return chargeOrder(shop, placed.order, source, { isNew: placed.isNew, page: 'checkout' })
  const { problem } = placed
  if (problem.kind !== 'blocked' && problem.kind !== 'challenged') return { kind: 'refused', problem }
  // Nothing of the order is stored, so the log alone tells of it.
  if (problem.kind === 'blocked')
    shop.log.warn({ reasons: problem.assessment.reasons }, 'the fraud rules have blocked an order')
  return refusedOffline(problem, challenge)
}

const pay = async (
  shop: CheckoutContext,
  { order, payment }: Command<'pay'>,
  source: PaymentSource,
  challenge: Challenge,
): Promise<Outcome> =>
  (await payPendingOrder(shop, order, payment, source, challenge)) ?? { kind: 'refused', problem: { kind: 'closed' } }

function attemptOf(command: OrderCommand): OrderAttempt {
  if (command.kind === 'pay') {
    const { order, payment, shopper } = command
    const isUnpaid = needsPayment(order.status)
    return {
      ...shopper,
      email: order.billing.email,
      cartId: order.cartId,
      cartKey: cartKeyOfOrder(order),
      attemptKey: `order-${order.id} ${payment.method} ${tokenIn(payment.method, payment.data)}`,
      isByCard: isPayable(order, payment.isChange ?? false) && isProviderMethod(payment.method),
      ...(isUnpaid ? { reservation: reservationOfOrder(order) } : {}),
    }
  }
  const { purchase, total, shopper, paymentData } = command
  const { cart, paymentMethod } = purchase
  return {
    ...shopper,
    email: purchase.billing.email,
    cartId: cart.id,
    cartKey: cartKeyOf(cart),
    attemptKey: `${cartKeyOf(cart)} ${purchase.digest} ${tokenIn(paymentMethod, paymentData)}`,
    // The repeated form of an emptied cart may charge the order that was placed from it.
    isByCard: isProviderMethod(paymentMethod) && (total.needsPayment || cart.lines.length === 0),
    ...(total.needsPayment ? { reservation: reservationOfCart(cart, total) } : {}),
  }
}

const tokenIn = (method: string, data: PaymentData): string => providerPayment(method)?.paymentMethodId(data) ?? ''
