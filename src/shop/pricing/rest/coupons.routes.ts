import type { Hono } from 'hono'
import { type RestResult, restBatch, restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { idList, missingParams, oneOf, pageParams, searchText } from '../../../platform/rest/params.ts'
import { type Fields, idParam } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import {
  type CouponRecord,
  deleteCoupon,
  insertCoupon,
  readCoupon,
  readCoupons,
  updateCoupon,
} from '../coupons.store.ts'
import { couponJson, couponMethods, parseCouponChange } from './coupon-json.ts'

const listParams = {
  ...pageParams,
  search: searchText,
  code: searchText,
  status: oneOf(['any', 'publish', 'draft'], 'any'),
  include: idList,
  exclude: idList,
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'id', 'title', 'slug'], 'date'),
}

const couponNotFound: RestError = {
  status: 404,
  code: 'woocommerce_rest_shop_coupon_invalid_id',
  message: 'Invalid ID.',
}
const codeTaken: RestError = {
  status: 400,
  code: 'woocommerce_rest_coupon_code_already_exists',
  message: 'The coupon code already exists',
}

type CouponShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

async function create(shop: CouponShop, fields: Fields): Promise<RestResult> {
  if (fields.code === undefined || fields.code === null) return missingParams(['code'])
  const newCoupon = { code: '', discountType: 'fixed_cart', amount: 0 } as const
  const parsed = parseCouponChange(fields, newCoupon)
  if (!parsed.ok) return parsed.error
  const id = await insertCoupon(shop.db, { ...newCoupon, ...parsed.value, createdAt: shop.now() })
  if (id === null) return codeTaken
  const coupon = await readCoupon(shop.db, id)
  if (!coupon) return couponNotFound
  const json = couponJson(coupon, shop.url)
  return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
}

async function update(shop: CouponShop, id: number, fields: Fields): Promise<RestResult> {
  const before = await readCoupon(shop.db, id)
  if (!before) return couponNotFound
  const parsed = parseCouponChange(fields, before)
  if (!parsed.ok) return parsed.error
  const isSaved = await updateCoupon(shop.db, id, parsed.value)
  return isSaved ? couponResult(shop, await readCoupon(shop.db, id)) : codeTaken
}

async function remove(shop: CouponShop, id: number): Promise<RestResult> {
  const coupon = await readCoupon(shop.db, id)
  return couponResult(shop, coupon && (await deleteCoupon(shop.db, id)) ? coupon : null)
}

const couponResult = (shop: CouponShop, coupon: CouponRecord | null): RestResult =>
  coupon ? { json: couponJson(coupon, shop.url) } : couponNotFound

/** `wc/v3/coupons`, as documented in WooCommerce's REST API. */
export function couponRoutes(shop: CouponShop): Hono {
  const { app, on } = restEndpoints(shop)
  const capability = 'coupons.write'

  const listOptions = { capability, action: 'list', params: listParams, allow: ['GET', 'POST'] } as const
  on(['GET'], paths.restCoupons, listOptions, async ({ params }) => {
    const { total, coupons } = await readCoupons(shop.db, params)
    const { page, per_page } = params
    return { items: coupons.map((coupon) => couponJson(coupon, shop.url)), page, per_page, total }
  })

  on(['POST'], paths.restCoupons, { capability, action: 'create', allow: couponMethods }, async ({ fields }) =>
    create(shop, fields),
  )

  on(['GET'], paths.restCoupon, { capability, action: 'view', allow: couponMethods }, async ({ context }) =>
    couponResult(shop, await readCoupon(shop.db, idParam(context, 'coupon'))),
  )

  const edit = { capability, action: 'edit', allow: couponMethods } as const
  on(['POST', 'PUT', 'PATCH'], paths.restCoupon, edit, async ({ context, fields }) =>
    update(shop, idParam(context, 'coupon'), fields),
  )

  const deletion = { capability, action: 'delete', allow: couponMethods } as const
  on(['DELETE'], paths.restCoupon, deletion, async ({ context, fields }) => {
    // Coupons have no trash.
    const isForced = [context.req.query('force'), fields.force].some((force) => String(force) === 'true')
    return isForced ? remove(shop, idParam(context, 'coupon')) : missingParams(['force'])
  })

  on(['POST', 'PUT', 'PATCH'], paths.restCouponBatch, { capability, action: 'edit' }, async ({ fields }) =>
    restBatch(fields, {
      create: (one) => create(shop, one),
      update: (id, one) => update(shop, id, one),
      delete: (id) => remove(shop, id),
    }),
  )

  return app
}
