import { isEmail } from '../accounts/email.ts'
import type { AddressRules, RulesOf } from '../orders/address-rules.ts'
import { type Address, isFilled, isPhone, type RawFields, readAddress, tidy } from './address.ts'
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
    | 'unreadable'
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

export type AddressDemands = {
  readonly rulesOf: RulesOf
  /** Somebody else answers for these, as wallets do. */
  readonly leaveOut?: readonly ('email' | 'phone')[]
}

/** The whole message as plain text: 'Billing First name is a required field.' */
export function problemText(problem: CheckoutProblem): string {
  return problem.label === null ? problem.text : `${problem.label} ${problem.text}`
}

export type Finding = Pick<CheckoutProblem, 'kind' | 'text'>

/**
 * What is wrong with one address, in the order of its fields; with nothing it is valid: every required field is there and
 * fits its rule (ADDR-02). The checkout, its script and the Store API all ask this.
 */
export function addressProblems(
  input: RawFields,
  set: FieldSet,
  demands: AddressDemands,
  checkCountry: (country: string) => Finding | null = () => null,
): CheckoutProblem[] {
  const address = readAddress(input, set, demands.rulesOf)
  const rules = demands.rulesOf(address.country)
  const leftOut: readonly string[] = demands.leaveOut ?? []
  return checkoutFields(set, rules).flatMap((field) => {
    if (field.hidden || leftOut.includes(field.name)) return []
    const finding =
      checkText(valueOf(input, field.key), field.maxLength) ??
      checkField(field, address, rules) ??
      (field.type === 'country' ? checkCountry(address.country) : null)
    if (!finding) return []
    return [{ ...finding, field: field.key, label: labelInMessages(set, field.label), fieldLabel: field.label }]
  })
}

function checkField(field: CheckoutField, address: Address, rules: AddressRules): Finding | null {
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
export function checkText(value: unknown, maxLength: number): Finding | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return { kind: 'unreadable', text: 'is not valid.' }
  if (value.trim().length > maxLength) {
    return { kind: 'too-long', text: `is too long: it can have ${maxLength} characters at most.` }
  }
  const text = tidy(value)
  if (!text.isWellFormed() || unreadable.test(text)) {
    return { kind: 'unreadable', text: 'contains characters that cannot be used.' }
  }
  return null
}

/** Control characters, and marks that turn the direction of the text after them. */
const unreadable = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u

export function valueOf(input: RawFields, key: string): unknown {
  return Object.hasOwn(input, key) ? input[key] : undefined
}
