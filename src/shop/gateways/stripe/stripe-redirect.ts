import type Stripe from 'stripe'
import type { ContactDetails, Redirect } from '../payment-intent.ts'

/** Confirms with a payment method that is made by the request itself, and asks for the page that the shopper visits. */
export const redirectParams = ({ type, payer, returnUrl }: Redirect): Stripe.PaymentIntentConfirmParams => ({
  payment_method_data: {
    type,
    billing_details: withoutEmpty({
      name: payer.name,
      email: payer.email,
      phone: payer.phone,
      address: addressParams(payer),
    }),
  },
  return_url: returnUrl,
})

export const shippingParams = (recipient: ContactDetails): Stripe.PaymentIntentCreateParams.Shipping => ({
  name: recipient.name,
  ...withoutEmpty({ phone: recipient.phone }),
  address: addressParams(recipient),
})

const addressParams = ({ address: { postalCode, ...address } }: ContactDetails): Stripe.AddressParam =>
  withoutEmpty({ ...address, postal_code: postalCode })

/** The provider takes an empty text for one that is to be removed. */
const withoutEmpty = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
