import {
  type Address,
  collapseWhitespace,
  type FieldSet,
  isPhone,
  parseAddress,
} from '../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem } from '../../people/addresses/address-check.ts'
import type { RulesLookup } from '../../people/addresses/address-rules.ts'
import { countryCodes } from '../../people/addresses/countries.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import { invalid, invalidType, ok, type Parsed } from '../../platform/rest/params.ts'
import type { Fields } from '../../platform/rest/request.ts'
import type { Region } from '../../shop/pricing/tax.ts'
import type { StoreError } from './response.ts'

type PartialAddress = Partial<Address>

export const shippingAddressJson = (address: PartialAddress, base: Region | null) => ({
  first_name: address.firstName ?? '',
  last_name: address.lastName ?? '',
  company: address.company ?? '',
  ...destinationJson(address, base),
  phone: address.phone ?? '',
})

export const billingAddressJson = (address: PartialAddress, base: Region | null) => ({
  ...shippingAddressJson(address, base),
  email: address.email ?? '',
})

/** Without an address a customer is at the shop's base location; an order has the address it was placed with. */
export const destinationJson = (
  { address1, address2, city, state, postcode, country }: PartialAddress,
  base: Region | null,
) => ({
  address_1: address1 ?? '',
  address_2: address2 ?? '',
  city: city ?? '',
  state: state ?? (country && country !== base?.country ? '' : (base?.state ?? '')),
  postcode: postcode ?? '',
  country: country || (base?.country ?? ''),
})

type ParsedAddress = {
  readonly address: Address
  /** Labels of empty required fields. They are errors for an order, but not for a cart. */
  readonly missing: readonly string[]
}

/** Parses an address by the checkout's rules, with the codes and messages of store-cart-update-customer.json. */
export function parseAddressFields(
  set: FieldSet,
  current: PartialAddress,
  input: Fields,
  { rulesOf, base = null }: { readonly rulesOf: RulesLookup; readonly base?: Region | null },
): Parsed<ParsedAddress> {
  const texts: Record<string, string> = {}
  for (const [name, currentValue] of Object.entries(billingAddressJson(current, base))) {
    const value = (Object.hasOwn(input, name) ? input[name] : null) ?? currentValue
    if (typeof value !== 'string' && typeof value !== 'number') return invalidType(`${set}_address[${name}]`, 'string')
    texts[name] = String(value)
  }
  const country = (texts.country ?? '').trim().toUpperCase()
  if (country !== '' && !countryCodes.includes(country)) return invalidCountry

  const form = Object.fromEntries(Object.entries(texts).map(([name, value]) => [`${set}_${name}`, value]))
  const phone = rulesOf(country).fields.phone?.hidden ? '' : collapseWhitespace(texts.phone ?? '')
  const address = { ...parseAddress(form, set, rulesOf), phone }
  // Phone number and email address belong to the billing address only.
  const problems = addressProblems(form, set, { rulesOf, skip: set === 'shipping' ? ['email', 'phone'] : [] })
  const rejected = problems.find((problem) => problem.kind !== 'required')
  if (rejected) return addressError(rejected, address)
  if (phone !== '' && !isPhone(phone)) return invalidPhone
  return ok({ address, missing: problems.map((problem) => problem.fieldLabel ?? problem.field) })
}

/** Error code of an invalid email address, also of an empty one. */
export const INVALID_EMAIL = 'invalid_email'

const invalidCountry = invalid(
  'invalid_country',
  `Invalid country code provided. Must be one of: ${countryCodes.join(', ')}`,
)
const invalidPhone = invalid('invalid_phone', 'The provided phone number is not valid')
const invalidPostcode = invalid('invalid_postcode', 'The provided postcode / ZIP is not valid')
const invalidEmail = invalid(INVALID_EMAIL, 'The provided email address is not valid')

function addressError(problem: CheckoutProblem, address: Address): ReturnType<typeof invalid> {
  if (problem.kind === 'state') {
    const codes = (addressRules(address.country).provinces ?? []).map((province) => province.code)
    const message = `The provided state (${address.state}) is not valid. Must be one of: ${codes.join(', ')}`
    return invalid('invalid_state', message)
  }
  const errors = { country: invalidCountry, postcode: invalidPostcode, phone: invalidPhone, email: invalidEmail }
  if (Object.hasOwn(errors, problem.kind)) return errors[problem.kind as keyof typeof errors]
  const code = problem.kind === 'too-long' ? 'rest_too_long' : 'rest_invalid_pattern'
  return invalid(code, `${problem.fieldLabel ?? problem.field} ${problem.text}`)
}

/** The error for missing fields, or null. The message names the first address, the data lists all. */
export function missingError(missingLabels: Readonly<Record<string, readonly string[]>>): StoreError | null {
  const incomplete = Object.entries(missingLabels)
    .filter(([, labels]) => labels.length > 0)
    .map(([set, labels]) => [set, labels.map((label) => `${label} is required`)] as const)
  const [first] = incomplete
  if (!first) return null
  return {
    status: 400,
    code: 'woocommerce_rest_invalid_address',
    message: `There was a problem with the provided ${first[0]} address: ${first[1].join(', ')}`,
    data: { errors: Object.fromEntries(incomplete) },
  }
}
