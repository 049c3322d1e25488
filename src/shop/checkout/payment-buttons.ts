export type GatewayOption = {
  readonly id: string
  /** Whether the method belongs to the payment provider; cash or a transfer does not. */
  readonly isFromProvider: boolean
  /** Whether it has its own button, as wallets do. A card is paid with Place Order. */
  readonly hasButton: boolean
}

/** The Stripe plugin's field `…_payment_type_key`. */
export type PaymentType = 'saved' | 'new'

export type ButtonsState = {
  readonly selected: GatewayOption | null
  readonly withToken: readonly string[]
  readonly types: Readonly<Record<string, PaymentType>>
}

export type ButtonsEvent =
  | { readonly kind: 'selected'; readonly gateway: GatewayOption | null }
  | { readonly kind: 'token-received'; readonly gateway: string }
  | { readonly kind: 'type-selected'; readonly gateway: string; readonly type: PaymentType }
  | { readonly kind: 'checkout-error' }

export const initialButtons: ButtonsState = { selected: null, withToken: [], types: {} }

/** The state after an event (CHK-14). An error invalidates every token: each can be used once. */
export function nextButtons(state: ButtonsState, event: ButtonsEvent): ButtonsState {
  switch (event.kind) {
    case 'selected':
      return { ...state, selected: event.gateway }
    case 'token-received':
      return { ...state, withToken: [...new Set([...state.withToken, event.gateway])] }
    case 'type-selected':
      return { ...state, types: { ...state.types, [event.gateway]: event.type } }
    case 'checkout-error':
      return { ...state, withToken: [] }
  }
}

/** The wallet's until it has returned a token, except with a saved method (CHK-14). */
export function shownButton({ selected, withToken, types }: ButtonsState): 'wallet' | 'place-order' {
  if (!selected?.isFromProvider || !selected.hasButton) return 'place-order'
  if (types[selected.id] === 'saved' || withToken.includes(selected.id)) return 'place-order'
  return 'wallet'
}

/** Whether to offer saving a card: this needs an account; Link has its own option for it (CHK-16). */
export function offersToSaveCard(options: {
  readonly createsAccount: boolean
  readonly isSignedIn: boolean
  readonly hasLinkPayment: boolean
}): boolean {
  return (options.createsAccount || options.isSignedIn) && !options.hasLinkPayment
}
