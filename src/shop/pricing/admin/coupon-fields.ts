import type { CouponJson } from '../rest/coupon-json.ts'

const flags = ['free_shipping', 'individual_use', 'exclude_sale_items'] as const
const amounts = ['amount', 'minimum_amount', 'maximum_amount'] as const
const dates = ['date_starts', 'date_expires'] as const
const lists = [
  'product_ids',
  'excluded_product_ids',
  'product_categories',
  'excluded_product_categories',
  'email_restrictions',
] as const
const limits = ['usage_limit', 'usage_limit_per_user', 'limit_usage_to_x_items'] as const

const mapNames = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** State of the coupon form: all input is text until it is submitted. */
export type CouponFields = Readonly<ReturnType<typeof toCouponFields>>

/** Form state of a stored coupon. */
export const toCouponFields = (coupon: CouponJson) => ({
  code: coupon.code,
  description: coupon.description,
  discount_type: coupon.discount_type,
  is_on: coupon.status === 'publish',
  ...mapNames(flags, (name) => coupon[name]),
  ...mapNames(amounts, (name) => (Number(coupon[name]) === 0 ? '' : coupon[name])),
  // `datetime-local` fields have no seconds.
  ...mapNames(dates, (name) => coupon[name]?.slice(0, 16) ?? ''),
  ...mapNames(lists, (name) => coupon[name].join(', ')),
  ...mapNames(limits, (name) => String(coupon[name] ?? '')),
})

export const emptyCouponFields: CouponFields = {
  code: '',
  description: '',
  discount_type: 'percent',
  is_on: true,
  ...mapNames(flags, () => false),
  ...mapNames([...amounts, ...dates, ...lists, ...limits], () => ''),
}

/** Request body. Validation is left to the server, whose messages are shown. */
export const toRequestBody = ({ is_on, ...fields }: CouponFields): object => ({
  ...fields,
  status: is_on ? 'publish' : 'draft',
  ...mapNames(lists, (name) => fields[name].split(/[\s,;]+/).filter((part) => part !== '')),
})
