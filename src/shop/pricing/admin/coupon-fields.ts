import type { CouponJson } from '../rest/coupon-json.ts'

/** State of the coupon form: all input is text until it is submitted. */
export const emptyCouponFields = {
  code: '',
  description: '',
  discount_type: 'percent' as CouponJson['discount_type'],
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

export type CouponFields = Readonly<typeof emptyCouponFields>

/** Form state of a stored coupon. */
export function toCouponFields(coupon: CouponJson): CouponFields {
  const amountText = (text: string) => (Number(text) === 0 ? '' : text)
  const integerText = (number: number | null) => (number === null ? '' : String(number))
  // `datetime-local` fields have no seconds.
  const toDateTimeInput = (time: string | null) => time?.slice(0, 16) ?? ''
  return {
    code: coupon.code,
    description: coupon.description,
    discount_type: coupon.discount_type,
    amount: amountText(coupon.amount),
    free_shipping: coupon.free_shipping,
    is_on: coupon.status === 'publish',
    date_starts: toDateTimeInput(coupon.date_starts),
    date_expires: toDateTimeInput(coupon.date_expires),
    minimum_amount: amountText(coupon.minimum_amount),
    maximum_amount: amountText(coupon.maximum_amount),
    individual_use: coupon.individual_use,
    exclude_sale_items: coupon.exclude_sale_items,
    product_ids: coupon.product_ids.join(', '),
    excluded_product_ids: coupon.excluded_product_ids.join(', '),
    product_categories: coupon.product_categories.join(', '),
    excluded_product_categories: coupon.excluded_product_categories.join(', '),
    email_restrictions: coupon.email_restrictions.join(', '),
    usage_limit: integerText(coupon.usage_limit),
    usage_limit_per_user: integerText(coupon.usage_limit_per_user),
    limit_usage_to_x_items: integerText(coupon.limit_usage_to_x_items),
  }
}

/** Request body. Validation is left to the server, whose messages are shown. */
export function toRequestBody({ is_on, ...fields }: CouponFields): object {
  return {
    ...fields,
    status: is_on ? 'publish' : 'draft',
    product_ids: splitList(fields.product_ids),
    excluded_product_ids: splitList(fields.excluded_product_ids),
    product_categories: splitList(fields.product_categories),
    excluded_product_categories: splitList(fields.excluded_product_categories),
    email_restrictions: splitList(fields.email_restrictions),
  }
}

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')
