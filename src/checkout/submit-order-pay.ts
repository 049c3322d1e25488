import type { Context } from 'hono'
import { currentUser } from '../accounts/current-user.ts'
import { knownDevice, rememberDevice } from '../accounts/known-device.ts'
import { checkNonce, makeNonce } from '../accounts/nonce.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { readSession } from '../cart/shopper.ts'
import { isOpen } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { livePaymentOf } from '../payments/payments.store.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { clientAddress } from '../web/client-address.ts'
import { areTermsAsked, type Fields, gatewayOf, PASS_FIELD } from './checkout-form.ts'
import { checkTerms } from './form-check.ts'
import { type OrderOutcome, openOrderDoor, type Refusal, refusalText } from './order-door.ts'
import { payWaitingOrder, type WaitingProblem, waitingProblem } from './pay-waiting-order.ts'
import {
  BAD_NONCE,
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  MISSING_CARD,
  notTakenNotices,
  OTHER_PRICE,
} from './problems.tsx'
import { settleOrder } from './settle-order.ts'
import { type BankAction, bankHash } from './take-payment.ts'
import { goodsOfOrder } from './unpaid-hold.ts'

export type OrderPaySubmitted =
  | { readonly kind: 'done'; readonly redirect: string }
  /** `redirect` says the same to a page that is opened with it. */
  | { readonly kind: 'needs-action'; readonly action: BankAction; readonly redirect: string }
  /** Nobody knows yet whether the money came; the page it leads to says so. */
  | { readonly kind: 'undecided'; readonly redirect: string }
  /** `door`: too much went wrong before, and what would open the door. */
  | { readonly kind: 'refused'; readonly notices: NoticeList; readonly door?: Refusal }
  /** The order waits for no money any more; its page says why. */
  | { readonly kind: 'closed' }

const ORDER_PAY_NONCE = 'woocommerce-pay'

/** The nonce of an order's own page. Whoever has the order's key may pay it, from whatever browser. */
export const orderPayNonce = (shop: Pick<Shop, 'secret'>, order: Order): string =>
  makeNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey)

/**
 * The whole of "Pay for order", for the script's call and for the plain form. The caller has checked the order's key.
 * What is paid, and by whom, stands in the order; the form says how alone.
 */
export async function submitOrderPay(
  context: Context,
  shop: Shop,
  order: Order,
  fields: Fields,
): Promise<OrderPaySubmitted> {
  if (!checkNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey, fields['woocommerce-pay-nonce']))
    return refused(BAD_NONCE)
  const settings = shop.settings()
  const method = gatewayOf(fields.payment_method ?? '', settings)
  if (method === null) return isOpen(order.status) ? refused(INVALID_PAYMENT_METHOD) : { kind: 'closed' }
  const payment = { method, card: (fields.stripe_cc_token_key ?? '').slice(0, 200), billing: order.billing }
  const problem = waitingProblem(shop, order, payment)
  if (problem === 'not-to-be-paid') return { kind: 'closed' }
  if (problem) return refused(problemTexts[problem])
  if (!isOpen(order.status)) return done(context, shop, order)
  const problems = checkTerms(fields, areTermsAsked(fields, settings))
  if (problems.length > 0) return { kind: 'refused', notices: fieldNotices(problems) }

  const door = await openOrderDoor(shop, {
    address: clientAddress(context),
    email: order.billing.email,
    cartId: order.cartId ?? `order-${order.id}`,
    userId: (await currentUser(context, shop))?.id ?? null,
    paidOrderId: knownDevice(context, shop)?.orderId ?? null,
    mark: `order-${order.id} ${method} ${payment.card}`,
    proof: fields.proof ?? '',
    pass: fields[PASS_FIELD] ?? '',
    isByCard: method === 'stripe_cc',
    goods: goodsOfOrder(order),
  })
  if (!door.ok) {
    const now = await afterBank(shop, order)
    return isOpen(now.status) ? { ...refused(refusalText(door)), door } : done(context, shop, now)
  }
  let outcome: OrderOutcome = 'nothing'
  try {
    const taken = await payWaitingOrder(shop, order, payment)
    if (!taken) return { kind: 'closed' }
    outcome = taken.outcome
    if (outcome === 'paid') rememberDevice(context, shop, { orderId: order.id })
    if (taken.kind === 'refused') return { kind: 'refused', notices: notTakenNotices(taken) }
    if (taken.kind === 'undecided')
      return { kind: 'undecided', redirect: hrefs.orderReceived(order.id, order.orderKey) }
    if (taken.kind === 'needs-action')
      return { kind: 'needs-action', action: taken.action, redirect: bankHash(taken.action) }
    return done(context, shop, taken.order)
  } finally {
    await door.came(outcome)
  }
}

const refused = (text: string) => ({ kind: 'refused', notices: [{ kind: 'error', text }] }) as const

/** What was bought has left the cart of whoever put it together in this browser. */
async function done(context: Context, shop: Shop, order: Order): Promise<OrderPaySubmitted> {
  const session = await readSession(context, shop)
  if (session) await setCookiesAfterOrder(context, shop, session.id)
  // Without the shop's host: a form may not lead to another one, and shops have more than one name.
  return { kind: 'done', redirect: hrefs.orderReceived(order.id, order.orderKey) }
}

/** Somebody who comes back from their bank may have paid, and tries no card. */
async function afterBank(shop: Shop, order: Order): Promise<Order> {
  const payment = await livePaymentOf(shop.db, order.id)
  return payment?.status === 'requires_action' ? settleOrder(shop, order) : order
}

const problemTexts: Readonly<Record<Exclude<WaitingProblem, 'not-to-be-paid'>, string>> = {
  'not-offered': INVALID_PAYMENT_METHOD,
  'other-price': OTHER_PRICE,
  'missing-card': MISSING_CARD,
}
