import { type Address, collapseWhitespace, isFilled, isPhone, parseAddress, type RawFields } from './address.ts'
import type { AddressRules, RulesLookup } from './address-rules.ts'
import { isEmail } from './email.ts'
import { type CheckoutField, checkoutFields, type FieldSet, labelInMessages } from './fields.ts'

/** What is wrong with a posted checkout form, in the order and the words that shoppers read. */

export type CheckoutProblem = {
  readonly kind:
    | 'required'
    | 'phone'
    | 'email'
    | 'postcode'
    | 'state'
    | 'country'
    | 'not-served'
    | 'too-long'
    | 'invalid-characters'
    | 'password'
    | 'terms'
  /** The posted name of the field: 'billing_first_name'. */
  readonly field: string
  /** The part of the message that stands in bold, 'Billing First name'; null when the text is a whole sentence. */
  readonly label: string | null
  /** The label alone, 'First name'. */
  readonly fieldLabel: string | null
  readonly text: string
}

export type AddressRequirements = {
  readonly rulesOf: RulesLookup
  /** Somebody else answers for these, as wallets do. */
  readonly skip?: readonly ('email' | 'phone')[]
}

/** The whole message as plain text: 'Billing First name is a required field.' */
export function checkoutProblemText(problem: CheckoutProblem): string {
  return problem.label === null ? problem.text : `${problem.label} ${problem.text}`
}

export type FieldProblem = Pick<CheckoutProblem, 'kind' | 'text'>

/**
 * What is wrong with one address, in the order of its fields; with nothing it is valid: every required field is there and
 * fits its rule (ADDR-02). The checkout, its script and the Store API all ask this.
 */
export function addressProblems(
  input: RawFields,
  set: FieldSet,
  requirements: AddressRequirements,
  checkCountry: (country: string) => FieldProblem | null = () => null,
): CheckoutProblem[] {
  const address = parseAddress(input, set, requirements.rulesOf)
  const rules = requirements.rulesOf(address.country)
  const skipped: readonly string[] = requirements.skip ?? []
  return checkoutFields(set, rules).flatMap((field) => {
    if (field.hidden || skipped.includes(field.name)) return []
    const problem =
      checkText(valueOf(input, field.key), field.maxLength) ??
      checkField(field, address, rules) ??
      (field.type === 'country' ? checkCountry(address.country) : null)
    if (!problem) return []
    return [{ ...problem, field: field.key, label: labelInMessages(set, field.label), fieldLabel: field.label }]
  })
}

function checkField(field: CheckoutField, address: Address, rules: AddressRules): FieldProblem | null {
  const value = address[field.property]
  if (value === '') return field.required ? { kind: 'required', text: 'is a required field.' } : null
  if (!isFilled(field.property, value) || (field.type === 'country' && !/^[A-Z]{2}$/.test(value))) {
    return { kind: 'country', text: 'is not a valid country code.' }
  }
  for (const rule of field.validate) {
    if (rule === 'phone' && !isPhone(value)) return { kind: 'phone', text: 'is not a valid phone number.' }
    if (rule === 'email' && !isEmail(value)) return { kind: 'email', text: 'is not a valid email address.' }
    if (rule === 'postcode' && !rules.isPostcode(value)) {
      return { kind: 'postcode', text: 'is not a valid postcode / ZIP.' }
    }
    if (rule === 'state' && rules.provinces && !rules.provinces.some((province) => province.code === value)) {
      const names = rules.provinces.map((province) => province.name)
      return { kind: 'state', text: `is not valid. Please enter one of the following: ${names.join(', ')}` }
    }
  }
  return null
}

/** Refuses what no text field of a browser sends: lists, files, control characters, half characters, whole novels. */
export function checkText(value: unknown, maxLength: number): FieldProblem | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return { kind: 'invalid-characters', text: 'is not valid.' }
  if (value.trim().length > maxLength) {
    return { kind: 'too-long', text: `is too long: it can have ${maxLength} characters at most.` }
  }
  const text = collapseWhitespace(value)
  if (!text.isWellFormed() || forbiddenCharacters.test(text)) {
    return { kind: 'invalid-characters', text: 'contains characters that cannot be used.' }
  }
  return null
}

/** Control characters, and marks that turn the direction of the text after them. */
const forbiddenCharacters = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u

export function valueOf(input: RawFields, key: string): unknown {
  return Object.hasOwn(input, key) ? input[key] : undefined
}
