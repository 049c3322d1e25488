import type { AddressRules, FieldName, Province, RulesLookup } from './address-rules.ts'

/** Address rules of shop.md §5, for browser and server. */

const properties = [
  ...(['firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'state', 'postcode', 'country'] as const),
  ...(['email', 'phone'] as const),
] as const

export type Address = Record<(typeof properties)[number], string>

export const emptyAddress: Address = {
  firstName: '',
  lastName: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  email: '',
  phone: '',
}

export type RawFields = Readonly<Record<string, unknown>>

export const valueOf = (input: RawFields, key: string): unknown => (Object.hasOwn(input, key) ? input[key] : undefined)

export function isFilled(property: keyof Address, value: unknown): boolean {
  if (typeof value !== 'string') return false
  return property === 'country' ? value.length === 2 : value.trim() !== ''
}

export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.split(' ').filter((word) => word !== '')
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

export function normalizeState(state: string, provinces: readonly Province[] | null): string {
  const upper = state.trim().toUpperCase()
  if (provinces === null || provinces.some(({ code }) => code === upper)) return upper
  const letters = lettersOf(state)
  const match = provinces.find(({ name, aliases = [] }) => [name, ...aliases].some((one) => lettersOf(one) === letters))
  return match?.code ?? upper
}

/** 'québec' and 'Quebec', 'P.E.I.' and 'PEI' compare equal; hyphens are written in several ways. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{P}\s]/gu, '')
    .toUpperCase()

/** At the end of a telephone number: 'x12', 'ext. 12', '#12', or in French 'poste 12'. */
export const phoneExtension = /,? ?(?:x|ext|extension|poste|p|#)[.:]? ?(\d{1,6})$/i

/** 6 to 15 digits with spaces, dots, dashes, slashes and parentheses, optional leading plus and trailing extension. */
export function isPhone(phone: string): boolean {
  const number = phone.trim().replace(phoneExtension, '')
  const digits = /^\+?[\d ().\-/]+$/.test(number) ? number.replaceAll(/\D/g, '').length : 0
  return digits >= 6 && digits <= 15
}

/** Normalized for storage; missing and non-text values become ''. `addressProblems` reports errors. */
export function parseAddress(input: RawFields, set: FieldSet, rulesOf: RulesLookup): Address {
  const text = (name: string) => plainText(input, `${set}_${name}`)
  const country = text('country').toUpperCase()
  const address = Object.fromEntries(properties.map((property) => [property, ''])) as Address
  const rules = rulesOf(country)
  for (const field of checkoutFields(set, rules)) {
    if (!field.hidden) address[field.property] = text(field.name)
  }
  return {
    ...address,
    country,
    state: normalizeState(address.state, rules.provinces),
    postcode: rules.normalizePostcode(address.postcode),
  }
}

export function parseOrderComments(input: RawFields): string {
  const value = valueOf(input, 'order_comments')
  return typeof value === 'string' ? value.trim().replaceAll(/\r\n?/g, '\n') : ''
}

export function collapseWhitespace(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

const maxInputLength = 10_000

function plainText(input: RawFields, key: string): string {
  const value = valueOf(input, key)
  return typeof value === 'string' && value.length <= maxInputLength ? collapseWhitespace(value) : ''
}

export type FieldSet = 'billing' | 'shipping'

export type FieldValidation = 'state' | 'postcode' | 'phone' | 'email'

export type CheckoutField = {
  readonly key: string
  readonly name: FieldName
  readonly property: keyof Address
  readonly type: 'text' | 'country' | 'state' | 'tel' | 'email'
  readonly label: string
  readonly labelHidden: boolean
  readonly placeholder: string
  readonly required: boolean
  readonly hidden: boolean
  readonly priority: number
  readonly autocomplete: string
  readonly validate: readonly FieldValidation[]
  readonly maxLength: number
  readonly rowClasses: readonly string[]
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
  name,
  property,
  label,
  autocomplete,
  type: 'text',
  labelHidden: false,
  placeholder: '',
  required: true,
  validate: [],
  maxLength: 100,
  rowClasses: addressRow,
  ...differences,
})

const wide = ['form-row-wide']

const addressRow = [...wide, 'address-field']

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
    labelHidden: true,
    placeholder: 'Apartment, suite, unit, etc. (optional)',
    required: false,
    maxLength: 200,
  }),
  field('city', 'city', 'Town / City', 'address-level2'),
  field('state', 'state', 'Province', 'address-level1', { type: 'state', validate: ['state'] }),
  field('postcode', 'postcode', 'Postal code', 'postal-code', { validate: ['postcode'], maxLength: 20 }),
  field('phone', 'phone', 'Phone', 'tel', { type: 'tel', validate: ['phone'], maxLength: 40, rowClasses: wide }),
  field('email', 'email', 'Email address', 'email', {
    type: 'email',
    validate: ['email'],
    maxLength: 254,
    rowClasses: wide,
  }),
]

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

export function labelInMessages(set: FieldSet, label: string): string {
  return `${set === 'billing' ? 'Billing' : 'Shipping'} ${label}`
}
