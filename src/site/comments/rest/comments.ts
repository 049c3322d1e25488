import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { addError, batchIds, pageFields, search } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { commentsModerate as capability } from '../capabilities.ts'
import { MAX_LENGTH, plainLines } from '../comment-input.ts'
import type { CommentStatus } from '../comments.table.ts'
import { type CommentWithEntry, countComments, findComment, listComments } from '../comments-query.store.ts'
import type { CommentContext } from '../context.ts'
import { deleteComments, editComment, replyAsShop, setCommentStatus } from '../moderate-comments.ts'

const statuses = ['approved', 'pending', 'spam', 'trash'] as const satisfies readonly CommentStatus[]

const listFields = z.object({
  ...pageFields,
  per_page: z.int().min(1).max(100).default(20),
  search,
  status: z.enum(['any', ...statuses]).default('any'),
  stars: z.array(z.enum(['1', '2', '3', '4', '5'])).default([]),
})

const text = z.string().transform((value, context) => {
  const lines = plainLines(value)
  if (lines === '' || lines.length > MAX_LENGTH.text)
    addError(context, `{name} has 1 to ${MAX_LENGTH.text} characters.`)
  return lines
})

const commentNotFound = errorOf(404, 'samovar_comment_invalid_id', 'This is not there any more.')

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
  /** Author of the parent comment. */
  answers: comment.parentAuthor,
  entry: {
    id: comment.entry.id,
    kind: comment.entry.kind,
    title: comment.entry.title,
    href: comment.entry.kind === 'product' ? hrefs.product(comment.entry.slug) : hrefs.post(comment.entry.slug),
  },
})

export type CommentJson = ReturnType<typeof commentJson>

/** Refuses a rating on replies, and removing a rating where it is required. */
function ratingError(shop: CommentContext, before: CommentWithEntry, rating: number | null): RestError | null {
  if (before.entry.kind !== 'product' || before.parentId !== null)
    return invalidFields({ rating: 'Only reviews have a rating.' })
  const isOptional = before.rating === null || shop.settings().reviews.ratingRequired === 'no'
  return rating === null && !isOptional ? invalidFields({ rating: 'rating is 1 to 5.' }) : null
}

export const commentCalls = [
  defineCall({
    summary: 'Lists reviews and comments, newest first',
    method: 'GET',
    path: paths.restComments,
    capability,
    query: listFields,
    async handler(shop: CommentContext, { query: { page, per_page, search: words, status, stars } }) {
      const { items, ...counted } = await listComments(
        shop.db,
        { search: words, ratings: stars.map(Number), statuses: status === 'any' ? ['approved', 'pending'] : [status] },
        { by: 'date', direction: 'desc' },
        { limit: per_page, offset: (page - 1) * per_page },
      )
      return { items: items.map(commentJson), page, per_page, ...counted }
    },
  }),
  defineCall({
    summary: 'Retrieves the number of reviews and comments per status',
    method: 'GET',
    path: paths.restCommentCounts,
    capability,
    action: 'list',
    response: z.strictObject({ approved: z.int(), pending: z.int(), spam: z.int(), trash: z.int() }),
    handler: async (shop: CommentContext) => ({ json: await countComments(shop.db) }),
  }),
  defineCall({
    summary: 'Approves, holds, marks as spam or trashes reviews and comments, and returns the changed ones',
    method: 'POST',
    path: paths.restCommentMoves,
    capability,
    action: 'edit',
    body: z.object({ ids: batchIds, to: z.enum(statuses) }),
    handler: async (shop: CommentContext, { body: { ids, to } }) => ({
      json: { moved: await setCommentStatus(shop, ids, to) },
    }),
  }),
  defineCall({
    summary: 'Deletes reviews and comments permanently',
    method: 'POST',
    path: paths.restCommentDeletions,
    capability,
    action: 'delete',
    body: z.object({ ids: batchIds }),
    async handler(shop: CommentContext, { body: { ids } }) {
      const deleted = await deleteComments(shop, ids)
      return { json: { deleted: deleted.map((comment) => comment.id) } }
    },
  }),
  defineCall({
    summary: 'Updates the text of a comment or the rating of a review',
    method: 'PUT',
    path: '/wp-json/samovar/v1/comments/:comment{[0-9]+}',
    capability,
    body: z.object({ text: text.optional(), rating: z.int().min(1).max(5).nullable().optional() }),
    async handler(shop: CommentContext, { id, body }) {
      const before = await findComment(shop.db, id)
      if (!before) return commentNotFound
      const error = body.rating === undefined ? null : ratingError(shop, before, body.rating)
      if (error) return error
      await editComment(shop, id, body)
      const after = await findComment(shop.db, id)
      return after ? { json: commentJson(after) } : commentNotFound
    },
  }),
  defineCall({
    summary: 'Replies to a comment as the shop and approves it',
    method: 'POST',
    path: '/wp-json/samovar/v1/comments/:comment{[0-9]+}/replies',
    capability,
    body: z.object({ text }),
    async handler(shop: CommentContext, { id, body, user }) {
      const replied = await replyAsShop(shop, id, user, body.text)
      const reply = replied.ok ? await findComment(shop.db, replied.reply.id) : null
      if (!replied.ok || !reply) return commentNotFound
      return { json: { ...commentJson(reply), approved: replied.approved }, status: 201 }
    },
  }),
]
