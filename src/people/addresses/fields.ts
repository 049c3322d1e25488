import type { Address } from './address.ts'
import type { AddressRules, FieldAdjustment, FieldName, Province } from './address-rules.ts'

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

type BaseField = Omit<CheckoutField, 'key' | 'labelHidden' | 'placeholder' | 'hidden' | 'options'> & {
  readonly labelHidden?: boolean
  readonly placeholder?: string
}

const billingOnly: readonly FieldName[] = ['phone', 'email']

const addressRow = ['form-row-wide', 'address-field']

const baseFields: readonly BaseField[] = [
  {
    name: 'first_name',
    property: 'firstName',
    type: 'text',
    label: 'First name',
    required: true,
    priority: 10,
    autocomplete: 'given-name',
    validate: [],
    maxLength: 100,
    rowClasses: ['form-row-first'],
  },
  {
    name: 'last_name',
    property: 'lastName',
    type: 'text',
    label: 'Last name',
    required: true,
    priority: 20,
    autocomplete: 'family-name',
    validate: [],
    maxLength: 100,
    rowClasses: ['form-row-last'],
  },
  {
    name: 'company',
    property: 'company',
    type: 'text',
    label: 'Company name',
    required: false,
    priority: 30,
    autocomplete: 'organization',
    validate: [],
    maxLength: 200,
    rowClasses: ['form-row-wide'],
  },
  {
    name: 'country',
    property: 'country',
    type: 'country',
    label: 'Country / Region',
    required: true,
    priority: 40,
    autocomplete: 'country',
    validate: [],
    maxLength: 100,
    rowClasses: [...addressRow, 'update_totals_on_change'],
  },
  {
    name: 'address_1',
    property: 'address1',
    type: 'text',
    label: 'Street address',
    placeholder: 'House number and street name',
    required: true,
    priority: 50,
    autocomplete: 'address-line1',
    validate: [],
    maxLength: 200,
    rowClasses: addressRow,
  },
  {
    name: 'address_2',
    property: 'address2',
    type: 'text',
    label: 'Apartment, suite, unit, etc.',
    labelHidden: true,
    placeholder: 'Apartment, suite, unit, etc. (optional)',
    required: false,
    priority: 60,
    autocomplete: 'address-line2',
    validate: [],
    maxLength: 200,
    rowClasses: addressRow,
  },
  {
    name: 'city',
    property: 'city',
    type: 'text',
    label: 'Town / City',
    required: true,
    priority: 70,
    autocomplete: 'address-level2',
    validate: [],
    maxLength: 100,
    rowClasses: addressRow,
  },
  {
    name: 'state',
    property: 'state',
    type: 'state',
    label: 'Province',
    required: true,
    priority: 80,
    autocomplete: 'address-level1',
    validate: ['state'],
    maxLength: 100,
    rowClasses: addressRow,
  },
  {
    name: 'postcode',
    property: 'postcode',
    type: 'text',
    label: 'Postal code',
    required: true,
    priority: 90,
    autocomplete: 'postal-code',
    validate: ['postcode'],
    maxLength: 20,
    rowClasses: addressRow,
  },
  {
    name: 'phone',
    property: 'phone',
    type: 'tel',
    label: 'Phone',
    required: true,
    priority: 100,
    autocomplete: 'tel',
    validate: ['phone'],
    maxLength: 40,
    rowClasses: ['form-row-wide'],
  },
  {
    name: 'email',
    property: 'email',
    type: 'email',
    label: 'Email address',
    required: true,
    priority: 110,
    autocomplete: 'email',
    validate: ['email'],
    maxLength: 254,
    rowClasses: ['form-row-wide'],
  },
]

/** Maximum length of the customer note, `order_comments`. */
export const maxOrderComments = 2000

/** The fields of one set under a country's rules, by priority (CHK-01, CHK-05). */
export function checkoutFields(set: FieldSet, rules: AddressRules): CheckoutField[] {
  return baseFields
    .filter((field) => set === 'billing' || !billingOnly.includes(field.name))
    .map((field) => {
      const adjustment: FieldAdjustment = rules.fields[field.name] ?? {}
      return {
        ...field,
        key: `${set}_${field.name}`,
        label: adjustment.label ?? field.label,
        labelHidden: field.labelHidden ?? false,
        placeholder: adjustment.placeholder ?? field.placeholder ?? '',
        required: adjustment.required ?? field.required,
        hidden: adjustment.hidden ?? false,
        priority: adjustment.priority ?? field.priority,
        autocomplete: `section-${set} ${set} ${field.autocomplete}`,
        options: field.type === 'state' ? rules.provinces : null,
      }
    })
    .toSorted((a, b) => a.priority - b.priority)
}

/** 'Billing First name': a field label in messages. */
export function labelInMessages(set: FieldSet, label: string): string {
  return `${set === 'billing' ? 'Billing' : 'Shipping'} ${label}`
}
