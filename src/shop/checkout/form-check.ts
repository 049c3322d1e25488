import { type FieldSet, maxOrderComments, type RawFields, valueOf } from '../../people/addresses/address.ts'
import {
  type AddressRequirements,
  addressProblems,
  type CheckoutProblem,
  checkText,
  type FieldProblem,
} from '../../people/addresses/address-check.ts'
import {
  isValidPasswordLength,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../people/identity/passwords/password-rules.ts'

export type CheckoutRequirements = AddressRequirements & {
  readonly shipToDifferent: boolean
  readonly needsShipping: boolean
  readonly termsRequired: boolean
  readonly passwordRequired?: boolean
  readonly isServed?: (country: string, set: FieldSet) => boolean
}

export const termsMessage = 'Please read and accept the terms and conditions to proceed with your order.'

export function checkCheckoutFields(input: RawFields, requirements: CheckoutRequirements): CheckoutProblem[] {
  const problemsOf = (set: FieldSet) =>
    addressProblems(input, set, requirements, (country) => checkServed(country, set, requirements))
  return [
    ...problemsOf('billing'),
    ...(requirements.shipToDifferent && requirements.needsShipping ? problemsOf('shipping') : []),
    ...(requirements.passwordRequired ? passwordProblems(input) : []),
    ...noteProblems(input),
    ...termsProblems(input, requirements.termsRequired),
  ]
}

export function termsProblems(input: RawFields, isRequired: boolean): CheckoutProblem[] {
  if (!isRequired || isChecked(input, 'terms')) return []
  return [{ kind: 'terms', field: 'terms', label: null, fieldLabel: null, text: termsMessage }]
}

function checkServed(country: string, set: FieldSet, requirements: CheckoutRequirements): FieldProblem | null {
  const { isServed, shipToDifferent, needsShipping } = requirements
  if (!isServed) return null
  if (!isServed(country, set)) return notServed(set)
  return needsShipping && !shipToDifferent && !isServed(country, 'shipping')
    ? { kind: 'not-served', text: 'is not one we ship to. Please give another address for the delivery.' }
    : null
}

export const notServed = (set: FieldSet): FieldProblem => ({
  kind: 'not-served',
  text: `is not one we ${set === 'billing' ? 'sell' : 'ship'} to.`,
})

function passwordProblems(input: RawFields): CheckoutProblem[] {
  const value = valueOf(input, 'account_password')
  const passwordField = { field: 'account_password', label: 'Create account password', fieldLabel: 'Password' }
  if (typeof value !== 'string' || value === '')
    return [{ ...passwordField, kind: 'required', text: 'is a required field.' }]
  if (isValidPasswordLength(value)) return []
  return [
    { ...passwordField, kind: 'password', text: `needs ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.` },
  ]
}

function noteProblems(input: RawFields): CheckoutProblem[] {
  const problem = checkText(valueOf(input, 'order_comments'), maxOrderComments)
  return problem ? [{ ...problem, field: 'order_comments', label: 'Your note', fieldLabel: 'Your note' }] : []
}

function isChecked(input: RawFields, key: string): boolean {
  const value = valueOf(input, key)
  return value === true || (typeof value === 'string' && value !== '' && value !== '0')
}
