import { parsePrice } from '../money/money.ts'
import { couponCode } from '../pricing/coupon.ts'
import type { CouponChange } from '../pricing/coupons-edit.store.ts'
import { readShopTime } from '../settings/shop-time.ts'
import type { RestError } from './answer.ts'
import { invalidParams, notInList, type Read, right, type Wrong, wrongType } from './params.ts'

const LARGEST = 2_147_483_647
const MOST_IN_LIST = 1000
const LONGEST_CODE = 100
const kinds = ['percent', 'fixed_cart', 'fixed_product'] as const

type Fields = Readonly<Record<string, unknown>>
type FieldReader = (value: unknown, name: string) => Read<CouponChange>

const no = (code: string, message: string): Read<never> => ({ ok: false, wrong: { code, message } })

/** What an owner may write, by its public name. What is not here, such as how often it was used, cannot be written. */
const readers: Readonly<Record<string, FieldReader>> = {
  code: text((code, name) => {
    const kept = couponCode(code)
    if (kept === '') return no('rest_invalid_param', `${name} must not be empty.`)
    return kept.length > LONGEST_CODE || /\s/.test(kept)
      ? no('rest_invalid_param', `${name} takes at most ${LONGEST_CODE} characters, and no spaces.`)
      : right({ code: kept })
  }),
  description: text((description) => right({ description: description.slice(0, 2000) })),
  discount_type: text((kind, name) => {
    const known = kinds.find((one) => one === kind)
    return known ? right({ kind: known }) : { ok: false, wrong: notInList(name, kinds) }
  }),
  amount: money((amount) => ({ amount: amount ?? 0 })),
  minimum_amount: money((minimumCents) => ({ minimumCents })),
  maximum_amount: money((maximumCents) => ({ maximumCents })),
  usage_limit: limit((usageLimit) => ({ usageLimit })),
  usage_limit_per_user: limit((usageLimitPerCustomer) => ({ usageLimitPerCustomer })),
  limit_usage_to_x_items: limit((itemLimit) => ({ itemLimit })),
  individual_use: flag((isIndividual) => ({ isIndividual })),
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
    if (!Array.isArray(value)) return wrongType(name, 'array')
    const emails: string[] = []
    for (const [index, one] of value.slice(0, MOST_IN_LIST).entries()) {
      if (typeof one !== 'string') return wrongType(`${name}[${index}]`, 'string')
      const email = one.replaceAll('\0', '').toWellFormed().trim().toLowerCase()
      if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 200)
        return no('rest_invalid_param', `${name}[${index}] is no email address.`)
      emails.push(email)
    }
    return right({ emails })
  },
  status: text((status, name) => {
    if (status === 'publish' || status === 'draft') return right({ isActive: status === 'publish' })
    return { ok: false, wrong: notInList(name, ['publish', 'draft']) }
  }),
}

/** Fields that programs send back with what they were told; they change nothing. */
const passedOver = new Set([
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

/** Reads what of a coupon is to be written, or says in the recorded form what is wrong. `before` is what it is now. */
export function readCouponChange(
  fields: Fields,
  before: Pick<CouponChange, 'kind' | 'amount'>,
): { readonly ok: true; readonly change: CouponChange } | { readonly ok: false; readonly error: RestError } {
  const change: CouponChange = {}
  const wrongs: Record<string, Wrong> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (passedOver.has(name)) continue
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    const read = reader ? reader(value, name) : no('rest_invalid_param', `${name} is not known.`)
    if (read.ok) Object.assign(change, read.value)
    else wrongs[name] = read.wrong
  }
  const whole = { ...before, ...change }
  if (whole.kind === 'percent' && (whole.amount ?? 0) > 10_000)
    wrongs.amount = { code: 'rest_invalid_param', message: 'A percentage is at most 100.' }
  return Object.keys(wrongs).length > 0 ? { ok: false, error: invalidParams(wrongs) } : { ok: true, change }
}

function text(read: (value: string, name: string) => Read<CouponChange>): FieldReader {
  return (value, name) =>
    typeof value === 'string' ? read(value.replaceAll('\0', '').toWellFormed(), name) : wrongType(name, 'string')
}

/** Decimal text or a number, as cents; nothing and 0 mean that there is no limit. */
function money(change: (cents: number | null) => CouponChange): FieldReader {
  return (value, name) => {
    if (value === null || value === '') return right(change(null))
    if (typeof value !== 'string' && typeof value !== 'number') return wrongType(name, 'string')
    const cents = parsePrice(String(value))
    if (cents === null || cents > LARGEST) return no('rest_invalid_param', `${name} must be an amount such as 12.50.`)
    return right(change(cents === 0 ? null : cents))
  }
}

/** A whole number from 1; nothing and 0 mean that there is no limit. */
function limit(change: (limit: number | null) => CouponChange): FieldReader {
  return (value, name) => {
    if (value === null || value === '' || value === 0) return right(change(null))
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > LARGEST)
      return wrongType(name, 'integer')
    return right(change(number === 0 ? null : number))
  }
}

function flag(change: (value: boolean) => CouponChange): FieldReader {
  return (value, name) => {
    if (value === true || value === 'true' || value === 1 || value === '1') return right(change(true))
    if (value === false || value === 'false' || value === 0 || value === '0') return right(change(false))
    return wrongType(name, 'boolean')
  }
}

function ids(change: (ids: number[]) => CouponChange): FieldReader {
  return (value, name) => {
    if (!Array.isArray(value)) return wrongType(name, 'array')
    const numbers = value.slice(0, MOST_IN_LIST).map(Number)
    const wrong = numbers.findIndex((id) => !Number.isInteger(id) || id < 1 || id > LARGEST)
    return wrong === -1 ? right(change([...new Set(numbers)])) : wrongType(`${name}[${wrong}]`, 'integer')
  }
}

/** A moment; without an offset by the shop's clock, or Greenwich's where the name says so. Nothing: no such moment. */
function time(offset: '' | 'Z', change: (at: Date | null) => CouponChange): FieldReader {
  return (value, name) => {
    if (value === null || value === '') return right(change(null))
    if (typeof value !== 'string') return wrongType(name, 'string')
    const hasTime = /[T ]\d/.test(value)
    const at = readShopTime(offset !== '' && hasTime && !/(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value + offset : value)
    return at ? right(change(at)) : no('rest_invalid_date', 'Invalid date.')
  }
}
