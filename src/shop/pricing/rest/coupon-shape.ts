import { z } from 'zod'
import { allFixed, fixed, initially, itemShape, metaList, time } from '../../../platform/rest/item-shape.ts'

const optionalTime = time.nullable()
const limit = z.int().nullable()
const flag = initially(z.boolean(), false)
/** Answered as text; numbers may be sent. */
const amount = z.union([z.number(), z.string()])
const ids = z.array(z.int())

export const discountTypes = ['percent', 'fixed_cart', 'fixed_product'] as const

/** A coupon as in `wc/v3/coupons`. `date_starts` is an extension; a disabled coupon is a draft. */
export const couponShape = itemShape('shop_coupon', {
  id: fixed(z.int()),
  ...{ code: z.string(), amount, status: z.enum(['publish', 'draft']) },
  ...allFixed({ date_created: time, date_created_gmt: time, date_modified: time, date_modified_gmt: time }),
  discount_type: initially(z.enum(discountTypes), 'fixed_cart'),
  description: z.string(),
  ...{ date_starts: optionalTime, date_starts_gmt: optionalTime },
  ...{ date_expires: optionalTime, date_expires_gmt: optionalTime },
  usage_count: fixed(z.int()),
  ...{ individual_use: flag, product_ids: ids, excluded_product_ids: ids },
  ...{ usage_limit: limit, usage_limit_per_user: limit, limit_usage_to_x_items: limit, free_shipping: flag },
  ...{ product_categories: ids, excluded_product_categories: ids, exclude_sale_items: flag },
  ...{ minimum_amount: amount, maximum_amount: amount, email_restrictions: z.array(z.string()) },
  ...allFixed({ used_by: z.array(z.string()), meta_data: metaList }),
})
