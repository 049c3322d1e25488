import { z } from 'zod'
import {
  addError,
  amount,
  dateFilters,
  datesOf,
  dateTime,
  dateTimeGmt,
  ids,
  listOf,
  readOnly,
  search,
  sentOnly,
  sentTime,
} from '../../../platform/rest/fields.ts'
import { mergeMeta, sentMeta } from '../../../platform/rest/meta.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { defineResource } from '../../../platform/rest/resource.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { couponsWrite } from '../capabilities.ts'
import { formatCouponCode } from '../coupon.ts'
import * as store from '../coupons.store.ts'
import { couponJson, couponShape, discountTypes } from './coupon-json.ts'

const MAX_CODE_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 20_000

const code = z.string().transform((text, context) => {
  const normalized = formatCouponCode(text)
  if (normalized === '') addError(context, '{name} must not be empty.')
  else if (normalized.length > MAX_CODE_LENGTH || /\s/.test(normalized))
    addError(context, `{name} takes at most ${MAX_CODE_LENGTH} characters, and no spaces.`)
  return normalized
})

const zeroAsNull = (value: number | null) => (value === 0 ? null : value)
const optionalAmount = z.preprocess((value) => (value === '' ? null : value), amount.nullable())
const money = optionalAmount.optional()
const limitAmount = optionalAmount.transform(zeroAsNull).optional()
const limit = z.int().min(0).max(MAX_ID).nullable().transform(zeroAsNull).optional()
const time = dateTime.nullable().optional()
const timeGmt = dateTimeGmt.nullable().optional()

const idList = listOf(z.int().min(1).max(MAX_ID))
  .transform((values) => [...new Set(values)])
  .optional()

const email = z.string().transform((text, context) => {
  const address = text.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 200) addError(context, '{name} is not an email address.')
  return address
})

const fields = z.strictObject({
  code,
  description: z
    .string()
    .max(MAX_DESCRIPTION_LENGTH, `{name} takes at most ${MAX_DESCRIPTION_LENGTH} characters.`)
    .optional(),
  discount_type: z.enum(discountTypes).optional(),
  amount: money,
  minimum_amount: limitAmount,
  maximum_amount: limitAmount,
  usage_limit: limit,
  usage_limit_per_user: limit,
  limit_usage_to_x_items: limit,
  individual_use: z.boolean().optional(),
  free_shipping: z.boolean().optional(),
  exclude_sale_items: z.boolean().optional(),
  product_ids: idList,
  excluded_product_ids: idList,
  product_categories: idList,
  excluded_product_categories: idList,
  date_starts: time,
  date_starts_gmt: timeGmt,
  date_expires: time,
  date_expires_gmt: timeGmt,
  email_restrictions: z.array(email).optional(),
  status: z.enum(['publish', 'draft', 'trash']).optional(),
  meta_data: sentMeta,
  ...readOnly('id', 'date_created', 'date_created_gmt', 'date_modified', 'date_modified_gmt', 'usage_count', 'used_by'),
  ...readOnly('_links', 'force'),
})
const changeFields = fields.extend({ code: code.optional() })

const notFound = errorOf(404, 'woocommerce_rest_shop_coupon_invalid_id', 'Invalid ID.')
const codeTaken = errorOf(400, 'woocommerce_rest_coupon_code_already_exists', 'The coupon code already exists')

const hasId = errorOf(400, 'woocommerce_rest_shop_coupon_exists', 'Cannot create existing shop_coupon.')
const alreadyTrashed: RestError = {
  status: 410,
  code: 'woocommerce_rest_already_trashed',
  message: 'The shop_coupon has already been deleted.',
}

/** Meta keys of WooCommerce whose values the API has as fields. */
const isInternal = (key: string): boolean =>
  /^(discount_type|coupon_amount|individual_use|(exclude_)?product_(ids|categories)|usage_(limit|count)|date_expires)$/.test(
    key,
  )

function changeOf(
  body: z.output<typeof changeFields>,
  before: Pick<store.CouponChange, 'discountType' | 'amount' | 'meta'>,
  now: Date,
): store.CouponChange | RestError {
  const change: store.CouponChange = sentOnly({
    code: body.code,
    description: body.description,
    discountType: body.discount_type,
    amount: body.amount === null ? 0 : body.amount,
    minimumAmountCents: body.minimum_amount,
    maximumAmountCents: body.maximum_amount,
    usageLimit: body.usage_limit,
    usageLimitPerCustomer: body.usage_limit_per_user,
    itemLimit: body.limit_usage_to_x_items,
    isIndividualUse: body.individual_use,
    freeShipping: body.free_shipping,
    excludesSaleItems: body.exclude_sale_items,
    productIds: body.product_ids,
    excludedProductIds: body.excluded_product_ids,
    categoryIds: body.product_categories,
    excludedCategoryIds: body.excluded_product_categories,
    startsAt: sentTime(body.date_starts, body.date_starts_gmt),
    expiresAt: sentTime(body.date_expires, body.date_expires_gmt),
    emailRestrictions: body.email_restrictions,
    ...(body.status && { isActive: body.status === 'publish', trashedAt: body.status === 'trash' ? now : null }),
    meta: body.meta_data && mergeMeta(before.meta ?? [], body.meta_data, isInternal),
  })
  const { discountType, amount: value } = { ...before, ...change }
  return discountType === 'percent' && (value ?? 0) > 10_000
    ? invalidFields({ amount: 'A percentage is at most 100.' })
    : change
}

type CouponShop = Pick<Platform, 'db' | 'now' | 'url'>

/** `wc/v3/coupons`, as documented in WooCommerce's REST API. */
export const couponCalls = defineResource({
  name: 'coupon',
  path: paths.restCoupons,
  capability: couponsWrite,
  notFound,
  notFoundToChange: { ...notFound, status: 400 },
  json: (coupon: store.CouponRecord, shop: CouponShop) => couponJson(coupon, shop.url),
  response: couponShape,
  query: {
    search,
    code: search,
    status: z.enum(['any', 'publish', 'draft', 'trash']).default('any'),
    include: ids,
    exclude: ids,
    ...dateFilters,
    order: z.enum(['asc', 'desc']).default('desc'),
    orderby: z.enum(['date', 'id', 'include', 'title', 'slug', 'modified']).default('date'),
  },
  async list(shop, query) {
    const { coupons, total } = await store.readCoupons(shop.db, { ...query, ...datesOf(query) })
    return { items: coupons, total }
  },
  get: (shop, id) => store.readCoupon(shop.db, id),
  fields: { create: fields, update: changeFields },
  async create(shop, body) {
    if (body.id !== undefined) return hasId
    const newCoupon = { code: '', discountType: 'fixed_cart', amount: 0 } as const
    const change = changeOf(body, newCoupon, shop.now())
    if ('status' in change) return change
    const now = shop.now()
    const id = await store.insertCoupon(shop.db, { ...newCoupon, ...change, createdAt: now, updatedAt: now })
    return id === null ? codeTaken : ((await store.readCoupon(shop.db, id)) ?? notFound)
  },
  async update(shop, before, body) {
    const change = changeOf(body, before, shop.now())
    if ('status' in change) return change
    const isSaved = await store.updateCoupon(shop.db, before.id, change, shop.now())
    return isSaved ? ((await store.readCoupon(shop.db, before.id)) ?? notFound) : codeTaken
  },
  async trash(shop, coupon) {
    if (coupon.trashedAt) return alreadyTrashed
    await store.updateCoupon(shop.db, coupon.id, { isActive: false, trashedAt: shop.now() }, shop.now())
    // As in WooCommerce, the response is the coupon from before the change.
    return coupon
  },
  delete: (shop, coupon) => store.deleteCoupon(shop.db, coupon.id),
})
