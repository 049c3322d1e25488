import type { Context } from 'hono'
import { currentUser } from '../accounts/current-user.ts'
import { knownDevice, rememberDevice } from '../accounts/known-device.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { WantedAccount } from '../orders/new-account.ts'
import type { Order } from '../orders/orders.store.ts'
import type { GatewayId } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { keptAttribution } from '../tracking/attribution.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { clientAddress } from '../web/client-address.ts'
import { type CheckoutForm, type Fields, gatewayOf, PASS_FIELD, problemsOf, readCheckoutForm } from './checkout-form.ts'
import { decideAccount, enterNewAccount, wantedAccount } from './new-account.ts'
import { type OrderOutcome, openOrderDoor, type Refusal, refusalText } from './order-door.ts'
import { placeOrder } from './place-order.ts'
import {
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  MISSING_CARD,
  notTakenNotices,
  placeNotices,
  sessionExpired,
} from './problems.tsx'
import { bankHash, takePayment } from './take-payment.ts'
import { goodsOfCart } from './unpaid-hold.ts'

export type Submitted =
  /** There is the order-received page to go to. */
  | { readonly kind: 'done'; readonly order: Order; readonly hasEmptiedCart: boolean }
  | { readonly kind: 'needs-action'; readonly order: Order; readonly redirect: string }
  /** The order is kept, and nobody knows yet whether its money came: the order-received page says so. */
  | { readonly kind: 'undecided'; readonly order: Order }
  /** `door`: too much went wrong before, and what would open the door. */
  | {
      readonly kind: 'refused'
      readonly notices: NoticeList
      readonly form: CheckoutForm
      readonly door?: Refusal
    }

/** The whole of "Place order", for the script's call and for the plain form: check, place, pay, say where to go. */
export async function submitCheckout(context: Context, shop: Shop, cart: Cart, fields: Fields): Promise<Submitted> {
  const form = readCheckoutForm(fields, shop.settings())
  const refused = (notices: NoticeList): Submitted & { kind: 'refused' } => ({ kind: 'refused', notices, form })
  const isRepeat = cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedDigest === form.digest
  if (cart.lines.length === 0 && !isRepeat) return refused(sessionExpired(shop.url))

  const settings = shop.settings()
  const priced = priceCart(shop, { ...cart, billing: form.billing, shipping: form.shipping })
  const user = await currentUser(context, shop)
  const wanted = !user && form.createsAccount ? wantedAccount(fields.account_password ?? '', settings) : null
  const about = { needsShipping: priced.needsShipping, makesAccount: wanted !== null }
  const problems = problemsOf(fields, form, settings, about)
  if (problems.length > 0) return refused(fieldNotices(problems))
  if (priced.needsShipping && !priced.shippingRate) return refused(placeNotices({ kind: 'no-shipping' }, shop.url))
  const gateway = gatewayOf(form.paymentMethod, settings)
  if (gateway === null && (priced.needsPayment || isRepeat))
    return refused([{ kind: 'error', text: INVALID_PAYMENT_METHOD }])
  if (gateway === 'stripe_cc' && priced.needsPayment && form.paymentToken === '')
    return refused([{ kind: 'error', text: MISSING_CARD }])

  const decided = isRepeat
    ? ({ ok: true, account: wanted } as const)
    : await decideAccount(context, shop, wanted, form.billing.email)
  if (!decided.ok) return refused(placeNotices({ kind: 'email-taken' }, shop.url))
  const { account } = decided

  const door = await openOrderDoor(shop, {
    address: clientAddress(context),
    email: form.billing.email,
    cartId: cart.id,
    userId: user?.id ?? null,
    paidOrderId: knownDevice(context, shop)?.orderId ?? null,
    mark: `${cart.id} ${form.digest} ${form.paymentToken}`,
    proof: fields.proof ?? '',
    pass: fields[PASS_FIELD] ?? '',
    isByCard: gateway === 'stripe_cc' && priced.needsPayment,
    ...(priced.needsPayment ? { goods: goodsOfCart(cart, priced) } : {}),
  })
  if (!door.ok) return { ...refused([{ kind: 'error', text: refusalText(door) }]), door }
  let outcome: OrderOutcome = 'nothing'
  try {
    const submitted = await place(context, shop, { cart, form, fields, gateway, account, customerId: user?.id ?? null })
    outcome = submitted.outcome
    return submitted.end
  } finally {
    await door.came(outcome)
  }
}

type Decided = {
  readonly cart: Cart
  readonly form: CheckoutForm
  readonly fields: Fields
  readonly gateway: GatewayId | null
  readonly account: WantedAccount | null
  readonly customerId: number | null
}

async function place(
  context: Context,
  shop: Shop,
  { cart, form, fields, gateway, account, customerId }: Decided,
): Promise<{ readonly end: Submitted; readonly outcome: OrderOutcome }> {
  const placed = await placeOrder(shop, {
    cart,
    billing: form.billing,
    shipping: form.shipping,
    customerNote: form.customerNote,
    paymentMethod: gateway ?? 'stripe_cc',
    shippingMethod: form.shippingMethod,
    digest: form.digest,
    via: 'checkout',
    customerId,
    ...(account ? { account } : {}),
    clientAddress: clientAddress(context),
    userAgent: context.req.header('user-agent') ?? '',
    attribution: keptAttribution(visitOf(fields)),
  })
  if (!placed.ok) {
    const notices = placeNotices(placed.problem, shop.url)
    return { end: { kind: 'refused', notices, form }, outcome: 'nothing' }
  }
  const paid = await payPlaced(shop, placed, form)
  if (paid.outcome === 'paid') rememberDevice(context, shop, { orderId: placed.order.id })
  if (account && paid.end.kind === 'done' && (placed.isNew || paid.outcome === 'paid'))
    await enterNewAccount(context, shop, paid.end.order, account)
  return paid
}

async function payPlaced(
  shop: Shop,
  { order, hasEmptied, isNew }: { readonly order: Order; readonly hasEmptied: boolean; readonly isNew: boolean },
  form: CheckoutForm,
): Promise<{ end: Submitted; outcome: OrderOutcome }> {
  const taken = await takePayment(shop, order, form.paymentToken, isNew)
  const { outcome } = taken
  switch (taken.kind) {
    case 'done':
      return { end: { kind: 'done', order: taken.order, hasEmptiedCart: hasEmptied }, outcome }
    case 'needs-action':
      return { end: { kind: 'needs-action', order, redirect: bankHash(taken.action) }, outcome }
    case 'undecided':
      return { end: { kind: 'undecided', order }, outcome }
    case 'refused':
      return { end: { kind: 'refused', notices: notTakenNotices(taken), form }, outcome }
  }
}

/** `wc_order_attribution_*` fields without their prefix. */
function visitOf(fields: Fields): Record<string, string> {
  const prefix = 'wc_order_attribution_'
  const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]))
}
