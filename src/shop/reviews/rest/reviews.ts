import sanitize from 'sanitize-html'
import { z } from 'zod'
import {
  addError,
  dateTime,
  dateTimeGmt,
  ids,
  readOnly,
  search,
  text,
  toEmail,
  unlessNull,
} from '../../../platform/rest/fields.ts'
import { MAX_ID, missingParams } from '../../../platform/rest/params.ts'
import { defineResource, deletedJson } from '../../../platform/rest/resource.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { MAX_LENGTH, plainLines, singleLine } from '../../../site/comments/comment-input.ts'
import { decodeEntities } from '../../../site/comments/comment-text.ts'
import type { CommentStatus } from '../../../site/comments/comments.table.ts'
import { type CommentWithEntry, findComment, listComments } from '../../../site/comments/comments-query.store.ts'
import type { CommentContext } from '../../../site/comments/context.ts'
import {
  addReview,
  deleteComments,
  editComment,
  isProduct,
  setCommentStatus,
} from '../../../site/comments/moderate-comments.ts'
import { reviewJson } from './review-json.ts'
import { reviewShape, reviewStatuses } from './review-shape.ts'

/** Clients send HTML; plain text is stored. */
const plainText = (html: string): string => {
  const lines = html.replace(/<br\s*\/?>\n?/gi, '\n').replace(/<\/(p|div|li|blockquote|h[1-6])>\s*/gi, '\n\n')
  return plainLines(decodeEntities(sanitize(lines, { allowedTags: [], allowedAttributes: {} })))
}

const reviewer = text.transform((name, context) => {
  const line = singleLine(name)
  if (line === '' || line.length > MAX_LENGTH.name)
    addError(context, `{name} must have 1 to ${MAX_LENGTH.name} characters.`)
  return line
})

const email = text.transform(toEmail)

/** The stored status by that of the API; a review restored from spam or trash becomes pending. */
const statuses = {
  approved: 'approved',
  hold: 'pending',
  spam: 'spam',
  unspam: 'pending',
  trash: 'trash',
  untrash: 'pending',
} as const satisfies Record<(typeof reviewStatuses)[number], CommentStatus>

const fields = z.object({
  product_id: z.int().min(1).max(MAX_ID),
  review: text.transform(plainText),
  reviewer,
  reviewer_email: email,
  rating: unlessNull(z.int().min(1).max(5)).describe('Required if shoppers must give one.'),
  status: unlessNull(z.enum(reviewStatuses).transform((status) => statuses[status])),
  verified: unlessNull(z.boolean().catch(false)),
  date_created: unlessNull(dateTime),
  date_created_gmt: unlessNull(dateTimeGmt),
})
const { product_id, review, reviewer_email } = fields.shape
const changeFields = fields.extend({
  ...{ product_id: unlessNull(product_id), review: unlessNull(review) },
  ...{ reviewer: unlessNull(reviewer), reviewer_email: unlessNull(reviewer_email) },
  ...readOnly('date_created', 'date_created_gmt', 'verified'),
})

const notFound = (kind: 'product' | 'review'): RestError => ({
  status: 404,
  code: `woocommerce_rest_${kind}_invalid_id`,
  message: `Invalid ${kind} ID.`,
})
const invalidContent: RestError = {
  status: 400,
  code: 'woocommerce_rest_review_content_invalid',
  message: 'Invalid review content.',
}
const alreadyTrashed: RestError = {
  status: 410,
  code: 'woocommerce_rest_already_trashed',
  message: 'The object has already been trashed.',
}

const isContent = (content: string) => content !== '' && content.length <= MAX_LENGTH.text

async function findReview({ db }: Pick<CommentContext, 'db'>, id: number): Promise<CommentWithEntry | null> {
  const comment = await findComment(db, id)
  return comment && comment.entry.kind === 'product' && comment.parentId === null ? comment : null
}

/** `wc/v3/products/reviews`, as documented in WooCommerce's REST API. */
export const reviewCalls = defineResource({
  name: 'product review',
  path: paths.restReviews,
  capability: 'comments.moderate',
  notFound: notFound('review'),
  json: (item: CommentWithEntry, shop: CommentContext, context) => reviewJson(item, shop.url, context),
  response: reviewShape,
  query: {
    search,
    after: dateTime.optional(),
    before: dateTime.optional(),
    include: ids,
    exclude: ids,
    product: ids,
    reviewer: ids,
    reviewer_exclude: ids,
    reviewer_email: search,
    status: z.enum(['all', 'hold', 'approved', 'spam', 'trash']).default('approved'),
    order: z.enum(['asc', 'desc']).default('desc'),
    orderby: z.enum(['date', 'date_gmt', 'id', 'include', 'product']).default('date_gmt'),
  },
  async list(shop, { limit, offset, status, orderby, order, ...query }) {
    const filter = {
      ...{ search: query.search, after: query.after, before: query.before },
      ...{ include: query.include, exclude: query.exclude, entryIds: query.product },
      ...{ userIds: query.reviewer, notUserIds: query.reviewer_exclude, email: query.reviewer_email },
      isReview: true,
      statuses: status === 'all' ? (['approved', 'pending'] as const) : [statuses[status]],
    }
    const sort = { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order } as const
    const { comments, total } = await listComments(shop.db, filter, sort, { limit, offset })
    return { items: comments, total }
  },
  get: findReview,
  fields: { create: fields, update: changeFields },
  async create(shop, body) {
    if (body.rating === undefined && shop.settings().reviews.ratingRequired === 'yes') return missingParams(['rating'])
    if (!isContent(body.review)) return invalidContent
    const created = await addReview(shop, {
      ...{ entryId: body.product_id, authorName: body.reviewer, authorEmail: body.reviewer_email },
      ...{ content: body.review, rating: body.rating, status: body.status ?? 'approved', isVerified: body.verified },
      createdAt: body.date_created ?? body.date_created_gmt ?? shop.now(),
    })
    return created ? ((await findReview(shop, created.id)) ?? notFound('review')) : notFound('product')
  },
  async update(shop, { id }, body) {
    if (body.review !== undefined && !isContent(body.review)) return invalidContent
    if (body.product_id !== undefined && !(await isProduct(shop.db, body.product_id))) return notFound('product')
    await editComment(shop, id, {
      ...{ entryId: body.product_id, authorName: body.reviewer, authorEmail: body.reviewer_email },
      ...{ text: body.review, rating: body.rating },
    })
    if (body.status !== undefined) await setCommentStatus(shop, [id], body.status)
    return (await findReview(shop, id)) ?? notFound('review')
  },
  async trash(shop, { id }) {
    const [trashed] = await setCommentStatus(shop, [id], 'trash')
    return trashed ? ((await findReview(shop, id)) ?? notFound('review')) : alreadyTrashed
  },
  delete: async (shop, { id }) => (await deleteComments(shop, [id])).length > 0,
  deletedJson,
})
