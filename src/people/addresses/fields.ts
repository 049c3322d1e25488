import type { Address } from './address.ts'
import type { AddressRules, FieldName, Province } from './address-rules.ts'

/** Fields of the checkout form (shop.md §3), shared by page, browser and server. */

export type FieldSet = 'billing' | 'shipping'

export type FieldValidation = 'state' | 'postcode' | 'phone' | 'email'

export type CheckoutField = {
  /** 'billing_first_name': its form field name. */
  readonly key: string
  readonly name: FieldName
  /** Property of the order's address. */
  readonly property: keyof Address
  readonly type: 'text' | 'country' | 'state' | 'tel' | 'email'
  readonly label: string
  /** Visually hidden label; the placeholder replaces it. */
  readonly labelHidden: boolean
  readonly placeholder: string
  readonly required: boolean
  /** Not used in this country. */
  readonly hidden: boolean
  readonly priority: number
  readonly autocomplete: string
  readonly validate: readonly FieldValidation[]
  readonly maxLength: number
  /** Public classes of the row, besides our own. */
  readonly rowClasses: readonly string[]
  /** Options of a state field; null for free text. */
  readonly options: readonly Province[] | null
}

type BaseField = Omit<CheckoutField, 'key' | 'hidden' | 'options' | 'priority'>

const field = (
  name: FieldName,
  property: keyof Address,
  label: string,
  autocomplete: string,
  differences: Partial<BaseField> = {},
): BaseField => ({
  ...{ name, property, label, autocomplete, type: 'text', labelHidden: false, placeholder: '', required: true },
  ...{ validate: [], maxLength: 100, rowClasses: addressRow },
  ...differences,
})

const wide = ['form-row-wide']
const addressRow = [...wide, 'address-field']

/** By priority: 10, 20 and so on. */
const baseFields: readonly BaseField[] = [
  field('first_name', 'firstName', 'First name', 'given-name', { rowClasses: ['form-row-first'] }),
  field('last_name', 'lastName', 'Last name', 'family-name', { rowClasses: ['form-row-last'] }),
  field('company', 'company', 'Company name', 'organization', { required: false, maxLength: 200, rowClasses: wide }),
  field('country', 'country', 'Country / Region', 'country', {
    type: 'country',
    rowClasses: [...addressRow, 'update_totals_on_change'],
  }),
  field('address_1', 'address1', 'Street address', 'address-line1', {
    placeholder: 'House number and street name',
    maxLength: 200,
  }),
  field('address_2', 'address2', 'Apartment, suite, unit, etc.', 'address-line2', {
    ...{ labelHidden: true, placeholder: 'Apartment, suite, unit, etc. (optional)', required: false, maxLength: 200 },
  }),
  field('city', 'city', 'Town / City', 'address-level2'),
  field('state', 'state', 'Province', 'address-level1', { type: 'state', validate: ['state'] }),
  field('postcode', 'postcode', 'Postal code', 'postal-code', { validate: ['postcode'], maxLength: 20 }),
  field('phone', 'phone', 'Phone', 'tel', { type: 'tel', validate: ['phone'], maxLength: 40, rowClasses: wide }),
  field('email', 'email', 'Email address', 'email', {
    ...{ type: 'email', validate: ['email'], maxLength: 254, rowClasses: wide },
  }),
]

/** Maximum length of the customer note, `order_comments`. */
export const maxOrderComments = 2000

const billingOnly: readonly FieldName[] = ['phone', 'email']

/** The fields of one set under a country's rules, by priority (CHK-01, CHK-05). */
export function checkoutFields(set: FieldSet, rules: AddressRules): CheckoutField[] {
  return baseFields
    .map((base, index) => ({
      ...base,
      key: `${set}_${base.name}`,
      hidden: false,
      priority: (index + 1) * 10,
      ...rules.fields[base.name],
      autocomplete: `section-${set} ${set} ${base.autocomplete}`,
      options: base.type === 'state' ? rules.provinces : null,
    }))
    .filter(({ name }) => set === 'billing' || !billingOnly.includes(name))
    .toSorted((a, b) => a.priority - b.priority)
}

/** 'Billing First name': a field label in messages. */
export function labelInMessages(set: FieldSet, label: string): string {
  return `${set === 'billing' ? 'Billing' : 'Shipping'} ${label}`
}
