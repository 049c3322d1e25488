import type { Stripe } from '@stripe/stripe-js'
import { GENERIC_PAYMENT_ERROR, messageFor } from '../../gateways/payment-errors.ts'
import type { BillingDetails, WalletPayment, WalletRefusal } from '../wallet-client.ts'

export const unexpected = { ok: false, reason: 'OTHER_ERROR', message: GENERIC_PAYMENT_ERROR } as const

type PaymentMethodResult = { readonly ok: true; readonly id: string } | WalletRefusal

/** Creates a payment method from a wallet's token. Payer details come from the sheet, else from the page (PAY-05). */
export async function paymentMethodOf(
  stripe: Stripe,
  token: string | null,
  { payer, billing }: Pick<WalletPayment, 'payer' | 'billing'>,
  pageDetails?: BillingDetails,
): Promise<PaymentMethodResult> {
  if (token === null) return unexpected
  const details = {
    name: payer.name,
    email: payer.email,
    phone: payer.phone,
    address: billing && {
      line1: billing.address_1,
      line2: billing.address_2,
      city: billing.city,
      state: billing.state,
      postal_code: billing.postcode,
      country: billing.country,
    },
  }
  const billingDetails = { ...pageDetails, ...Object.fromEntries(Object.entries(details).filter(([, value]) => value)) }
  const { paymentMethod, error } = await stripe.createPaymentMethod({
    type: 'card',
    card: { token },
    billing_details: billingDetails,
  })
  if (paymentMethod) return { ok: true, id: paymentMethod.id }
  const { code = null, decline_code: declineCode = null, message = '' } = error
  const text = messageFor({ code, declineCode, message }) || GENERIC_PAYMENT_ERROR
  return { ok: false, reason: 'PAYMENT_DATA_INVALID', message: text }
}
