export type PaymentPlace = {
  readonly currency: string
  /** The billing address's country; '' while it is not known. */
  readonly billingCountry: string
  /** The country of the shop, where its account at the provider is. */
  readonly shopCountry: string
}

/** What is to be paid, as far as it decides which payment methods are available. Amounts are those of the shop. */
export type Payable = PaymentPlace & {
  /** The shipping rate, such as `local_pickup:3`; null: nothing is shipped. */
  readonly rateId: string | null
  readonly totalCents: number
}
