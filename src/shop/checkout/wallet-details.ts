import { normalizeState, splitFullName } from '../../people/addresses/address.ts'
import type { RulesLookup } from '../../people/addresses/address-rules.ts'
import type { WalletAddress, WalletPayment } from '../wallets/wallet-client.ts'

type Values = Readonly<Record<string, string>>

const isEmpty = (values: Values, name: string): boolean => (values[`billing_${name}`] ?? '').trim() === ''

/** Values for empty fields only, in the order to fill them; an address only as a whole, so that two are never mixed. */
export function detailsForForm(values: Values, payment: WalletPayment, rulesOf: RulesLookup): Values {
  const { payer, billing } = payment
  const split = splitFullName(payer.name)
  const details: Values = {
    ...(billing?.address_1 && isEmpty(values, 'address_1') ? wholeAddress(billing, rulesOf) : {}),
    ...withoutFilled(values, {
      first_name: billing?.first_name || split.firstName,
      last_name: billing?.last_name || split.lastName,
      email: payer.email,
      phone: payer.phone || (billing?.phone ?? ''),
    }),
  }
  return Object.fromEntries(
    Object.entries(details)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [`billing_${name}`, value]),
  )
}

const withoutFilled = (values: Values, details: Values): Values =>
  Object.fromEntries(Object.entries(details).filter(([name]) => isEmpty(values, name)))

/** The country comes first, because it decides which provinces can be chosen. */
function wholeAddress(address: WalletAddress, rulesOf: RulesLookup): Values {
  const country = address.country.trim().toUpperCase()
  const rules = rulesOf(country)
  return {
    country,
    state: normalizeState(address.state, rules.provinces),
    company: address.company ?? '',
    address_1: address.address_1 ?? '',
    address_2: address.address_2 ?? '',
    city: address.city,
    postcode: rules.normalizePostcode(address.postcode),
  }
}

/** Adds details that the sheet did not request, because the form below it already contains them. */
export function completePayment(values: Values, payment: WalletPayment): WalletPayment {
  const text = (name: string): string => (values[`billing_${name}`] ?? '').trim()
  const { payer, billing, shipping } = payment
  return {
    ...payment,
    payer: {
      name:
        payer.name || [text('first_name'), text('last_name')].filter(Boolean).join(' ') || nameOf(billing ?? shipping),
      email: payer.email || text('email'),
      phone: payer.phone || text('phone'),
    },
    billing: billing ?? (isEmpty(values, 'address_1') ? null : typedAddress(text)),
  }
}

const nameOf = (address: WalletAddress | null): string =>
  [address?.first_name, address?.last_name].filter(Boolean).join(' ')

const typedAddress = (text: (name: string) => string): WalletAddress => ({
  first_name: text('first_name'),
  last_name: text('last_name'),
  company: text('company'),
  country: text('country'),
  state: text('state'),
  postcode: text('postcode'),
  city: text('city'),
  address_1: text('address_1'),
  address_2: text('address_2'),
})
