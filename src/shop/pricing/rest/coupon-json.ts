import { priceString } from '../../../platform/money/money.ts'
import type { Item } from '../../../platform/rest/item-shape.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CouponRecord } from '../coupons.store.ts'
import type { couponShape } from './coupon-shape.ts'

/** A coupon as `wc/v3/coupons` returns it. `date_starts` is an extension; a disabled coupon is a draft. */
export function couponJson(coupon: CouponRecord, shopUrl: string) {
  const localOrNull = (at: Date | null) => (at ? toLocalIso(at) : null)
  const gmtOrNull = (at: Date | null) => (at ? toGmtIso(at) : null)
  return {
    id: coupon.id,
    code: coupon.code,
    amount: priceString(coupon.amount),
    status: coupon.isActive ? ('publish' as const) : ('draft' as const),
    date_created: toLocalIso(coupon.createdAt),
    date_created_gmt: toGmtIso(coupon.createdAt),
    date_modified: toLocalIso(coupon.updatedAt),
    date_modified_gmt: toGmtIso(coupon.updatedAt),
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
      self: [
        {
          href: shopUrl + hrefs.restCoupon(coupon.id),
          targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        },
      ],
      collection: [{ href: shopUrl + hrefs.restCoupons() }],
    },
  } satisfies Item<typeof couponShape>
}

export type CouponJson = ReturnType<typeof couponJson>
