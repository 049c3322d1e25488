import { type Context, Hono } from 'hono'
import { type PlacedComment, readComment, readComments } from '../content/comments-read.store.ts'
import { addReview, deleteComments, editComment, isProduct, moveComments } from '../content/moderate-comments.ts'
import { paths } from '../routes.ts'
import { type Method, type RestError, restError, restJson, restList } from './answer.ts'
import { admit } from './guard.ts'
import { readParams } from './params.ts'
import { idParam, publicUrl, queryParam, readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'
import { reviewJson, statusOfWire } from './review-json.ts'
import { readReviewFields, reviewListParams } from './review-params.ts'

const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const MOST_IN_BATCH = 100

type Fields = Readonly<Record<string, unknown>>
type Done = { readonly ok: true; readonly json: object } | { readonly ok: false; readonly error: RestError }

const noSuchReview: RestError = {
  status: 404,
  code: 'woocommerce_rest_review_invalid_id',
  message: 'Invalid review ID.',
}
const noSuchProduct: RestError = {
  status: 404,
  code: 'woocommerce_rest_product_invalid_id',
  message: 'Invalid product ID.',
}

/** `wc/v3/products/reviews`: list, get, create, update, delete, and many of them at once. */
export function reviewRoutes(shop: RestShop): Hono {
  const app = new Hono()

  app.get(paths.restReviews, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'list')
    if (!admission.ok) return admission.answer
    return list(context, shop)
  })

  app.post(paths.restReviews, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'create')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const made = await create(shop, body.fields)
    return made.ok
      ? restJson(context, shop, made.json, { status: 201, allow: ['GET', 'POST'] })
      : restError(context, shop, made.error)
  })

  app.get(paths.restReview, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'view')
    if (!admission.ok) return admission.answer
    const review = await findReview(shop, idParam(context, 'review'))
    if (!review) return restError(context, shop, noSuchReview)
    const shown = context.req.query('context') === 'edit' ? 'edit' : 'view'
    return restJson(context, shop, reviewJson(review, shop.url, shown), { allow: allMethods })
  })

  app.on(['PUT', 'POST', 'PATCH'], paths.restReview, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const changed = await update(shop, idParam(context, 'review'), body.fields)
    return changed.ok
      ? restJson(context, shop, changed.json, { allow: allMethods })
      : restError(context, shop, changed.error)
  })

  app.delete(paths.restReview, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'delete')
    if (!admission.ok) return admission.answer
    const isForGood = /^(true|1)$/i.test(context.req.query('force') ?? '')
    const gone = await remove(shop, idParam(context, 'review'), isForGood)
    return gone.ok ? restJson(context, shop, gone.json, { allow: allMethods }) : restError(context, shop, gone.error)
  })

  app.on(['POST', 'PUT', 'PATCH'], paths.restReviewBatch, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    return batch(context, shop, body.fields)
  })

  return app
}

async function list(context: Context, shop: RestShop): Promise<Response> {
  const params = readParams(reviewListParams, (name) => queryParam(context, name))
  if (!params.ok) return restError(context, shop, params.error)
  const {
    page,
    per_page: size,
    offset,
    status,
    orderby,
    order,
    after,
    before,
    context: shown,
    ...filter
  } = params.values
  const found = await readComments(
    shop.db,
    {
      isReview: true,
      statuses: status === 'all' ? ['approved', 'pending'] : [statusOfWire[status] ?? 'approved'],
      search: filter.search,
      include: filter.include,
      exclude: filter.exclude,
      entryIds: filter.product,
      userIds: filter.reviewer,
      notUserIds: filter.reviewer_exclude,
      email: filter.reviewer_email,
      ...(after ? { after } : {}),
      ...(before ? { before } : {}),
    },
    { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order },
    { limit: size, offset: offset >= 0 ? offset : (page - 1) * size },
  )
  return restList(
    context,
    found.comments.map((review) => reviewJson(review, shop.url, shown)),
    { number: page, size, total: found.total, url: publicUrl(shop, context) },
    ['GET', 'POST'],
  )
}

async function findReview(shop: RestShop, id: number): Promise<PlacedComment | null> {
  const found = await readComment(shop.db, id)
  return found && found.place.kind === 'product' && found.parentId === null ? found : null
}

async function create(shop: RestShop, fields: Fields): Promise<Done> {
  const { ratingRequired } = shop.settings().reviews
  const read = readReviewFields(fields, [
    ...['product_id', 'review', 'reviewer', 'reviewer_email'],
    ...(ratingRequired === 'yes' ? ['rating'] : []),
  ])
  if (!read.ok) return read
  const { productId = 0, name = '', email = '', text = '', rating, status, verified, createdAt } = read.review
  const made = await addReview(shop, {
    productId,
    name,
    email,
    text,
    rating: rating ?? null,
    status: status ?? 'approved',
    isVerified: verified ?? false,
    createdAt: createdAt ?? shop.now(),
  })
  if (!made) return { ok: false, error: noSuchProduct }
  return shown(shop, made.id)
}

async function update(shop: RestShop, id: number, fields: Fields): Promise<Done> {
  if (!(await findReview(shop, id))) return { ok: false, error: noSuchReview }
  const read = readReviewFields(fields)
  if (!read.ok) return read
  const { productId, name, email, text, rating, status } = read.review
  if (productId !== undefined && !(await isProduct(shop.db, productId))) return { ok: false, error: noSuchProduct }
  await editComment(shop, id, {
    ...(productId === undefined ? {} : { entryId: productId }),
    ...(name === undefined ? {} : { authorName: name }),
    ...(email === undefined ? {} : { authorEmail: email }),
    ...(text === undefined ? {} : { text }),
    ...(rating === undefined ? {} : { rating }),
  })
  if (status !== undefined) await moveComments(shop, [id], status)
  return shown(shop, id)
}

async function shown(shop: RestShop, id: number): Promise<Done> {
  const review = await findReview(shop, id)
  return review ? { ok: true, json: reviewJson(review, shop.url) } : { ok: false, error: noSuchReview }
}

async function remove(shop: RestShop, id: number, isForGood: boolean): Promise<Done> {
  const review = await findReview(shop, id)
  if (!review) return { ok: false, error: noSuchReview }
  if (isForGood) {
    await deleteComments(shop, [id])
    return { ok: true, json: { deleted: true, previous: reviewJson(review, shop.url) } }
  }
  const [moved] = await moveComments(shop, [id], 'trash')
  if (moved) return shown(shop, id)
  const message = 'The object has already been trashed.'
  return { ok: false, error: { status: 410, code: 'woocommerce_rest_already_trashed', message } }
}

async function batch(context: Context, shop: RestShop, fields: Fields): Promise<Response> {
  const listOf = (name: string): unknown[] => (Array.isArray(fields[name]) ? fields[name] : [])
  const [creates, updates, deletes] = [listOf('create'), listOf('update'), listOf('delete')]
  if (creates.length + updates.length + deletes.length > MOST_IN_BATCH) {
    const message = `Unable to accept more than ${MOST_IN_BATCH} items for this request.`
    return restError(context, shop, { status: 413, code: 'woocommerce_rest_request_entity_too_large', message })
  }
  const answer: Record<string, object[]> = {}
  const told = (done: Done, id = 0): object => {
    if (done.ok) return done.json
    const { code, message, status, data } = done.error
    return { id, error: { code, message, data: { status, ...data } } }
  }
  for (const one of creates) (answer.create ??= []).push(told(await create(shop, record(one))))
  for (const one of updates) {
    const item = record(one)
    ;(answer.update ??= []).push(told(await update(shop, idIn(item.id), item), idIn(item.id)))
  }
  for (const one of deletes) (answer.delete ??= []).push(told(await remove(shop, idIn(one), true), idIn(one)))
  return restJson(context, shop, answer, { allow: ['POST', 'PUT', 'PATCH'] })
}

const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const idIn = (value: unknown): number => {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0
}
