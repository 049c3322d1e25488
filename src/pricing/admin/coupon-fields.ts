import type { CouponJson } from '../../rest/coupon-json.ts'

/** A coupon as the form holds it: everything that is typed is text until it is sent. */
export type CouponFields = {
  readonly code: string
  readonly description: string
  readonly discount_type: CouponJson['discount_type']
  readonly amount: string
  readonly free_shipping: boolean
  readonly is_on: boolean
  readonly date_starts: string
  readonly date_expires: string
  readonly minimum_amount: string
  readonly maximum_amount: string
  readonly individual_use: boolean
  readonly exclude_sale_items: boolean
  readonly product_ids: string
  readonly excluded_product_ids: string
  readonly product_categories: string
  readonly excluded_product_categories: string
  readonly email_restrictions: string
  readonly usage_limit: string
  readonly usage_limit_per_user: string
  readonly limit_usage_to_x_items: string
}

export const newCoupon: CouponFields = {
  code: '',
  description: '',
  discount_type: 'percent',
  amount: '',
  free_shipping: false,
  is_on: true,
  date_starts: '',
  date_expires: '',
  minimum_amount: '',
  maximum_amount: '',
  individual_use: false,
  exclude_sale_items: false,
  product_ids: '',
  excluded_product_ids: '',
  product_categories: '',
  excluded_product_categories: '',
  email_restrictions: '',
  usage_limit: '',
  usage_limit_per_user: '',
  limit_usage_to_x_items: '',
}

/** The form as a stored coupon fills it. */
export function fieldsOf(coupon: CouponJson): CouponFields {
  const amount = (text: string) => (Number(text) === 0 ? '' : text)
  const whole = (number: number | null) => (number === null ? '' : String(number))
  // Browsers' fields for a moment take no seconds.
  const clock = (time: string | null) => time?.slice(0, 16) ?? ''
  return {
    code: coupon.code,
    description: coupon.description,
    discount_type: coupon.discount_type,
    amount: amount(coupon.amount),
    free_shipping: coupon.free_shipping,
    is_on: coupon.status === 'publish',
    date_starts: clock(coupon.date_starts),
    date_expires: clock(coupon.date_expires),
    minimum_amount: amount(coupon.minimum_amount),
    maximum_amount: amount(coupon.maximum_amount),
    individual_use: coupon.individual_use,
    exclude_sale_items: coupon.exclude_sale_items,
    product_ids: coupon.product_ids.join(', '),
    excluded_product_ids: coupon.excluded_product_ids.join(', '),
    product_categories: coupon.product_categories.join(', '),
    excluded_product_categories: coupon.excluded_product_categories.join(', '),
    email_restrictions: coupon.email_restrictions.join(', '),
    usage_limit: whole(coupon.usage_limit),
    usage_limit_per_user: whole(coupon.usage_limit_per_user),
    limit_usage_to_x_items: whole(coupon.limit_usage_to_x_items),
  }
}

/** What is sent. Whether it can be is the server's to say: it answers in words. */
export function bodyOf({ is_on, ...fields }: CouponFields): object {
  return {
    ...fields,
    status: is_on ? 'publish' : 'draft',
    product_ids: listOf(fields.product_ids),
    excluded_product_ids: listOf(fields.excluded_product_ids),
    product_categories: listOf(fields.product_categories),
    excluded_product_categories: listOf(fields.excluded_product_categories),
    email_restrictions: listOf(fields.email_restrictions),
  }
}

const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')
