import { type Context, Hono } from 'hono'
import { couponCode } from '../pricing/coupon.ts'
import {
  type CouponRecord,
  deleteCoupon,
  insertCoupon,
  readCoupon,
  readCoupons,
  updateCoupon,
} from '../pricing/coupons-edit.store.ts'
import { paths } from '../routes.ts'
import { type RestError, restError, restJson, restList } from './answer.ts'
import { couponJson, couponMethods } from './coupon-json.ts'
import { readCouponChange } from './coupon-params.ts'
import { admit } from './guard.ts'
import { idList, missingParams, oneOf, readParams, wholeNumber, words } from './params.ts'
import { idParam, publicUrl, queryParam, readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const listParams = {
  page: wholeNumber({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  search: words,
  code: words,
  status: oneOf(['any', 'publish', 'draft'], 'any'),
  include: idList,
  exclude: idList,
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'id', 'title', 'slug'], 'date'),
}

const noSuchCoupon: RestError = { status: 404, code: 'woocommerce_rest_shop_coupon_invalid_id', message: 'Invalid ID.' }
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
const MOST_IN_BATCH = 100

type Fields = Readonly<Record<string, unknown>>
type Done = { readonly ok: true; readonly coupon: CouponRecord } | { readonly ok: false; readonly error: RestError }

const problems = { 'code-taken': codeTaken, 'no-such-coupon': noSuchCoupon } as const

async function create(shop: RestShop, fields: Fields): Promise<Done> {
  if (fields.code === undefined || fields.code === null) return { ok: false, error: missingParams(['code']) }
  const read = readCouponChange(fields, { kind: 'fixed_cart', amount: 0 })
  if (!read.ok) return read
  const { code = '', ...change } = read.change
  const written = await insertCoupon(shop.db, { kind: 'fixed_cart', amount: 0, ...change, code, createdAt: shop.now() })
  return written.ok ? found(shop, written.id) : { ok: false, error: problems[written.problem] }
}

async function update(shop: RestShop, id: number, fields: Fields): Promise<Done> {
  const before = await readCoupon(shop.db, id)
  if (!before) return { ok: false, error: noSuchCoupon }
  const read = readCouponChange(fields, before)
  if (!read.ok) return read
  const written = await updateCoupon(shop.db, id, read.change)
  return written.ok ? found(shop, id) : { ok: false, error: problems[written.problem] }
}

async function remove(shop: RestShop, id: number): Promise<Done> {
  const coupon = await readCoupon(shop.db, id)
  return coupon && (await deleteCoupon(shop.db, id)) ? { ok: true, coupon } : { ok: false, error: noSuchCoupon }
}

async function found(shop: RestShop, id: number): Promise<Done> {
  const coupon = await readCoupon(shop.db, id)
  return coupon ? { ok: true, coupon } : { ok: false, error: noSuchCoupon }
}

/** `wc/v3/coupons`, as the public REST API of such shops documents it. */
export function couponRoutes(shop: RestShop): Hono {
  const app = new Hono()
  const answer = (context: Context, done: Done, status: 200 | 201 = 200): Response => {
    if (!done.ok) return restError(context, shop, done.error)
    const json = couponJson(done.coupon, shop.url)
    const headers = status === 201 ? { headers: { location: json._links.self[0]?.href ?? '' } } : {}
    return restJson(context, shop, json, { status, allow: couponMethods, ...headers })
  }

  app.get(paths.restCoupons, async (context) => {
    const admission = await admit(context, shop, 'coupons.write', 'list')
    if (!admission.ok) return admission.answer
    const params = readParams(listParams, (name) => queryParam(context, name)?.replaceAll('\0', ''))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, code, status, include, exclude, order, orderby } = params.values
    const { total, coupons } = await readCoupons(
      shop.db,
      { search, code: couponCode(code), isActive: status === 'any' ? null : status === 'publish', include, exclude },
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
    const admission = await admit(context, shop, 'coupons.write', 'create')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    return answer(context, await create(shop, body.fields), 201)
  })

  app.get(paths.restCoupon, async (context) => {
    const admission = await admit(context, shop, 'coupons.write', 'view')
    if (!admission.ok) return admission.answer
    return answer(context, await found(shop, idParam(context, 'coupon')))
  })

  app.on(['POST', 'PUT', 'PATCH'], paths.restCoupon, async (context) => {
    const admission = await admit(context, shop, 'coupons.write', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    return answer(context, await update(shop, idParam(context, 'coupon'), body.fields))
  })

  app.delete(paths.restCoupon, async (context) => {
    const admission = await admit(context, shop, 'coupons.write', 'delete')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    // Coupons have no bin to lie in.
    const isForced = [context.req.query('force'), body.fields.force].some((force) => String(force) === 'true')
    if (!isForced) return restError(context, shop, missingParams(['force']))
    return answer(context, await remove(shop, idParam(context, 'coupon')))
  })

  app.on(['POST', 'PUT', 'PATCH'], paths.restCouponBatch, async (context) => {
    const admission = await admit(context, shop, 'coupons.write', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const asked = {
      create: list(body.fields.create),
      update: list(body.fields.update),
      delete: list(body.fields.delete),
    }
    if (asked.create.length + asked.update.length + asked.delete.length > MOST_IN_BATCH)
      return restError(context, shop, tooMany)

    const answers: Record<string, unknown[]> = {}
    const tell = (doing: string, id: number, done: Done) => {
      answers[doing] ??= []
      answers[doing].push(done.ok ? couponJson(done.coupon, shop.url) : { id, error: told(done.error) })
    }
    for (const fields of asked.create) tell('create', 0, await create(shop, record(fields)))
    for (const fields of asked.update) {
      const id = idOf(record(fields).id)
      tell('update', id, await update(shop, id, record(fields)))
    }
    for (const id of asked.delete) tell('delete', idOf(id), await remove(shop, idOf(id)))
    return restJson(context, shop, answers, { allow: ['POST', 'PUT', 'PATCH'] })
  })

  return app
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** 0 names nothing. */
function idOf(value: unknown): number {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0
}

const told = ({ code, message, status, data }: RestError) => ({ code, message, data: { status, ...data } })
