import { parsePrice, priceString } from '../../../platform/money/money.ts'
import {
  booleanOf,
  failure,
  invalid,
  invalidParams,
  invalidType,
  MAX_ID,
  ok,
  type ParamError,
  type Parsed,
  parseOption,
} from '../../../platform/rest/params.ts'
import type { Fields } from '../../../platform/rest/request.ts'
import type { Method, RestError } from '../../../platform/rest/response.ts'
import { parseShopTime, toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { formatCouponCode } from '../coupon.ts'
import type { CouponChange, CouponRecord } from '../coupons.store.ts'

export const couponMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A coupon as `wc/v3/coupons` returns it. `date_starts` is an extension; a disabled coupon is a draft. */
export function couponJson(coupon: CouponRecord, shopUrl: string) {
  const localOrNull = (at: Date | null) => (at ? toLocalIso(at) : null)
  const gmtOrNull = (at: Date | null) => (at ? toGmtIso(at) : null)
  return {
    id: coupon.id,
    code: coupon.code,
    amount: priceString(coupon.amount),
    status: coupon.isActive ? 'publish' : 'draft',
    date_created: toLocalIso(coupon.createdAt),
    date_created_gmt: toGmtIso(coupon.createdAt),
    date_modified: toLocalIso(coupon.createdAt),
    date_modified_gmt: toGmtIso(coupon.createdAt),
    discount_type: coupon.discountType,
    description: coupon.description,
    date_starts: localOrNull(coupon.startsAt),
    date_starts_gmt: gmtOrNull(coupon.startsAt),
    date_expires: localOrNull(coupon.expiresAt),
    date_expires_gmt: gmtOrNull(coupon.expiresAt),
    usage_count: coupon.usedCount,
    individual_use: coupon.isIndividualUse,
    product_ids: coupon.productIds,
    excluded_product_ids: coupon.excludedProductIds,
    usage_limit: coupon.usageLimit,
    usage_limit_per_user: coupon.usageLimitPerCustomer,
    limit_usage_to_x_items: coupon.itemLimit,
    free_shipping: coupon.freeShipping,
    product_categories: coupon.categoryIds,
    excluded_product_categories: coupon.excludedCategoryIds,
    exclude_sale_items: coupon.excludesSaleItems,
    minimum_amount: priceString(coupon.minimumAmountCents ?? 0),
    maximum_amount: priceString(coupon.maximumAmountCents ?? 0),
    email_restrictions: coupon.emailRestrictions,
    used_by: coupon.usedBy,
    meta_data: [],
    _links: {
      self: [{ href: shopUrl + hrefs.restCoupon(coupon.id), targetHints: { allow: couponMethods } }],
      collection: [{ href: shopUrl + hrefs.restCoupons() }],
    },
  }
}

export type CouponJson = ReturnType<typeof couponJson>

const MAX_LIST_LENGTH = 1000

const MAX_CODE_LENGTH = 100

type FieldParser = (value: unknown, name: string) => Parsed<CouponChange>

/** A kind of field: how it is parsed, and then what its value changes. */
const field =
  <T>(parse: (value: unknown, name: string) => Parsed<T>) =>
  (change: (value: T) => CouponChange): FieldParser =>
  (value, name) => {
    const parsed = parse(value, name)
    return parsed.ok ? ok(change(parsed.value)) : parsed
  }

const textField = <T>(parse: (value: string, name: string) => Parsed<T>) =>
  field((value, name) =>
    typeof value === 'string' ? parse(value.replaceAll('\0', '').toWellFormed(), name) : invalidType(name, 'string'),
  )

/** Empty: not set. */
const optionalField = <T>(parse: (value: unknown, name: string) => Parsed<T>) =>
  field<T | null>((value, name) => (value === null || value === '' ? ok(null) : parse(value, name)))

const listField = <T>(parse: (item: unknown, name: string) => Parsed<T>) =>
  field<T[]>((value, name) => {
    if (!Array.isArray(value)) return invalidType(name, 'array')
    const items = value.slice(0, MAX_LIST_LENGTH).map((item, index) => parse(item, `${name}[${index}]`))
    return items.find((item) => !item.ok) ?? ok(items.flatMap((item) => (item.ok ? [item.value] : [])))
  })

const text = textField(ok)

const code = textField((value, name) => {
  const normalized = formatCouponCode(value)
  if (normalized === '') return invalid('rest_invalid_param', `${name} must not be empty.`)
  return normalized.length > MAX_CODE_LENGTH || /\s/.test(normalized)
    ? invalid('rest_invalid_param', `${name} takes at most ${MAX_CODE_LENGTH} characters, and no spaces.`)
    : ok(normalized)
})

const discountType = textField((value, name) => parseOption(['percent', 'fixed_cart', 'fixed_product'], value, name))

const status = textField((value, name) => parseOption(['publish', 'draft'], value, name))

const flag = field((value, name) => {
  const parsed = booleanOf(value)
  return parsed === undefined ? invalidType(name, 'boolean') : ok(parsed)
})

/** Decimal text or number, as cents; 0 means no limit. */
const money = optionalField((value, name) => {
  if (typeof value !== 'string' && typeof value !== 'number') return invalidType(name, 'string')
  const cents = parsePrice(String(value))
  if (cents === null || cents > MAX_ID) return invalid('rest_invalid_param', `${name} must be an amount such as 12.50.`)
  return ok(cents === 0 ? null : cents)
})

/** An integer of at least 1; 0 means no limit. */
const limit = optionalField((value, name) => {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MAX_ID)
    return invalidType(name, 'integer')
  return ok(number === 0 ? null : number)
})

/** A time; without an offset it is in the shop's time zone, or UTC for `_gmt` fields. */
const time = optionalField((value, name) => {
  if (typeof value !== 'string') return invalidType(name, 'string')
  const isUtc = name.endsWith('_gmt') && /[T ]\d/.test(value) && !/(Z|[+-]\d{2}:?\d{2})$/i.test(value)
  const at = parseShopTime(isUtc ? `${value}Z` : value)
  return at ? ok(at) : invalid('rest_invalid_date', 'Invalid date.')
})

const idList = listField((value, name) => {
  const id = Number(value)
  return Number.isInteger(id) && id >= 1 && id <= MAX_ID ? ok(id) : invalidType(name, 'integer')
})
const ids = (change: (ids: number[]) => CouponChange) => idList((values) => change([...new Set(values)]))

const emails = listField((value, name) => {
  if (typeof value !== 'string') return invalidType(name, 'string')
  const email = value.replaceAll('\0', '').toWellFormed().trim().toLowerCase()
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 200
    ? ok(email)
    : invalid('rest_invalid_param', `${name} is no email address.`)
})

/** Writable fields by public name. Others, such as the usage count, are read-only. */
const parsers: Readonly<Record<string, FieldParser>> = {
  code: code((code) => ({ code })),
  description: text((description) => ({ description: description.slice(0, 2000) })),
  discount_type: discountType((discountType) => ({ discountType })),
  amount: money((amount) => ({ amount: amount ?? 0 })),
  minimum_amount: money((minimumAmountCents) => ({ minimumAmountCents })),
  maximum_amount: money((maximumAmountCents) => ({ maximumAmountCents })),
  usage_limit: limit((usageLimit) => ({ usageLimit })),
  usage_limit_per_user: limit((usageLimitPerCustomer) => ({ usageLimitPerCustomer })),
  limit_usage_to_x_items: limit((itemLimit) => ({ itemLimit })),
  individual_use: flag((isIndividualUse) => ({ isIndividualUse })),
  free_shipping: flag((freeShipping) => ({ freeShipping })),
  exclude_sale_items: flag((excludesSaleItems) => ({ excludesSaleItems })),
  product_ids: ids((productIds) => ({ productIds })),
  excluded_product_ids: ids((excludedProductIds) => ({ excludedProductIds })),
  product_categories: ids((categoryIds) => ({ categoryIds })),
  excluded_product_categories: ids((excludedCategoryIds) => ({ excludedCategoryIds })),
  date_starts: time((startsAt) => ({ startsAt })),
  date_starts_gmt: time((startsAt) => ({ startsAt })),
  date_expires: time((expiresAt) => ({ expiresAt })),
  date_expires_gmt: time((expiresAt) => ({ expiresAt })),
  email_restrictions: emails((emailRestrictions) => ({ emailRestrictions })),
  status: status((status) => ({ isActive: status === 'publish' })),
}

/** Read-only fields that clients send back unchanged; they are ignored. */
const ignoredFields = new Set([
  'id',
  'date_created',
  'date_created_gmt',
  'date_modified',
  'date_modified_gmt',
  'usage_count',
  'used_by',
  'meta_data',
  '_links',
  'force',
])

/** Parses the changes to a coupon, or returns an error in the recorded form. `before` is the stored coupon. */
export function parseCouponChange(
  fields: Fields,
  before: Pick<CouponChange, 'discountType' | 'amount'>,
): Parsed<CouponChange, RestError> {
  const change: CouponChange = {}
  const errors: Record<string, ParamError> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (ignoredFields.has(name)) continue
    const parser = Object.hasOwn(parsers, name) ? parsers[name] : undefined
    const parsed = parser ? parser(value, name) : invalid('rest_invalid_param', `${name} is not known.`)
    if (parsed.ok) Object.assign(change, parsed.value)
    else errors[name] = parsed.error
  }
  const merged = { ...before, ...change }
  if (merged.discountType === 'percent' && (merged.amount ?? 0) > 10_000)
    errors.amount = { code: 'rest_invalid_param', message: 'A percentage is at most 100.' }
  return Object.keys(errors).length > 0 ? failure(invalidParams(errors)) : ok(change)
}
