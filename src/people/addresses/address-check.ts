import { isEmail } from '../../platform/email-address.ts'
import {
  type Address,
  type CheckoutField,
  checkoutFields,
  collapseWhitespace,
  type FieldSet,
  type FieldValidation,
  isFilled,
  isPhone,
  labelInMessages,
  parseAddress,
  type RawFields,
  valueOf,
} from './address.ts'
import type { AddressRules, FieldName, RulesLookup } from './address-rules.ts'

type FormProblem = 'required' | 'password' | 'terms'

export type CheckoutProblem = {
  readonly kind: FieldValidation | FormProblem | 'country' | 'not-served' | 'too-long' | 'invalid-characters'
  readonly field: string
  /** The bold part of the message, 'Billing First name'; null if the text is a complete sentence. */
  readonly label: string | null
  readonly fieldLabel: string | null
  readonly text: string
}

export type AddressRequirements = {
  readonly rulesOf: RulesLookup
  /** Fields supplied from elsewhere, e.g. by a wallet. */
  readonly skip?: readonly ('email' | 'phone')[]
  readonly optional?: readonly FieldName[]
}

export const checkoutProblemText = ({ label, text }: CheckoutProblem): string =>
  label === null ? text : `${label} ${text}`

export const withBareLabels = (problems: readonly CheckoutProblem[]): readonly CheckoutProblem[] =>
  problems.map((problem) =>
    /^(billing|shipping)_/.test(problem.field) ? { ...problem, label: problem.fieldLabel } : problem,
  )

export type FieldProblem = Pick<CheckoutProblem, 'kind' | 'text'>

/** Errors of one address in field order (ADDR-02), for the checkout, its script and the Store API. */
export function addressProblems(
  input: RawFields,
  set: FieldSet,
  requirements: AddressRequirements,
  checkCountry: (country: string) => FieldProblem | null = () => null,
): CheckoutProblem[] {
  const address = parseAddress(input, set, requirements.rulesOf)
  const rules = requirements.rulesOf(address.country)
  const skipped: readonly string[] = requirements.skip ?? []
  const { optional = [] } = requirements
  return checkoutFields(set, rules).flatMap((field) => {
    if (field.hidden || skipped.includes(field.name)) return []
    const problem =
      checkText(valueOf(input, field.key), field.maxLength) ??
      checkField({ ...field, required: field.required && !optional.includes(field.name) }, address, rules) ??
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
    if (rule === 'postcode' && !rules.isPostcode(value))
      return { kind: 'postcode', text: 'is not a valid postcode / ZIP.' }
    if (rule === 'state' && rules.provinces && !rules.provinces.some((province) => province.code === value)) {
      const names = rules.provinces.map((province) => province.name)
      return { kind: 'state', text: `is not valid. Please enter one of the following: ${names.join(', ')}` }
    }
  }
  return null
}

/** Rejects what no text field sends: lists, files, control characters, lone surrogates, excessive length. */
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

const forbiddenCharacters = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u
