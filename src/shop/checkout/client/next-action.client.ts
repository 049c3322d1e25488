import { type NextAction, onResponseHash, parseResponseHash } from '../../gateways/client/response-hash.client.ts'
import { CONNECTION_LOST } from '../../gateways/payment-problems.ts'
import { type CardField, NOT_LOADED } from './card.client.ts'
import { NoResponseError, postForm } from './form.client.ts'

/** Parses the action from a `#response=…` hash; null when it belongs to another gateway or is invalid. */
export function parseNextAction(hash: string): NextAction | null {
  const action = parseResponseHash(hash)
  return action && isChargedHere(action.gateway_id) ? action : null
}

/** Whether the page pays with this method itself: a card or a wallet, which both leave a token. */
const isChargedHere = (method = ''): boolean =>
  document.querySelector(`#payment_method_${CSS.escape(method)} ~ div .wc-stripe-token-field`) !== null

export type PaymentResponse = {
  readonly result?: string
  readonly redirect?: string | undefined
  /** The error list as HTML, or a text. */
  readonly messages?: string | undefined
  readonly reload?: boolean
}

/** Whatever the result of the bank's authentication, the shop retrieves the payment and responds with the next page. */
export async function authenticatePayment(card: CardField, action: NextAction, fields?: Record<string, string>) {
  const authenticated = await card.authenticate(action.client_secret)
  return authenticated === null ? { messages: NOT_LOADED } : confirmWithShop(action, fields)
}

export function confirmWithShop({ order_id: orderId, order_key }: NextAction, fields: Record<string, string> = {}) {
  const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment'
  const posted = postForm<PaymentResponse>(path, { ...fields, order_id: String(orderId), order_key })
  return posted.catch((error: unknown) => {
    if (error instanceof NoResponseError) return { messages: CONNECTION_LOST }
    throw error
  })
}

export const onNextActionHash = (handle: (action: NextAction) => void): void =>
  onResponseHash((action) => isChargedHere(action.gateway_id) && handle(action))
