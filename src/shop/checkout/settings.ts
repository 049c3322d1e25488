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
  checkout: { sellsTo: ['CA'], shipsTo: ['CA'], accountCreation: 'link' },
  checkoutPhoneField: 'required',
  termsPage: 'terms',
  dispatchTime: 'Within one business day',
  deliveryTime: '2 to 6 business days',
}
