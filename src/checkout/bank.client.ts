import { type CardField, NOT_LOADED } from './card.client.ts'
import { NoAnswer, send } from './send.client.ts'

/** What the shop hands over when a bank wants to hear from the shopper (stripe-plugin sheet §4). */
export type BankAction = {
  readonly client_secret: string
  readonly gateway_id: string
  readonly order_id: string | number
  readonly order_key: string
}

const MARK = '#response='

/** The action in a `#response=…` address; null when it is none of this gateway's or cannot be read. */
export function bankActionIn(hash: string): BankAction | null {
  if (!hash.startsWith(MARK)) return null
  try {
    const action = JSON.parse(atob(decodeURIComponent(hash.slice(MARK.length)))) as Partial<BankAction>
    return action.client_secret && action.gateway_id === 'stripe_cc' ? (action as BankAction) : null
  } catch {
    return null
  }
}

export type PaymentAnswer = {
  readonly result?: string
  readonly redirect?: string
  readonly messages?: string
  readonly reload?: boolean
}

const LOST =
  'The connection was lost, so we can’t say whether your payment went through. Please try again: you are charged once, however often you do.'

/**
 * The bank asks the shopper; afterwards, yes or no, the shop reads the payment back and says where to go, or why not. A
 * sentence says why it could not be asked.
 */
export async function askBank(
  card: CardField,
  action: BankAction,
  fields: Readonly<Record<string, string>> = {},
): Promise<PaymentAnswer | string> {
  const said = await card.authenticate(action.client_secret)
  return said === null ? NOT_LOADED : settleAtShop(action, fields)
}

export async function settleAtShop(
  action: BankAction,
  fields: Readonly<Record<string, string>> = {},
): Promise<PaymentAnswer | string> {
  const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment'
  try {
    return await send<PaymentAnswer>(path, {
      ...fields,
      order_id: String(action.order_id),
      order_key: action.order_key,
    })
  } catch (error) {
    if (error instanceof NoAnswer) return LOST
    throw error
  }
}

/** A `#response=…` that the page was opened with, or comes to, is acted upon once and taken out of the address (SCA-01). */
export function onBankHash(act: (action: BankAction) => void): void {
  const look = (): void => {
    if (!location.hash.startsWith(MARK)) return
    const action = bankActionIn(location.hash)
    history.replaceState(null, '', location.pathname + location.search)
    if (action) act(action)
  }
  look()
  addEventListener('hashchange', look)
}
