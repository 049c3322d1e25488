import { formatAmount } from '../../../platform/admin/format-wire.ts'
import type { CouponJson } from '../rest/coupon-json.ts'

/** '12.5 % off', '$5.00 off the cart', 'Free shipping': short description of the discount. */
export function couponSummary(coupon: Pick<CouponJson, 'discount_type' | 'amount' | 'free_shipping'>): string {
  const benefits = [
    ...(Number(coupon.amount) === 0 ? [] : [discountText(coupon)]),
    ...(coupon.free_shipping ? ['free shipping'] : []),
  ]
  const text = benefits.join(' and ')
  return text === '' ? 'Nothing yet' : text.charAt(0).toUpperCase() + text.slice(1)
}

function discountText({ discount_type: kind, amount }: Pick<CouponJson, 'discount_type' | 'amount'>): string {
  if (kind === 'percent') return `${Number(amount)} % off`
  return `${formatAmount(amount)} off ${kind === 'fixed_cart' ? 'the cart' : 'each piece'}`
}

/** '3 of 10', or '3' without a limit. */
export const usageText = (coupon: Pick<CouponJson, 'usage_count' | 'usage_limit'>): string =>
  coupon.usage_limit === null ? String(coupon.usage_count) : `${coupon.usage_count} of ${coupon.usage_limit}`

export type CouponState = 'active' | 'scheduled' | 'expired' | 'used up' | 'disabled'

/** Whether the coupon is usable at `now` (milliseconds since 1970), and if not, why. */
export function couponState(coupon: CouponJson, now: number): CouponState {
  const parseTime = (time: string | null) => (time === null ? null : Date.parse(`${time}Z`))
  const [starts, ends] = [parseTime(coupon.date_starts_gmt), parseTime(coupon.date_expires_gmt)]
  if (coupon.status !== 'publish') return 'disabled'
  if (ends !== null && ends <= now) return 'expired'
  if (coupon.usage_limit !== null && coupon.usage_count >= coupon.usage_limit) return 'used up'
  return starts !== null && starts > now ? 'scheduled' : 'active'
}
