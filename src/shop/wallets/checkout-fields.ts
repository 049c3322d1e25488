import { splitFullName } from '../../people/addresses/address.ts'
import type { WalletAddress, WalletPayment } from './wallet-client.ts'
import type { WalletId } from './wallets.ts'

type Fields = Readonly<Record<string, string>>

/** The server normalizes provinces and postal codes, compares the total, and never takes it from here. */
export const checkoutFieldsOf = (wallet: WalletId, payment: WalletPayment): Fields => ({
  ...billingFields(payment),
  ...(payment.shipping ? addressFields('shipping', payment.shipping, namesOf(payment.shipping, payment)) : {}),
  ...(payment.shippingOptionId === null ? {} : { 'shipping_method[0]': rateOf(payment.shippingOptionId) }),
  payment_method: wallet,
  [`${wallet}_token_key`]: payment.paymentMethodId,
  expected_total_cents: String(payment.shownTotalCents),
})

/** Who pays lives where the goods go, if the wallet does not tell. */
function billingFields(payment: WalletPayment): Fields {
  const { billing, shipping, payer } = payment
  const address = billing ?? shipping
  return {
    ...(address ? addressFields('billing', address, namesOf(address, payment)) : {}),
    billing_email: payer.email,
    billing_phone: payer.phone || billing?.phone || shipping?.phone || '',
  }
}

type Names = ReturnType<typeof splitFullName>

function namesOf(address: WalletAddress, { payer }: WalletPayment): Names {
  const { first_name: firstName = '', last_name: lastName = '' } = address
  return firstName + lastName === '' ? splitFullName(payer.name) : { firstName, lastName }
}

const addressFields = (set: 'billing' | 'shipping', address: WalletAddress, names: Names): Fields =>
  Object.fromEntries(
    Object.entries({
      ...{ first_name: names.firstName, last_name: names.lastName, company: address.company ?? '' },
      ...{ country: address.country, address_1: address.address_1 ?? '', address_2: address.address_2 ?? '' },
      ...{ city: address.city, state: address.state, postcode: address.postcode },
    }).map(([name, value]) => [`${set}_${name}`, value]),
  )

/** The rate of `0:flat_rate:1`, without the index of its package; '' for the option `default`. */
const rateOf = (optionId: string): string => (optionId.includes(':') ? optionId.replace(/^\w+:/, '') : '')
