import type { Hono } from 'hono'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import type { RestResult } from '../../../platform/rest/call.ts'
import { type Fields, idParam } from '../../../platform/rest/request.ts'
import { batchFields, restBatch } from '../../../platform/rest/resource.ts'
import type { Method, RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type CommentWithEntry, findComment, listComments } from '../../../site/comments/comments-query.store.ts'
import type { CommentContext } from '../../../site/comments/context.ts'
import {
  addReview,
  deleteComments,
  editComment,
  isProduct,
  setCommentStatus,
} from '../../../site/comments/moderate-comments.ts'
import { reviewJson, statusFromWire } from './review-json.ts'
import { parseReviewFields, reviewListParams } from './review-params.ts'

const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const allow: readonly Method[] = ['GET', 'POST']
const capability = 'comments.moderate'

const notFound = (kind: 'product' | 'review'): RestError => ({
  status: 404,
  code: `woocommerce_rest_${kind}_invalid_id`,
  message: `Invalid ${kind} ID.`,
})

/** `wc/v3/products/reviews`: list, get, create, update, delete, batch. */
export function reviewRoutes(shop: CommentContext): Hono {
  const { app, on } = restEndpoints(shop)

  const list = { capability, action: 'list', params: reviewListParams, allow } as const
  on(['GET'], paths.restReviews, list, async ({ params }) => {
    const { page, per_page, offset, status, orderby, order, context, ...filter } = params
    const { comments, total } = await listComments(
      shop.db,
      {
        ...filter,
        isReview: true,
        statuses: status === 'all' ? ['approved', 'pending'] : [statusFromWire[status] ?? 'approved'],
        entryIds: filter.product,
        userIds: filter.reviewer,
        notUserIds: filter.reviewer_exclude,
        email: filter.reviewer_email,
      },
      { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order },
      { limit: per_page, offset: offset >= 0 ? offset : (page - 1) * per_page },
    )
    return { items: comments.map((review) => reviewJson(review, shop.url, context)), page, per_page, total }
  })

  on(['POST'], paths.restReviews, { capability, action: 'create', allow }, async ({ fields }) => {
    const created = await create(shop, fields)
    return 'json' in created ? { ...created, status: 201 } : created
  })

  on(['GET'], paths.restReview, { capability, action: 'view', allow: allMethods }, async ({ context }) => {
    const review = await findReview(shop, idParam(context, 'review'))
    if (!review) return notFound('review')
    return { json: reviewJson(review, shop.url, context.req.query('context') === 'edit' ? 'edit' : 'view') }
  })

  const edit = { capability, action: 'edit', allow: allMethods } as const
  on(['PUT', 'POST', 'PATCH'], paths.restReview, edit, async ({ context, fields }) =>
    update(shop, idParam(context, 'review'), fields),
  )

  on(['DELETE'], paths.restReview, { capability, action: 'delete', allow: allMethods }, async ({ context }) =>
    remove(shop, idParam(context, 'review'), /^(true|1)$/i.test(context.req.query('force') ?? '')),
  )

  on(['POST', 'PUT', 'PATCH'], paths.restReviewBatch, { capability, action: 'edit' }, async ({ fields }) =>
    restBatch(batchFields.parse(fields), {
      create: (one) => create(shop, one),
      update: (id, one) => update(shop, id, one),
      delete: (id) => remove(shop, id, true),
    }),
  )

  return app
}

async function findReview(shop: CommentContext, id: number): Promise<CommentWithEntry | null> {
  const comment = await findComment(shop.db, id)
  return comment && comment.entry.kind === 'product' && comment.parentId === null ? comment : null
}

async function create(shop: CommentContext, fields: Fields): Promise<RestResult> {
  const isRatingRequired = shop.settings().reviews.ratingRequired === 'yes'
  const required = ['product_id', 'review', 'reviewer', 'reviewer_email']
  const parsed = parseReviewFields(fields, isRatingRequired ? [...required, 'rating'] : required)
  if (!parsed.ok) return parsed.error
  const { entryId = 0, authorName = '', authorEmail = '', content = '', status = 'approved' } = parsed.value
  const { rating, isVerified, createdAt = shop.now() } = parsed.value
  const columns = { entryId, authorName, authorEmail, content, rating, status, isVerified, createdAt }
  const review = await addReview(shop, columns)
  return review ? reviewResult(shop, review.id) : notFound('product')
}

async function update(shop: CommentContext, id: number, fields: Fields): Promise<RestResult> {
  if (!(await findReview(shop, id))) return notFound('review')
  const parsed = parseReviewFields(fields)
  if (!parsed.ok) return parsed.error
  const { entryId, authorName, authorEmail, content: text, rating, status } = parsed.value
  if (entryId !== undefined && !(await isProduct(shop.db, entryId))) return notFound('product')
  await editComment(shop, id, { entryId, authorName, authorEmail, text, rating })
  if (status !== undefined) await setCommentStatus(shop, [id], status)
  return reviewResult(shop, id)
}

async function reviewResult(shop: CommentContext, id: number): Promise<RestResult> {
  const review = await findReview(shop, id)
  return review ? { json: reviewJson(review, shop.url) } : notFound('review')
}

async function remove(shop: CommentContext, id: number, isPermanent: boolean): Promise<RestResult> {
  const review = await findReview(shop, id)
  if (!review) return notFound('review')
  if (isPermanent) {
    await deleteComments(shop, [id])
    return { json: { deleted: true, previous: reviewJson(review, shop.url) } }
  }
  const [trashed] = await setCommentStatus(shop, [id], 'trash')
  if (trashed) return reviewResult(shop, id)
  return { status: 410, code: 'woocommerce_rest_already_trashed', message: 'The object has already been trashed.' }
}
