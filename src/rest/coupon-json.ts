import { priceString } from '../money/money.ts'
import type { CouponRecord } from '../pricing/coupons-edit.store.ts'
import { hrefs } from '../routes.ts'
import { greenwichClock, shopClock } from '../settings/shop-time.ts'
import type { Method } from './answer.ts'

export const couponMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A coupon as `wc/v3/coupons` tells it. `date_starts` is ours; a coupon that is switched off is a draft. */
export function couponJson(coupon: CouponRecord, shopUrl: string) {
  const clock = (at: Date | null) => (at ? shopClock(at) : null)
  const greenwich = (at: Date | null) => (at ? greenwichClock(at) : null)
  return {
    id: coupon.id,
    code: coupon.code,
    amount: priceString(coupon.amount),
    status: coupon.isActive ? 'publish' : 'draft',
    date_created: shopClock(coupon.createdAt),
    date_created_gmt: greenwichClock(coupon.createdAt),
    date_modified: shopClock(coupon.createdAt),
    date_modified_gmt: greenwichClock(coupon.createdAt),
    discount_type: coupon.kind,
    description: coupon.description,
    date_starts: clock(coupon.startsAt),
    date_starts_gmt: greenwich(coupon.startsAt),
    date_expires: clock(coupon.expiresAt),
    date_expires_gmt: greenwich(coupon.expiresAt),
    usage_count: coupon.usedCount,
    individual_use: coupon.isIndividual,
    product_ids: coupon.productIds,
    excluded_product_ids: coupon.excludedProductIds,
    usage_limit: coupon.usageLimit,
    usage_limit_per_user: coupon.usageLimitPerCustomer,
    limit_usage_to_x_items: coupon.itemLimit,
    free_shipping: coupon.freeShipping,
    product_categories: coupon.categoryIds,
    excluded_product_categories: coupon.excludedCategoryIds,
    exclude_sale_items: coupon.excludesSaleItems,
    minimum_amount: priceString(coupon.minimumCents ?? 0),
    maximum_amount: priceString(coupon.maximumCents ?? 0),
    email_restrictions: coupon.emails,
    used_by: coupon.usedBy,
    meta_data: [],
    _links: {
      self: [{ href: shopUrl + hrefs.restCoupon(coupon.id), targetHints: { allow: couponMethods } }],
      collection: [{ href: shopUrl + hrefs.restCoupons() }],
    },
  }
}

export type CouponJson = ReturnType<typeof couponJson>
