import type { Address } from '../../people/addresses/address.ts'

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

export const payerFieldsOf = (billing: Partial<Address>): Readonly<Record<string, string>> => ({
  billing_first_name: billing.firstName ?? '',
  billing_last_name: billing.lastName ?? '',
  billing_email: billing.email ?? '',
  billing_phone: billing.phone ?? '',
  billing_address_1: billing.address1 ?? '',
  billing_address_2: billing.address2 ?? '',
  billing_city: billing.city ?? '',
  billing_state: billing.state ?? '',
  billing_postcode: billing.postcode ?? '',
  billing_country: billing.country ?? '',
})
