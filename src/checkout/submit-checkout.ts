import type { Context } from 'hono'
import { currentUser } from '../accounts/current-user.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { Order } from '../orders/orders.store.ts'
import type { Intent } from '../payments/provider.ts'
import { hrefs } from '../routes.ts'
import type { GatewayId } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { keptAttribution } from '../tracking/attribution.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { clientAddress } from '../web/client-address.ts'
import { type CheckoutForm, type Fields, gatewayOf, problemsOf, readCheckoutForm } from './checkout-form.ts'
import type { WantedAccount } from './make-account.ts'
import { enterNewAccount, wantedAccount } from './new-account.ts'
import { type OrderOutcome, openOrderDoor, tooManyText } from './order-door.ts'
import { payOrder } from './pay-order.ts'
import { placeOrder } from './place-order.ts'
import { declineText, fieldNotices, INVALID_PAYMENT_METHOD, placeNotices, sessionExpired } from './problems.tsx'

export type Submitted =
  | { readonly kind: 'done'; readonly order: Order; readonly redirect: string }
  | { readonly kind: 'needs-action'; readonly order: Order; readonly redirect: string }
  | { readonly kind: 'refused'; readonly notices: NoticeList; readonly form: CheckoutForm }

export const MISSING_CARD = 'Please enter your card details. Paying by card needs script to be switched on.'

/** The whole of "Place order", for the script's call and for the plain form: check, place, pay, say where to go. */
export async function submitCheckout(context: Context, shop: Shop, cart: Cart, fields: Fields): Promise<Submitted> {
  const form = readCheckoutForm(fields)
  const refused = (notices: NoticeList): Submitted => ({ kind: 'refused', notices, form })
  const isRepeat = cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedDigest === form.digest
  if (cart.lines.length === 0 && !isRepeat) return refused(sessionExpired(shop.url))

  const settings = shop.settings()
  const priced = priceCart(shop, { ...cart, billing: form.billing, shipping: form.shipping })
  const user = await currentUser(context, shop)
  const account = !user && form.createsAccount ? wantedAccount(fields.account_password ?? '', settings) : null
  const about = { needsShipping: priced.needsShipping, makesAccount: account !== null }
  const problems = problemsOf(fields, form, settings, about)
  if (problems.length > 0) return refused(fieldNotices(problems))
  if (priced.needsShipping && !priced.shippingRate) return refused(placeNotices({ kind: 'no-shipping' }, shop.url))
  const gateway = gatewayOf(form.paymentMethod, settings)
  if (gateway === null && (priced.needsPayment || isRepeat))
    return refused([{ kind: 'error', text: INVALID_PAYMENT_METHOD }])
  if (gateway === 'stripe_cc' && priced.needsPayment && form.paymentToken === '')
    return refused([{ kind: 'error', text: MISSING_CARD }])

  const door = await openOrderDoor(shop, {
    address: clientAddress(context),
    email: form.billing.email,
    cartId: cart.id,
    isSignedIn: user !== null,
    mark: `${cart.id} ${form.digest} ${form.paymentToken}`,
    proof: fields.proof ?? '',
    isByCard: gateway === 'stripe_cc' && priced.needsPayment,
  })
  if (!door.ok) return refused([{ kind: 'error', text: tooManyText(door.retryAfterSeconds) }])
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
    cartId: cart.id,
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
  const paid = await payPlaced(shop, placed.order, form)
  if (account && placed.isNew) await enterNewAccount(context, shop, placed.order, account)
  return paid
}

async function payPlaced(
  shop: Shop,
  order: Order,
  form: CheckoutForm,
): Promise<{ end: Submitted; outcome: OrderOutcome }> {
  const done = { kind: 'done' as const, order, redirect: shop.url + hrefs.orderReceived(order.id, order.orderKey) }
  if (order.status !== 'pending' && order.status !== 'failed') return { end: done, outcome: 'accepted' }
  const result = await payOrder(shop, order, form.paymentToken)
  switch (result.kind) {
    case 'paid':
      return { end: { ...done, order: result.order }, outcome: 'paid' }
    case 'needs-action':
      return {
        end: { kind: 'needs-action', order, redirect: authenticationHash(shop, order, result.intent) },
        outcome: 'nothing',
      }
    case 'declined':
    case 'unreachable':
      return {
        end: { kind: 'refused', notices: [{ kind: 'error', text: declineText(result) }], form },
        outcome: result.kind === 'declined' ? 'declined' : 'nothing',
      }
  }
}

/** `#response=…`: what the browser needs to go on with extra authentication (shop.md §2, "Return from extra authentication"). */
export function authenticationHash(shop: Pick<Shop, 'url'>, order: Order, intent: Intent): string {
  const data = {
    type: 'payment_intent',
    client_secret: intent.clientSecret,
    status: intent.status,
    pm: intent.paymentMethodId,
    gateway_id: 'stripe_cc',
    order_id: order.id,
    order_key: order.orderKey,
    save_method: false,
    order_received_url: shop.url + hrefs.orderReceived(order.id, order.orderKey),
    entropy: Math.floor(Math.random() * 1e9),
  }
  return `#response=${encodeURIComponent(Buffer.from(JSON.stringify(data)).toString('base64'))}`
}

/** `wc_order_attribution_*` fields without their prefix. */
function visitOf(fields: Fields): Record<string, string> {
  const prefix = 'wc_order_attribution_'
  const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]))
}
