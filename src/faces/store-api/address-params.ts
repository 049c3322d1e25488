import { type Address, collapseWhitespace, isPhone, parseAddress } from '../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem } from '../../people/addresses/address-check.ts'
import type { RulesLookup } from '../../people/addresses/address-rules.ts'
import { countryCodes } from '../../people/addresses/countries.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import type { FieldSet } from '../../people/addresses/fields.ts'
import { invalidType, ok, type ParamError, type Parsed } from '../../platform/rest/params.ts'
import { billingAddressJson } from './address-json.ts'
import type { BodyFields } from './body-params.ts'

type ParsedAddress = {
  readonly address: Address
  /** Labels of empty required fields: an order needs them, a cart does not. */
  readonly missing: readonly string[]
}

/**
 * Merges a submitted address into the current one. Normalized and validated by the checkout's rules, with the codes and
 * messages of store-cart-update-customer.json.
 */
export function parseAddressFields(
  set: FieldSet,
  current: Partial<Address>,
  input: BodyFields,
  rulesOf: RulesLookup,
): Parsed<ParsedAddress> {
  const texts: Record<string, string> = {}
  for (const [name, currentValue] of Object.entries(billingAddressJson(current))) {
    const value = Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined
    if (value !== undefined && typeof value !== 'string' && typeof value !== 'number')
      return invalidType(`${set}_address[${name}]`, 'string')
    texts[name] = value === undefined ? currentValue : String(value)
  }
  const country = (texts.country ?? '').trim().toUpperCase()
  if (country !== '' && !countryCodes.includes(country)) return { ok: false, error: invalidCountry }

  const form = Object.fromEntries(Object.entries(texts).map(([name, value]) => [`${set}_${name}`, value]))
  const phone = rulesOf(country).fields.phone?.hidden ? '' : collapseWhitespace(texts.phone ?? '')
  const address = { ...parseAddress(form, set, rulesOf), phone }
  // Phone number and email address belong to the billing address only.
  const omit = set === 'shipping' ? (['email', 'phone'] as const) : []
  const problems = addressProblems(form, set, { rulesOf, skip: omit })
  const invalid = problems.find((problem) => problem.kind !== 'required')
  if (invalid) return { ok: false, error: paramErrorOf(invalid, address) }
  if (phone !== '' && !isPhone(phone)) return { ok: false, error: invalidPhone }
  return ok({ address, missing: problems.map((problem) => problem.fieldLabel ?? problem.field) })
}

/** An invalid email address, or an empty one where none was sent. */
export const isInvalidEmail = (error: ParamError): boolean => error.code === 'invalid_email'

const invalidCountry: ParamError = {
  code: 'invalid_country',
  message: `Invalid country code provided. Must be one of: ${countryCodes.join(', ')}`,
}
const invalidPhone: ParamError = { code: 'invalid_phone', message: 'The provided phone number is not valid' }

function paramErrorOf(problem: CheckoutProblem, address: Address): ParamError {
  switch (problem.kind) {
    case 'country':
      return invalidCountry
    case 'state': {
      const codes = (addressRules(address.country).provinces ?? []).map((province) => province.code)
      return {
        code: 'invalid_state',
        message: `The provided state (${address.state}) is not valid. Must be one of: ${codes.join(', ')}`,
      }
    }
    case 'postcode':
      return { code: 'invalid_postcode', message: 'The provided postcode / ZIP is not valid' }
    case 'phone':
      return invalidPhone
    case 'email':
      return { code: 'invalid_email', message: 'The provided email address is not valid' }
    default:
      return {
        code: problem.kind === 'too-long' ? 'rest_too_long' : 'rest_invalid_pattern',
        message: `${problem.fieldLabel ?? problem.field} ${problem.text}`,
      }
  }
}
