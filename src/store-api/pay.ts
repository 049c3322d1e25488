import { knownDevice, rememberDevice } from '../accounts/known-device.ts'
import { loadCart } from '../cart/cart.store.ts'
import { type OrderOutcome, type OrderTry, openOrderDoor, type Refusal, refusalText } from '../checkout/order-door.ts'
import { bankHash, receivedUrl, type Taken } from '../checkout/take-payment.ts'
import { clientAddress } from '../web/client-address.ts'
import { nameHtml, type StoreError, storeJson } from './answer.ts'
import { type CartCall, refuse } from './cart-call.ts'
import { placedJson } from './checkout-json.ts'
import { setSessionHeaders } from './store-session.ts'

export type Ended = { readonly answer: Response; readonly outcome: OrderOutcome }

/** Every way to an order of this API goes through the door that counts what fails. */
export async function throughOrderDoor(
  call: CartCall,
  given: Omit<OrderTry, 'address' | 'userId' | 'paidOrderId'>,
  work: () => Promise<Ended>,
): Promise<Response> {
  const address = clientAddress(call.context)
  const { context, shop, session } = call
  // A program that shows a cart token is nobody but that cart, whatever cookies come along.
  const device = session.via === 'token' ? null : knownDevice(context, shop)
  const who = { address, userId: session.userId === 0 ? null : session.userId, paidOrderId: device?.orderId ?? null }
  const door = await openOrderDoor(shop, { ...given, ...who })
  if (!door.ok) return refuseForNow(call, door)
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
async function refuseForNow(call: CartCall, door: Refusal): Promise<Response> {
  const seconds = door.retryAfterSeconds
  call.context.header('retry-after', String(seconds))
  call.context.header('ratelimit-retry-after', String(seconds))
  return refuse(call, { status: 429, code: 'rate_limit_exceeded', message: refusalText({ ...door, pass: null }) })
}

/** Answers what became of asking for the money. */
export async function answerTaken(call: CartCall, taken: Taken): Promise<Ended> {
  const { context, shop, session } = call
  const after = { ...call, cart: await loadCart(shop.db, session.id) }
  const { outcome } = taken
  if (taken.kind === 'refused') return { answer: await refuse(after, paymentError(taken.text)), outcome }
  await setSessionHeaders(context, shop, session, after.cart)
  if (outcome === 'paid' && session.via !== 'token') rememberDevice(context, shop, { orderId: taken.order.id })
  const redirect = taken.kind === 'needs-action' ? bankHash(taken.action) : receivedUrl(shop, taken.order)
  const status = taken.kind === 'undecided' ? 'pending' : 'success'
  return { answer: storeJson(context, placedJson(taken.order, redirect, status)), outcome }
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
