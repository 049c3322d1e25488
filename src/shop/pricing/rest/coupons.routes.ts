import { type Context, Hono } from 'hono'
import { authorize } from '../../../people/accounts/authorize.ts'
import { idList, integerParam, missingParams, oneOf, parseParams, searchText } from '../../../platform/rest/params.ts'
import { idParam, parseBody, publicUrl, queryParam } from '../../../platform/rest/request.ts'
import { type RestError, restError, restJson, restList } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { formatCouponCode } from '../coupon.ts'
import {
  type CouponRecord,
  deleteCoupon,
  insertCoupon,
  readCoupon,
  readCoupons,
  updateCoupon,
} from '../coupons-edit.store.ts'
import { couponJson, couponMethods } from './coupon-json.ts'
import { parseCouponChange } from './coupon-params.ts'

const listParams = {
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
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
const tooMany: RestError = {
  status: 413,
  code: 'woocommerce_rest_request_entity_too_large',
  message: 'Unable to accept more than 100 items for this request.',
}
const MAX_BATCH_SIZE = 100

type Fields = Readonly<Record<string, unknown>>
type CouponResult =
  | { readonly ok: true; readonly coupon: CouponRecord }
  | { readonly ok: false; readonly error: RestError }

const problems = { 'code-taken': codeTaken, 'not-found': couponNotFound } as const

async function create(shop: Pick<Platform, 'db' | 'now'>, fields: Fields): Promise<CouponResult> {
  if (fields.code === undefined || fields.code === null) return { ok: false, error: missingParams(['code']) }
  const parsed = parseCouponChange(fields, { discountType: 'fixed_cart', amount: 0 })
  if (!parsed.ok) return parsed
  const { code = '', ...change } = parsed.change
  const saved = await insertCoupon(shop.db, {
    discountType: 'fixed_cart',
    amount: 0,
    ...change,
    code,
    createdAt: shop.now(),
  })
  return saved.ok ? loadCoupon(shop, saved.id) : { ok: false, error: problems[saved.problem] }
}

async function update(shop: Pick<Platform, 'db'>, id: number, fields: Fields): Promise<CouponResult> {
  const before = await readCoupon(shop.db, id)
  if (!before) return { ok: false, error: couponNotFound }
  const parsed = parseCouponChange(fields, before)
  if (!parsed.ok) return parsed
  const saved = await updateCoupon(shop.db, id, parsed.change)
  return saved.ok ? loadCoupon(shop, id) : { ok: false, error: problems[saved.problem] }
}

async function remove(shop: Pick<Platform, 'db'>, id: number): Promise<CouponResult> {
  const coupon = await readCoupon(shop.db, id)
  return coupon && (await deleteCoupon(shop.db, id)) ? { ok: true, coupon } : { ok: false, error: couponNotFound }
}

async function loadCoupon(shop: Pick<Platform, 'db'>, id: number): Promise<CouponResult> {
  const coupon = await readCoupon(shop.db, id)
  return coupon ? { ok: true, coupon } : { ok: false, error: couponNotFound }
}

/** `wc/v3/coupons`, as documented in WooCommerce's REST API. */
export function couponRoutes(shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>): Hono {
  const app = new Hono()
  const respond = (context: Context, result: CouponResult, status: 200 | 201 = 200): Response => {
    if (!result.ok) return restError(context, shop, result.error)
    const json = couponJson(result.coupon, shop.url)
    const headers = status === 201 ? { headers: { location: json._links.self[0]?.href ?? '' } } : {}
    return restJson(context, shop, json, { status, allow: couponMethods, ...headers })
  }

  app.get(paths.restCoupons, async (context) => {
    const authorization = await authorize(context, shop, 'coupons.write', 'list')
    if (!authorization.ok) return authorization.response
    const params = parseParams(listParams, (name) => queryParam(context, name)?.replaceAll('\0', ''))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, code, status, include, exclude, order, orderby } = params.values
    const { total, coupons } = await readCoupons(
      shop.db,
      {
        search,
        code: formatCouponCode(code),
        isActive: status === 'any' ? null : status === 'publish',
        include,
        exclude,
      },
      { by: orderby === 'title' || orderby === 'slug' ? 'code' : orderby, direction: order },
      { number: page, size },
    )
    return restList(
      context,
      coupons.map((coupon) => couponJson(coupon, shop.url)),
      { number: page, size, total, url: publicUrl(shop, context) },
      ['GET', 'POST'],
    )
  })

  app.post(paths.restCoupons, async (context) => {
    const admission = await authorize(context, shop, 'coupons.write', 'create')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    return respond(context, await create(shop, body.fields), 201)
  })

  app.get(paths.restCoupon, async (context) => {
    const admission = await authorize(context, shop, 'coupons.write', 'view')
    if (!admission.ok) return admission.response
    return respond(context, await loadCoupon(shop, idParam(context, 'coupon')))
  })

  app.on(['POST', 'PUT', 'PATCH'], paths.restCoupon, async (context) => {
    const admission = await authorize(context, shop, 'coupons.write', 'edit')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    return respond(context, await update(shop, idParam(context, 'coupon'), body.fields))
  })

  app.delete(paths.restCoupon, async (context) => {
    const admission = await authorize(context, shop, 'coupons.write', 'delete')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    // Coupons cannot be trashed.
    const isForced = [context.req.query('force'), body.fields.force].some((force) => String(force) === 'true')
    if (!isForced) return restError(context, shop, missingParams(['force']))
    return respond(context, await remove(shop, idParam(context, 'coupon')))
  })

  app.on(['POST', 'PUT', 'PATCH'], paths.restCouponBatch, async (context) => {
    const admission = await authorize(context, shop, 'coupons.write', 'edit')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const requested = {
      create: list(body.fields.create),
      update: list(body.fields.update),
      delete: list(body.fields.delete),
    }
    if (requested.create.length + requested.update.length + requested.delete.length > MAX_BATCH_SIZE)
      return restError(context, shop, tooMany)

    const results: Record<string, unknown[]> = {}
    const addResult = (action: string, id: number, result: CouponResult) => {
      results[action] ??= []
      results[action].push(result.ok ? couponJson(result.coupon, shop.url) : { id, error: errorJson(result.error) })
    }
    for (const fields of requested.create) addResult('create', 0, await create(shop, record(fields)))
    for (const fields of requested.update) {
      const id = idOf(record(fields).id)
      addResult('update', id, await update(shop, id, record(fields)))
    }
    for (const id of requested.delete) addResult('delete', idOf(id), await remove(shop, idOf(id)))
    return restJson(context, shop, results, { allow: ['POST', 'PUT', 'PATCH'] })
  })

  return app
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** 0 matches no coupon. */
function idOf(value: unknown): number {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0
}

const errorJson = ({ code, message, status, data }: RestError) => ({ code, message, data: { status, ...data } })
