import type { PhoneField } from '../../people/addresses/address-rules.ts'

/** Country codes, or every country. */
export type Countries = readonly string[] | 'everywhere'

export type CheckoutOptions = {
  readonly sellsTo: Countries
  readonly shipsTo: Countries
  /**
   * Whether customers can create an account during checkout: with an emailed link to set a password, with a password
   * entered at once, or not at all.
   */
  readonly accountCreation: 'link' | 'password' | 'none'
}

/** Checkout settings of the store owner. */
export type CheckoutSettings = {
  /** Rate limits per hour (`checkout/checkout-throttle.ts`). */
  readonly orderLimits: {
    /** Failed cards per address, email or cart. */
    readonly failedCards: number
    /** Failed cards without a proof of work in the whole shop; beyond it a proof is required. */
    readonly failedCardsWithoutProof: number
    /** Orders accepted without a payment and without a proof, per address or email. */
    readonly ordersWithoutProof: number
  }
  readonly checkout: CheckoutOptions
  /** Whether the telephone number is required, optional or hidden. */
  readonly checkoutPhoneField: PhoneField
  readonly termsPage: string | null
  /** When orders are packed and sent, as the page after an order says it; '' for nothing. */
  readonly dispatchTime: string
  /** How long delivery takes, as the page after an order says it; '' for nothing. */
  readonly deliveryTime: string
}

export const checkoutDefaults: CheckoutSettings = {
  orderLimits: { failedCards: 6, failedCardsWithoutProof: 15, ordersWithoutProof: 20 },
  checkout: { sellsTo: ['CA'], shipsTo: ['CA'], accountCreation: 'link' },
  checkoutPhoneField: 'required',
  termsPage: 'terms',
  dispatchTime: 'Within one business day',
  deliveryTime: '2 to 6 business days',
}
