import { type Address } from '../../people/addresses/address.ts'

/** Billing details as the payment provider takes them (shop.md §3); empty values are null. */
export const billingDetailsOf = (billing: Address) => {
  const orNull = (text: string): string | null => text.trim() || null
  return {
    name: orNull(`${billing.firstName} ${billing.lastName}`),
    email: orNull(billing.email),
    phone: orNull(billing.phone),
    address: {
      city: orNull(billing.city),
      country: orNull(billing.country),
      line1: orNull(billing.address1),
      line2: orNull(billing.address2),
      postal_code: orNull(billing.postcode),
      state: orNull(billing.state),
    },
  }
}
