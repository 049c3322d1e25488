import { type Address, isPhone, readAddress, tidy } from '../checkout/address.ts'
import { addressProblems, type CheckoutProblem } from '../checkout/address-check.ts'
import type { FieldSet } from '../checkout/fields.ts'
import type { RulesOf } from '../orders/address-rules.ts'
import { countryCodes } from '../orders/country-codes.ts'
import { addressRules } from '../orders/country-rules.ts'
import { type Read, right, type Wrong, wrongType } from '../rest/params.ts'
import { billingAddressJson } from './address-json.ts'
import type { BodyFields } from './body-params.ts'

type ReadAddress = {
  readonly address: Address
  /** Labels of required fields that are empty: an order needs them, a cart does not. */
  readonly missing: readonly string[]
}

/**
 * Reads a posted address over what is known already; what is not posted stays. Tidied and checked by the rules of the
 * checkout page, told in the codes and words of store-cart-update-customer.json.
 */
export function readAddressFields(
  set: FieldSet,
  known: Partial<Address>,
  given: BodyFields,
  rulesOf: RulesOf,
): Read<ReadAddress> {
  const texts: Record<string, string> = {}
  for (const [name, before] of Object.entries(billingAddressJson(known))) {
    const value = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined
    if (value !== undefined && typeof value !== 'string' && typeof value !== 'number')
      return wrongType(`${set}_address[${name}]`, 'string')
    texts[name] = value === undefined ? before : String(value)
  }
  const country = (texts.country ?? '').trim().toUpperCase()
  if (country !== '' && !countryCodes.includes(country)) return { ok: false, wrong: invalidCountry }

  const form = Object.fromEntries(Object.entries(texts).map(([name, value]) => [`${set}_${name}`, value]))
  const phone = rulesOf(country).fields.phone?.hidden ? '' : tidy(texts.phone ?? '')
  const address = { ...readAddress(form, set, rulesOf), phone }
  // Only the billing address is asked for a telephone number and an e-mail address.
  const leaveOut = set === 'shipping' ? (['email', 'phone'] as const) : []
  const problems = addressProblems(form, set, { rulesOf, leaveOut })
  const wrong = problems.find((problem) => problem.kind !== 'required')
  if (wrong) return { ok: false, wrong: inWords(wrong, address) }
  if (phone !== '' && !isPhone(phone)) return { ok: false, wrong: invalidPhone }
  return right({ address, missing: problems.map((problem) => problem.fieldLabel ?? problem.field) })
}

/** An e-mail address that is none, or an empty one where nothing was posted. */
export const isWrongEmail = (wrong: Wrong): boolean => wrong.code === 'invalid_email'

const invalidCountry: Wrong = {
  code: 'invalid_country',
  message: `Invalid country code provided. Must be one of: ${countryCodes.join(', ')}`,
}
const invalidPhone: Wrong = { code: 'invalid_phone', message: 'The provided phone number is not valid' }

function inWords(problem: CheckoutProblem, address: Address): Wrong {
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
