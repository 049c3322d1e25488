import type { PhoneField } from '../../people/addresses/address-rules.ts'

/** Codes of countries, or all there are. */
export type Countries = readonly string[] | 'everywhere'

export type CheckoutOptions = {
  readonly sellsTo: Countries
  readonly shipsTo: Countries
  /**
   * Whether an account can be made while buying: with a link by mail to set its password, with a password typed at once,
   * or not at all.
   */
  readonly accountCreation: 'link' | 'password' | 'none'
}

/** What an owner decides about the checkout. */
export type CheckoutSettings = {
  /** What counts as too much in an hour (`checkout/order-door.ts`). */
  readonly orderLimits: {
    /** Cards that fail, for one address, e-mail or cart. */
    readonly failedCards: number
    /** Cards that fail in the whole shop among those sent without a proof of work; beyond it a proof is asked for. */
    readonly failedCardsWithoutProof: number
    /** Orders that are accepted without a payment and without a proof, from one address or e-mail. */
    readonly ordersWithoutProof: number
  }
  readonly checkout: CheckoutOptions
  /** Whether the checkout insists on a telephone number, asks for one, or does not ask. */
  readonly checkoutPhoneField: PhoneField
  readonly termsPage: string | null
}

export const checkoutDefaults: CheckoutSettings = {
  orderLimits: { failedCards: 6, failedCardsWithoutProof: 15, ordersWithoutProof: 20 },
  checkout: { sellsTo: ['CA'], shipsTo: ['CA'], accountCreation: 'link' },
  checkoutPhoneField: 'required',
  termsPage: 'terms',
}
