import { loadCart } from '../cart/cart.store.ts'
import { type OrderOutcome, type OrderTry, openOrderDoor, tooManyText } from '../checkout/order-door.ts'
import { payOrder } from '../checkout/pay-order.ts'
import { declineText } from '../checkout/problems.tsx'
import { authenticationHash } from '../checkout/submit-checkout.ts'
import type { Order } from '../orders/orders.store.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { clientAddress } from '../web/client-address.ts'
import { nameHtml, type StoreError, storeJson } from './answer.ts'
import { type CartCall, refuse } from './cart-call.ts'
import { placedJson } from './checkout-json.ts'
import { setSessionHeaders } from './store-session.ts'

export type Ended = { readonly answer: Response; readonly outcome: OrderOutcome }

/** Every way to an order of this API goes through the door that counts what fails. */
export async function throughOrderDoor(
  call: CartCall,
  given: Omit<OrderTry, 'address' | 'isSignedIn'>,
  work: () => Promise<Ended>,
): Promise<Response> {
  const address = clientAddress(call.context)
  const door = await openOrderDoor(call.shop, { ...given, address, isSignedIn: call.session.userId !== 0 })
  if (!door.ok) return refuseForNow(call, door.retryAfterSeconds)
  let outcome: OrderOutcome = 'nothing'
  try {
    const ended = await work()
    outcome = ended.outcome
    return ended.answer
  } finally {
    await door.came(outcome)
  }
}

/** Too many tries: how long to wait stands in the header, as such shops' clients look for it. */
async function refuseForNow(call: CartCall, seconds: number): Promise<Response> {
  call.context.header('retry-after', String(seconds))
  call.context.header('ratelimit-retry-after', String(seconds))
  return refuse(call, { status: 429, code: 'rate_limit_exceeded', message: tooManyText(seconds) })
}

export async function answerPaid(call: CartCall, paid: Paid): Promise<Ended> {
  const { context, shop, session } = call
  const after = { ...call, cart: await loadCart(shop.db, session.id) }
  if (!paid.ok) return { answer: await refuse(after, paid.error), outcome: paid.outcome }
  await setSessionHeaders(context, shop, session, after.cart)
  return { answer: storeJson(context, placedJson(paid.order, paid.redirect)), outcome: paid.outcome }
}

export type Paid =
  | { readonly ok: true; readonly order: Order; readonly redirect: string; readonly outcome: OrderOutcome }
  | { readonly ok: false; readonly error: StoreError; readonly outcome: OrderOutcome }

/** Takes the money of an order that waits for it; any other is answered as it is. */
export async function pay(shop: Shop, order: Order, paymentToken: string): Promise<Paid> {
  const received = shop.url + hrefs.orderReceived(order.id, order.orderKey)
  if (order.status !== 'pending' && order.status !== 'failed')
    return { ok: true, order, redirect: received, outcome: 'accepted' }
  const result = await payOrder(shop, order, paymentToken)
  switch (result.kind) {
    case 'paid':
      return { ok: true, order: result.order, redirect: received, outcome: 'paid' }
    case 'needs-action':
      return { ok: true, order, redirect: authenticationHash(shop, order, result.intent), outcome: 'nothing' }
    case 'declined':
    case 'unreachable':
      return {
        ok: false,
        error: paymentError(declineText(result)),
        outcome: result.kind === 'declined' ? 'declined' : 'nothing',
      }
  }
}

export const paymentError = (message: string): StoreError => ({
  status: 400,
  code: 'woocommerce_rest_payment_error',
  message: nameHtml(message),
})

export const notOfferedError: StoreError = {
  status: 400,
  code: 'woocommerce_rest_checkout_payment_method_disabled',
  message: 'The chosen payment method is not available with this way to send it.',
}
