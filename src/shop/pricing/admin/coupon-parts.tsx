import { formatAmount } from '../../../platform/admin/amount.ts'
import { Badge } from '../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { CouponJson } from '../rest/coupon-json.ts'

export const coupons = resourceOf(['coupon', 'coupons'], 'Coupons', paths.restCoupons, paths.adminCoupons)

export function couponSummary(coupon: Pick<CouponJson, 'discount_type' | 'amount' | 'free_shipping'>): string {
  const discount = Number(coupon.amount) === 0 ? '' : discountText(coupon)
  if (!coupon.free_shipping) return discount || 'Nothing yet'
  return discount ? `${discount} and free shipping` : 'Free shipping'
}

function discountText({ discount_type: kind, amount }: Pick<CouponJson, 'discount_type' | 'amount'>): string {
  if (kind === 'percent') return `${Number(amount)} % off`
  return `${formatAmount(amount)} off ${kind === 'fixed_cart' ? 'the cart' : 'each piece'}`
}

export const usageText = (coupon: Pick<CouponJson, 'usage_count' | 'usage_limit'>): string =>
  coupon.usage_limit === null ? String(coupon.usage_count) : `${coupon.usage_count} of ${coupon.usage_limit}`

function couponState(coupon: CouponJson, now: number): readonly [label: string, tone: 'leaf' | 'sky' | 'hollow'] {
  const parseTime = (time: string | null) => (time === null ? null : Date.parse(`${time}Z`))
  const [starts, ends] = [parseTime(coupon.date_starts_gmt), parseTime(coupon.date_expires_gmt)]
  if (coupon.status !== 'publish') return ['Switched off', 'hollow']
  if (ends !== null && ends <= now) return ['Expired', 'hollow']
  if (coupon.usage_limit !== null && coupon.usage_count >= coupon.usage_limit) return ['Used up', 'hollow']
  return starts !== null && starts > now ? ['Not yet', 'sky'] : ['In use', 'leaf']
}

export function CouponStateBadge({ coupon, asOf }: { coupon: CouponJson; asOf: number }) {
  const [label, tone] = couponState(coupon, asOf)
  return <Badge tone={tone}>{label}</Badge>
}
