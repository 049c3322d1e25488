import sanitize from 'sanitize-html'
import { z } from 'zod'
import {
  addError,
  dateTime,
  dateTimeGmt,
  ids,
  nullAsMissing,
  readOnly,
  search,
  text,
  toEmail,
} from '../../../platform/rest/fields.ts'
import {
  allFixed,
  defaultTo,
  emailText,
  embeddable,
  fixed,
  type Item,
  itemShape,
  time,
  uri,
} from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { MAX_ID, missingParams } from '../../../platform/rest/params.ts'
import { defineResource, deletedJson } from '../../../platform/rest/resource.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { timeFields } from '../../../platform/time/shop-time.ts'
import { decodeEntities } from '../../../platform/web/plain-text.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { commentsModerate } from '../../../site/comments/capabilities.ts'
import { MAX_LENGTH, plainLines, singleLine } from '../../../site/comments/comment-input.ts'
import { avatarUrls, commentHtml } from '../../../site/comments/comment-text.ts'
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

/** The statuses that a client may set; 'unspam' and 'untrash' restore a review. */
const reviewStatuses = ['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash'] as const

const picture = embeddable(uri)

/** A review as in `wc/v3/products/reviews`. A new one may set its date and `verified`. */
const reviewShape = itemShape('product_review', {
  ...allFixed({ id: z.int(), date_created: time, date_created_gmt: time }),
  product_id: z.int(),
  ...allFixed({ product_name: z.string(), product_permalink: uri }),
  status: defaultTo(z.enum(reviewStatuses), 'approved'),
  reviewer: z.string(),
  reviewer_email: emailText,
  review: z.string(),
  rating: z.int(),
  verified: fixed(z.boolean()),
  reviewer_avatar_urls: fixed(z.strictObject({ '24': picture, '48': picture, '96': picture })),
})

/** A review as `wc/v3/products/reviews` returns it; context `edit` has the raw text. */
function reviewJson(review: CommentWithEntry, shopUrl: string, context: 'view' | 'edit' = 'view') {
  return {
    id: review.id,
    ...timeFields('date_created', review.createdAt),
    product_id: review.entry.id,
    product_name: review.entry.title,
    product_permalink: shopUrl + hrefs.product(review.entry.slug),
    status: review.status === 'pending' ? ('hold' as const) : review.status,
    reviewer: review.authorName,
    reviewer_email: review.authorEmail,
    review: context === 'edit' ? review.content : commentHtml(review.content),
    rating: review.rating ?? 0,
    verified: review.isVerified,
    reviewer_avatar_urls: avatarUrls,
    _links: {
      ...itemLinks(shopUrl + paths.restReviews, review.id),
      up: [{ href: `${shopUrl}/wp-json/wc/v3/products/${review.entry.id}` }],
      reviewer: review.userId === null ? undefined : [{ href: shopUrl + hrefs.restCustomer(review.userId) }],
    },
  } satisfies Item<typeof reviewShape>
}

/** Clients send HTML; plain text is stored. */
const reviewText = (html: string): string => {
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

/** The stored status for each status of the API; a review restored from spam or trash becomes pending. */
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
  reviewer,
  reviewer_email: email,
  review: text.transform(reviewText),
  rating: nullAsMissing(z.int().min(1).max(5)).describe(
    'Rating, from 1 to 5 stars. Required if the shop requires ratings.',
  ),
  status: nullAsMissing(z.enum(reviewStatuses).transform((status) => statuses[status])),
  verified: nullAsMissing(z.boolean().catch(false)),
  date_created: nullAsMissing(dateTime),
  date_created_gmt: nullAsMissing(dateTimeGmt),
})
const { product_id, review, reviewer_email } = fields.shape
const changeFields = fields.extend({
  product_id: nullAsMissing(product_id),
  review: nullAsMissing(review),
  reviewer: nullAsMissing(reviewer),
  reviewer_email: nullAsMissing(reviewer_email),
  ...readOnly('date_created', 'date_created_gmt', 'verified'),
})

const refusal = (status: 400 | 404 | 409 | 410, code: string, message: string): RestError => ({
  status,
  code: `woocommerce_rest_${code}`,
  message,
})
const notFound = (kind: 'product' | 'review') => refusal(404, `${kind}_invalid_id`, `Invalid ${kind} ID.`)
const invalidContent = refusal(400, 'review_content_invalid', 'Invalid review content.')
const duplicate = refusal(
  409,
  'comment_duplicate',
  'Duplicate comment detected; it looks as though you&#8217;ve already said that!',
)
const alreadyTrashed = refusal(410, 'already_trashed', 'The object has already been trashed.')

const isContent = (content: string) => content !== '' && content.length <= MAX_LENGTH.text

async function findReview({ db }: Pick<CommentContext, 'db'>, id: number): Promise<CommentWithEntry | null> {
  const comment = await findComment(db, id)
  return comment && comment.entry.kind === 'product' && comment.parentId === null ? comment : null
}

/** `wc/v3/products/reviews`, as documented in WooCommerce's REST API. */
export const reviewCalls = defineResource({
  name: 'product review',
  path: paths.restReviews,
  capability: commentsModerate,
  notFound: notFound('review'),
  json: (item: CommentWithEntry, shop: CommentContext, context) => reviewJson(item, shop.url, context),
  response: reviewShape,
  writeContext: 'edit',
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
  async list(shop, { limit, offset, status, orderby, order, product, reviewer_email: email, ...query }) {
    const filter = {
      ...query,
      entryIds: product,
      userIds: query.reviewer,
      notUserIds: query.reviewer_exclude,
      email,
      isReview: true,
      statuses: status === 'all' ? (['approved', 'pending'] as const) : [statuses[status]],
    }
    const sort = { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order } as const
    return listComments(shop.db, filter, sort, { limit, offset })
  },
  get: findReview,
  fields: { create: fields, update: changeFields },
  async create(shop, body) {
    if (body.rating === undefined && shop.settings().reviews.ratingRequired === 'yes') return missingParams(['rating'])
    if (!isContent(body.review)) return invalidContent
    const created = await addReview(shop, {
      entryId: body.product_id,
      authorName: body.reviewer,
      authorEmail: body.reviewer_email,
      content: body.review,
      rating: body.rating,
      status: body.status ?? 'approved',
      isVerified: body.verified,
      createdAt: body.date_created ?? body.date_created_gmt ?? shop.now(),
    })
    if (created === 'duplicate') return duplicate
    return created ? ((await findReview(shop, created.id)) ?? notFound('review')) : notFound('product')
  },
  async update(shop, { id }, body) {
    if (body.review !== undefined && !isContent(body.review)) return invalidContent
    if (body.product_id !== undefined && !(await isProduct(shop.db, body.product_id))) return notFound('product')
    await editComment(shop, id, {
      entryId: body.product_id,
      authorName: body.reviewer,
      authorEmail: body.reviewer_email,
      text: body.review,
      rating: body.rating,
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
