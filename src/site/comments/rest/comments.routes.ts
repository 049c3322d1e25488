import type { Hono } from 'hono'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import {
  failure,
  integerParam,
  invalidFields,
  invalidParams,
  MAX_ID,
  ok,
  oneOf,
  type Parsed,
  pageParams,
  parseOption,
  searchText,
  someOf,
} from '../../../platform/rest/params.ts'
import { type Fields, idParam } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { MAX_LENGTH, plainLines } from '../comment-input.ts'
import type { CommentStatus } from '../comments.table.ts'
import { type CommentWithEntry, countComments, findComment, listComments } from '../comments-query.store.ts'
import type { CommentContext } from '../context.ts'
import { type CommentEdit, deleteComments, editComment, replyAsShop, setCommentStatus } from '../moderate-comments.ts'

const statuses = ['approved', 'pending', 'spam', 'trash'] as const satisfies readonly CommentStatus[]
const MAX_BATCH_SIZE = 200
const capability = 'comments.moderate'

const listParams = {
  ...pageParams,
  per_page: integerParam({ fallback: 20, min: 1, max: 100 }),
  search: searchText,
  status: oneOf(['any', ...statuses], 'any'),
  stars: someOf(['1', '2', '3', '4', '5']),
}

const commentNotFound: RestError = {
  status: 404,
  code: 'samovar_comment_invalid_id',
  message: 'This is not there any more.',
}

/** A review or comment for the back office, in the namespace `samovar/v1`. */
export const commentJson = (comment: CommentWithEntry) => ({
  id: comment.id,
  status: comment.status,
  author: comment.authorName,
  author_email: comment.authorEmail,
  /** Raw text, without HTML. */
  text: comment.content,
  rating: comment.rating,
  verified: comment.isVerified,
  held_because: comment.moderationReason,
  date_created_gmt: toGmtIso(comment.createdAt),
  /** Name of the parent comment's author. */
  answers: comment.parentAuthor,
  entry: {
    id: comment.entry.id,
    kind: comment.entry.kind,
    title: comment.entry.title,
    href: comment.entry.kind === 'product' ? hrefs.product(comment.entry.slug) : hrefs.post(comment.entry.slug),
  },
})

export type CommentJson = ReturnType<typeof commentJson>

/** Moderation API for reviews and comments. */
export function commentRoutes(shop: CommentContext): Hono {
  const { app, on } = restEndpoints(shop)

  on(['GET'], paths.restComments, { capability, action: 'list', params: listParams }, async ({ params }) => {
    const { page, per_page, search, status, stars } = params
    const { comments, total } = await listComments(
      shop.db,
      { search, ratings: stars.map(Number), statuses: status === 'any' ? ['approved', 'pending'] : [status] },
      { by: 'date', direction: 'desc' },
      { limit: per_page, offset: (page - 1) * per_page },
    )
    return { items: comments.map(commentJson), page, per_page, total }
  })

  on(['GET'], paths.restCommentCounts, { capability, action: 'list' }, async () => ({
    json: await countComments(shop.db),
  }))

  on(['POST'], paths.restCommentMoves, { capability, action: 'edit' }, async ({ fields }) => {
    const ids = parseIds(fields.ids)
    if (!ids) return invalidIds
    const to = parseOption(statuses, fields.to, 'to')
    if (!to.ok) return invalidParams({ to: to.error })
    return { json: { moved: await setCommentStatus(shop, ids, to.value) } }
  })

  on(['POST'], paths.restCommentDeletions, { capability, action: 'delete' }, async ({ fields }) => {
    const ids = parseIds(fields.ids)
    if (!ids) return invalidIds
    const deleted = await deleteComments(shop, ids)
    return { json: { deleted: deleted.map((comment) => comment.id) } }
  })

  on(['PUT'], paths.restComment, { capability, action: 'edit' }, async ({ context, fields }) => {
    const before = await findComment(shop.db, idParam(context, 'comment'))
    if (!before) return commentNotFound
    const isReview = before.entry.kind === 'product' && before.parentId === null
    const ratingOptional = before.rating === null || shop.settings().reviews.ratingRequired === 'no'
    const parsed = parseCommentChanges(fields, isReview, ratingOptional)
    if (!parsed.ok) return parsed.error
    await editComment(shop, before.id, parsed.value)
    const after = await findComment(shop.db, before.id)
    return after ? { json: commentJson(after) } : commentNotFound
  })

  on(['POST'], paths.restCommentReplies, { capability, action: 'create' }, async ({ context, fields, user }) => {
    const text = parseText(fields.text)
    if (!text.ok) return text.error
    const replied = await replyAsShop(shop, idParam(context, 'comment'), user, text.value)
    const reply = replied.ok ? await findComment(shop.db, replied.reply.id) : null
    if (!replied.ok || !reply) return commentNotFound
    return { json: { ...commentJson(reply), approved: replied.approved }, status: 201 }
  })

  return app
}

function parseIds(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BATCH_SIZE) return null
  const isId = (one: unknown): one is number => Number.isInteger(one) && Number(one) > 0 && Number(one) <= MAX_ID
  return value.every(isId) ? [...new Set(value)] : null
}

const invalidIds = invalidFields({ ids: `ids is a list of 1 to ${MAX_BATCH_SIZE} numbers.` })

function parseText(value: unknown): Parsed<string, RestError> {
  const text = typeof value === 'string' ? plainLines(value) : ''
  return text !== '' && text.length <= MAX_LENGTH.text
    ? ok(text)
    : failure(invalidFields({ text: `text has 1 to ${MAX_LENGTH.text} characters.` }))
}

/** Text and, for a review, the rating. A reply has none. */
function parseCommentChanges(
  { text, rating }: Fields,
  isReview: boolean,
  ratingOptional: boolean,
): Parsed<CommentEdit, RestError> {
  const parsedText = text === undefined ? ok(text) : parseText(text)
  if (!parsedText.ok) return parsedText
  const isRating =
    (rating === null && ratingOptional) || (Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5)
  if (rating !== undefined && !(isReview && isRating)) {
    const message = isReview
      ? `rating is 1 to 5${ratingOptional ? ', or null for none' : ''}.`
      : 'Only reviews have a rating.'
    return failure(invalidFields({ rating: message }))
  }
  return ok({ text: parsedText.value, rating: rating as number | null | undefined })
}
