import { type Context, Hono } from 'hono'
import { authorize } from '../../../people/accounts/authorize.ts'
import { parseParams } from '../../../platform/rest/params.ts'
import { idParam, parseBody, publicUrl, queryParam } from '../../../platform/rest/request.ts'
import { type Method, type RestError, restError, restJson, restList } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type CommentWithEntry, findComment, listComments } from '../../../site/comments/comments-query.store.ts'
import type { WithCommentHooks } from '../../../site/comments/context.ts'
import {
  addReview,
  deleteComments,
  editComment,
  isProduct,
  setCommentStatus,
} from '../../../site/comments/moderate-comments.ts'
import type { ReviewSettings } from '../../../site/comments/settings.ts'
import { reviewJson, statusFromWire } from './review-json.ts'
import { parseReviewFields, reviewListParams } from './review-params.ts'

const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const MAX_BATCH_SIZE = 100

type Fields = Readonly<Record<string, unknown>>
type ReviewResult = { readonly ok: true; readonly json: object } | { readonly ok: false; readonly error: RestError }

const reviewNotFound: RestError = {
  status: 404,
  code: 'woocommerce_rest_review_invalid_id',
  message: 'Invalid review ID.',
}
const productNotFound: RestError = {
  status: 404,
  code: 'woocommerce_rest_product_invalid_id',
  message: 'Invalid product ID.',
}

/** `wc/v3/products/reviews`: list, get, create, update, delete, batch. */
export function reviewRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithCommentHooks & WithSettings<ReviewSettings>,
): Hono {
  const app = new Hono()

  app.get(paths.restReviews, async (context) => {
    const authorization = await authorize(context, shop, 'comments.moderate', 'list')
    if (!authorization.ok) return authorization.response
    return list(context, shop)
  })

  app.post(paths.restReviews, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'create')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const created = await create(shop, body.fields)
    return created.ok
      ? restJson(context, shop, created.json, { status: 201, allow: ['GET', 'POST'] })
      : restError(context, shop, created.error)
  })

  app.get(paths.restReview, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'view')
    if (!admission.ok) return admission.response
    const review = await findReview(shop, idParam(context, 'review'))
    if (!review) return restError(context, shop, reviewNotFound)
    const view = context.req.query('context') === 'edit' ? 'edit' : 'view'
    return restJson(context, shop, reviewJson(review, shop.url, view), { allow: allMethods })
  })

  app.on(['PUT', 'POST', 'PATCH'], paths.restReview, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const changed = await update(shop, idParam(context, 'review'), body.fields)
    return changed.ok
      ? restJson(context, shop, changed.json, { allow: allMethods })
      : restError(context, shop, changed.error)
  })

  app.delete(paths.restReview, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'delete')
    if (!admission.ok) return admission.response
    const isPermanent = /^(true|1)$/i.test(context.req.query('force') ?? '')
    const removed = await remove(shop, idParam(context, 'review'), isPermanent)
    return removed.ok
      ? restJson(context, shop, removed.json, { allow: allMethods })
      : restError(context, shop, removed.error)
  })

  app.on(['POST', 'PUT', 'PATCH'], paths.restReviewBatch, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    return batch(context, shop, body.fields)
  })

  return app
}

async function list(context: Context, shop: Pick<Platform, 'db' | 'url'>): Promise<Response> {
  const params = parseParams(reviewListParams, (name) => queryParam(context, name))
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
    context: view,
    ...filter
  } = params.values
  const result = await listComments(
    shop.db,
    {
      isReview: true,
      statuses: status === 'all' ? ['approved', 'pending'] : [statusFromWire[status] ?? 'approved'],
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
    result.comments.map((review) => reviewJson(review, shop.url, view)),
    { number: page, size, total: result.total, url: publicUrl(shop, context) },
    ['GET', 'POST'],
  )
}

async function findReview(shop: Pick<Platform, 'db'>, id: number): Promise<CommentWithEntry | null> {
  const comment = await findComment(shop.db, id)
  return comment && comment.entry.kind === 'product' && comment.parentId === null ? comment : null
}

async function create(
  shop: Pick<Platform, 'db' | 'now' | 'url'> & WithCommentHooks & WithSettings<ReviewSettings>,
  fields: Fields,
): Promise<ReviewResult> {
  const { ratingRequired } = shop.settings().reviews
  const parsed = parseReviewFields(fields, [
    ...['product_id', 'review', 'reviewer', 'reviewer_email'],
    ...(ratingRequired === 'yes' ? ['rating'] : []),
  ])
  if (!parsed.ok) return parsed
  const { productId = 0, name = '', email = '', text = '', rating, status, verified, createdAt } = parsed.review
  const review = await addReview(shop, {
    productId,
    name,
    email,
    text,
    rating: rating ?? null,
    status: status ?? 'approved',
    isVerified: verified ?? false,
    createdAt: createdAt ?? shop.now(),
  })
  if (!review) return { ok: false, error: productNotFound }
  return reviewResult(shop, review.id)
}

async function update(
  shop: Pick<Platform, 'db' | 'now' | 'url'> & WithCommentHooks,
  id: number,
  fields: Fields,
): Promise<ReviewResult> {
  if (!(await findReview(shop, id))) return { ok: false, error: reviewNotFound }
  const parsed = parseReviewFields(fields)
  if (!parsed.ok) return parsed
  const { productId, name, email, text, rating, status } = parsed.review
  if (productId !== undefined && !(await isProduct(shop.db, productId))) return { ok: false, error: productNotFound }
  await editComment(shop, id, {
    ...(productId === undefined ? {} : { entryId: productId }),
    ...(name === undefined ? {} : { authorName: name }),
    ...(email === undefined ? {} : { authorEmail: email }),
    ...(text === undefined ? {} : { text }),
    ...(rating === undefined ? {} : { rating }),
  })
  if (status !== undefined) await setCommentStatus(shop, [id], status)
  return reviewResult(shop, id)
}

async function reviewResult(shop: Pick<Platform, 'db' | 'url'>, id: number): Promise<ReviewResult> {
  const review = await findReview(shop, id)
  return review ? { ok: true, json: reviewJson(review, shop.url) } : { ok: false, error: reviewNotFound }
}

async function remove(
  shop: Pick<Platform, 'db' | 'now' | 'url'> & WithCommentHooks,
  id: number,
  isPermanent: boolean,
): Promise<ReviewResult> {
  const review = await findReview(shop, id)
  if (!review) return { ok: false, error: reviewNotFound }
  if (isPermanent) {
    await deleteComments(shop, [id])
    return { ok: true, json: { deleted: true, previous: reviewJson(review, shop.url) } }
  }
  const [trashed] = await setCommentStatus(shop, [id], 'trash')
  if (trashed) return reviewResult(shop, id)
  const message = 'The object has already been trashed.'
  return { ok: false, error: { status: 410, code: 'woocommerce_rest_already_trashed', message } }
}

async function batch(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'url'> & WithCommentHooks & WithSettings<ReviewSettings>,
  fields: Fields,
): Promise<Response> {
  const itemsOf = (name: string): unknown[] => (Array.isArray(fields[name]) ? fields[name] : [])
  const [creates, updates, deletes] = [itemsOf('create'), itemsOf('update'), itemsOf('delete')]
  if (creates.length + updates.length + deletes.length > MAX_BATCH_SIZE) {
    const message = `Unable to accept more than ${MAX_BATCH_SIZE} items for this request.`
    return restError(context, shop, { status: 413, code: 'woocommerce_rest_request_entity_too_large', message })
  }
  const results: Record<string, object[]> = {}
  const resultJson = (result: ReviewResult, id = 0): object => {
    if (result.ok) return result.json
    const { code, message, status, data } = result.error
    return { id, error: { code, message, data: { status, ...data } } }
  }
  for (const one of creates) (results.create ??= []).push(resultJson(await create(shop, record(one))))
  for (const one of updates) {
    const item = record(one)
    ;(results.update ??= []).push(resultJson(await update(shop, parseId(item.id), item), parseId(item.id)))
  }
  for (const one of deletes)
    (results.delete ??= []).push(resultJson(await remove(shop, parseId(one), true), parseId(one)))
  return restJson(context, shop, results, { allow: ['POST', 'PUT', 'PATCH'] })
}

const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const parseId = (value: unknown): number => {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0
}
