import { parsePrice } from '../../../platform/money/money.ts'
import {
  invalidParams,
  invalidType,
  notInEnum,
  ok,
  type ParamError,
  type Parsed,
} from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import { formatCouponCode } from '../coupon.ts'
import type { CouponChange } from '../coupons-edit.store.ts'

const MAX_INTEGER = 2_147_483_647
const MAX_LIST_LENGTH = 1000
const MAX_CODE_LENGTH = 100
const discountTypes = ['percent', 'fixed_cart', 'fixed_product'] as const

type Fields = Readonly<Record<string, unknown>>
type FieldParser = (value: unknown, name: string) => Parsed<CouponChange>

const invalid = (code: string, message: string): Parsed<never> => ({ ok: false, error: { code, message } })

/** Writable fields by public name. Others, such as the usage count, are read-only. */
const parsers: Readonly<Record<string, FieldParser>> = {
  code: text((code, name) => {
    const normalized = formatCouponCode(code)
    if (normalized === '') return invalid('rest_invalid_param', `${name} must not be empty.`)
    return normalized.length > MAX_CODE_LENGTH || /\s/.test(normalized)
      ? invalid('rest_invalid_param', `${name} takes at most ${MAX_CODE_LENGTH} characters, and no spaces.`)
      : ok({ code: normalized })
  }),
  description: text((description) => ok({ description: description.slice(0, 2000) })),
  discount_type: text((value, name) => {
    const match = discountTypes.find((one) => one === value)
    return match ? ok({ discountType: match }) : { ok: false, error: notInEnum(name, discountTypes) }
  }),
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
  date_starts: time('', (startsAt) => ({ startsAt })),
  date_starts_gmt: time('Z', (startsAt) => ({ startsAt })),
  date_expires: time('', (expiresAt) => ({ expiresAt })),
  date_expires_gmt: time('Z', (expiresAt) => ({ expiresAt })),
  email_restrictions: (value, name) => {
    if (!Array.isArray(value)) return invalidType(name, 'array')
    const emailRestrictions: string[] = []
    for (const [index, one] of value.slice(0, MAX_LIST_LENGTH).entries()) {
      if (typeof one !== 'string') return invalidType(`${name}[${index}]`, 'string')
      const email = one.replaceAll('\0', '').toWellFormed().trim().toLowerCase()
      if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 200)
        return invalid('rest_invalid_param', `${name}[${index}] is no email address.`)
      emailRestrictions.push(email)
    }
    return ok({ emailRestrictions })
  },
  status: text((status, name) => {
    if (status === 'publish' || status === 'draft') return ok({ isActive: status === 'publish' })
    return { ok: false, error: notInEnum(name, ['publish', 'draft']) }
  }),
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
): { readonly ok: true; readonly change: CouponChange } | { readonly ok: false; readonly error: RestError } {
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
  return Object.keys(errors).length > 0 ? { ok: false, error: invalidParams(errors) } : { ok: true, change }
}

function text(parse: (value: string, name: string) => Parsed<CouponChange>): FieldParser {
  return (value, name) =>
    typeof value === 'string' ? parse(value.replaceAll('\0', '').toWellFormed(), name) : invalidType(name, 'string')
}

/** Decimal text or number, as cents; empty or 0 means no limit. */
function money(change: (cents: number | null) => CouponChange): FieldParser {
  return (value, name) => {
    if (value === null || value === '') return ok(change(null))
    if (typeof value !== 'string' && typeof value !== 'number') return invalidType(name, 'string')
    const cents = parsePrice(String(value))
    if (cents === null || cents > MAX_INTEGER)
      return invalid('rest_invalid_param', `${name} must be an amount such as 12.50.`)
    return ok(change(cents === 0 ? null : cents))
  }
}

/** An integer of at least 1; empty or 0 means no limit. */
function limit(change: (limit: number | null) => CouponChange): FieldParser {
  return (value, name) => {
    if (value === null || value === '' || value === 0) return ok(change(null))
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MAX_INTEGER)
      return invalidType(name, 'integer')
    return ok(change(number === 0 ? null : number))
  }
}

function flag(change: (value: boolean) => CouponChange): FieldParser {
  return (value, name) => {
    if (value === true || value === 'true' || value === 1 || value === '1') return ok(change(true))
    if (value === false || value === 'false' || value === 0 || value === '0') return ok(change(false))
    return invalidType(name, 'boolean')
  }
}

function ids(change: (ids: number[]) => CouponChange): FieldParser {
  return (value, name) => {
    if (!Array.isArray(value)) return invalidType(name, 'array')
    const numbers = value.slice(0, MAX_LIST_LENGTH).map(Number)
    const invalidIndex = numbers.findIndex((id) => !Number.isInteger(id) || id < 1 || id > MAX_INTEGER)
    return invalidIndex === -1 ? ok(change([...new Set(numbers)])) : invalidType(`${name}[${invalidIndex}]`, 'integer')
  }
}

/** A time; without an offset it is in the shop's time zone, or UTC for `_gmt` fields. Empty: not set. */
function time(offset: '' | 'Z', change: (at: Date | null) => CouponChange): FieldParser {
  return (value, name) => {
    if (value === null || value === '') return ok(change(null))
    if (typeof value !== 'string') return invalidType(name, 'string')
    const hasTime = /[T ]\d/.test(value)
    const at = parseShopTime(offset !== '' && hasTime && !/(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value + offset : value)
    return at ? ok(change(at)) : invalid('rest_invalid_date', 'Invalid date.')
  }
}
