/** Which button pays, and what the payment form offers: the rules alone, for card, wallets and everything after them. */

/** A way to pay as the page shows it. */
export type GatewayOption = {
  readonly id: string
  /** It is one of the payment provider's; cash or a transfer is not. */
  readonly isFromProvider: boolean
  /** It brings a button of its own, as wallets do. A card is typed, and paid with Place Order. */
  readonly hasButton: boolean
}

export type PaymentChoice = 'saved' | 'new'

export type ButtonsState = {
  readonly selected: GatewayOption | null
  /** Gateways whose wallet or form has already given its token. */
  readonly withToken: readonly string[]
  readonly choices: Readonly<Record<string, PaymentChoice>>
}

export type ButtonsEvent =
  | { readonly kind: 'selected'; readonly gateway: GatewayOption | null }
  | { readonly kind: 'token-received'; readonly gateway: string }
  | { readonly kind: 'chosen'; readonly gateway: string; readonly choice: PaymentChoice }
  | { readonly kind: 'checkout-error' }

export const initialButtons: ButtonsState = { selected: null, withToken: [], choices: {} }

/** What an event makes of the buttons (CHK-14). An error takes every token back: each is good once. */
export function nextButtons(state: ButtonsState, event: ButtonsEvent): ButtonsState {
  switch (event.kind) {
    case 'selected':
      return { ...state, selected: event.gateway }
    case 'token-received':
      return { ...state, withToken: [...new Set([...state.withToken, event.gateway])] }
    case 'chosen':
      return { ...state, choices: { ...state.choices, [event.gateway]: event.choice } }
    case 'checkout-error':
      return { ...state, withToken: [] }
  }
}

/**
 * The one button that shows: the wallet's until there is something to pay with, Place Order with a token, with a saved
 * method, and for a method that is none of the provider's (CHK-14).
 */
export function shownButton({ selected, withToken, choices }: ButtonsState): 'wallet' | 'place-order' {
  if (!selected?.isFromProvider || !selected.hasButton) return 'place-order'
  if (choices[selected.id] === 'saved' || withToken.includes(selected.id)) return 'place-order'
  return 'wallet'
}

/** Keeping a card needs an account to keep it in; the link payment has a place of its own for it (CHK-16). */
export function offersToSaveCard(options: {
  readonly createsAccount: boolean
  readonly isSignedIn: boolean
  readonly hasLinkPayment: boolean
}): boolean {
  return (options.createsAccount || options.isSignedIn) && !options.hasLinkPayment
}
