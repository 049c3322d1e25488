import { z } from 'zod'
import { priceString } from '../../../platform/money/money.ts'
import { allFixed, defaultTo, fixed, type Item, itemShape, metaList, time } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { timeFields } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { CouponRecord } from '../coupons.store.ts'

const optionalTime = time.nullable()
const limit = z.int().nullable()
const flag = defaultTo(z.boolean(), false)
/** Text in responses; requests may also send numbers. */
const amount = z.union([z.number(), z.string()])
const ids = z.array(z.int())

export const discountTypes = ['percent', 'fixed_cart', 'fixed_product'] as const

/** A coupon as in `wc/v3/coupons`. `date_starts` is an extension; a disabled coupon is a draft. */
export const couponShape = itemShape('shop_coupon', {
  id: fixed(z.int()),
  code: z.string(),
  amount,
  status: z.enum(['publish', 'draft', 'trash']),
  ...allFixed({ date_created: time, date_created_gmt: time, date_modified: time, date_modified_gmt: time }),
  discount_type: defaultTo(z.enum(discountTypes), 'fixed_cart'),
  description: z.string(),
  date_starts: optionalTime,
  date_starts_gmt: optionalTime,
  date_expires: optionalTime,
  date_expires_gmt: optionalTime,
  usage_count: fixed(z.int()),
  individual_use: flag,
  product_ids: ids,
  excluded_product_ids: ids,
  usage_limit: limit,
  usage_limit_per_user: limit,
  limit_usage_to_x_items: limit,
  free_shipping: flag,
  product_categories: ids,
  excluded_product_categories: ids,
  exclude_sale_items: flag,
  minimum_amount: amount,
  maximum_amount: amount,
  email_restrictions: z.array(z.string()),
  used_by: fixed(z.array(z.string())),
  meta_data: metaList,
})

export function couponJson(coupon: CouponRecord, shopUrl: string) {
  return {
    id: coupon.id,
    code: coupon.code,
    amount: priceString(coupon.amount),
    status: coupon.trashedAt ? ('trash' as const) : coupon.isActive ? ('publish' as const) : ('draft' as const),
    ...timeFields('date_created', coupon.createdAt),
    ...timeFields('date_modified', coupon.updatedAt),
    discount_type: coupon.discountType,
    description: coupon.description,
    ...timeFields('date_starts', coupon.startsAt),
    ...timeFields('date_expires', coupon.expiresAt),
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
    meta_data: coupon.meta,
    _links: itemLinks(shopUrl + paths.restCoupons, coupon.id),
  } satisfies Item<typeof couponShape>
}

export type CouponJson = ReturnType<typeof couponJson>
