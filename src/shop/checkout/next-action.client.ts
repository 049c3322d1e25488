import { type CardField, NOT_LOADED } from './card.client.ts'
import { NoResponseError, postForm } from './form.client.ts'

/** The data of a required bank authentication (stripe-plugin sheet §4). */
export type NextAction = {
  readonly client_secret: string
  readonly gateway_id: string
  readonly order_id: string | number
  readonly order_key: string
}

const HASH_PREFIX = '#response='

/** Parses the action from a `#response=…` hash; null when it belongs to another gateway or is invalid. */
export function parseNextAction(hash: string): NextAction | null {
  if (!hash.startsWith(HASH_PREFIX)) return null
  try {
    const action = JSON.parse(atob(decodeURIComponent(hash.slice(HASH_PREFIX.length)))) as Partial<NextAction>
    return action.client_secret && hasCardField(action.gateway_id) ? (action as NextAction) : null
  } catch {
    return null
  }
}

/** Whether the page can pay with this payment method. */
const hasCardField = (method = ''): boolean =>
  document.querySelector(`#payment_method_${CSS.escape(method)} ~ div [data-card-field]`) !== null

export type PaymentResponse = {
  readonly result?: string
  readonly redirect?: string | undefined
  /** The error list as HTML, or a text. */
  readonly messages?: string | undefined
  readonly reload?: boolean
}

const CONNECTION_LOST =
  'The connection was lost, so we can’t say whether your payment went through. Please try again: you are charged once, however often you do.'

/**
 * Runs the bank's authentication; then, whatever its result, the shop retrieves the payment and responds with the next
 * page or an error.
 */
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

/** Handles a `#response=…` hash once, at page load or on change, and removes it from the URL (SCA-01). */
export function onNextActionHash(handle: (action: NextAction) => void): void {
  const handleHash = (): void => {
    if (!location.hash.startsWith(HASH_PREFIX)) return
    const action = parseNextAction(location.hash)
    history.replaceState(null, '', location.pathname + location.search)
    if (action) handle(action)
  }
  handleHash()
  addEventListener('hashchange', handleHash)
}
