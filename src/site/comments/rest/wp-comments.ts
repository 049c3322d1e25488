import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { accountAccess } from '../../../people/identity/capabilities.ts'
import { can, type Role } from '../../../platform/access/permissions.ts'
import { defineCall, type Principal, type RestResult } from '../../../platform/rest/call.ts'
import {
  dateTime,
  ids,
  rawText,
  search,
  viewEmbedOrEdit,
  windowFields,
  windowOf,
} from '../../../platform/rest/fields.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { deletion } from '../../../platform/rest/resource.ts'
import { errorOf, forbiddenTo, type RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { entries } from '../../../things/entries/entries.table.ts'

import { commentsModerate, commentsRead } from '../capabilities.ts'
import { MAX_LENGTH, plainLines } from '../comment-input.ts'
import type { CommentStatus } from '../comments.table.ts'
import { type CommentWithEntry, findComment, listComments } from '../comments-query.store.ts'
import type { CommentContext } from '../context.ts'
import { deleteComments, editComment, setCommentStatus } from '../moderate-comments.ts'
import { postComment } from '../post-comment.ts'
import { commentJson, commentShape } from './wp-comment-json.ts'

const itemPath = `${paths.restWpComments}/:id{[0-9]+}`
const { context } = viewEmbedOrEdit

/** WordPress's status names in requests. What was spam or trash waits for approval again. */
const sentStatuses: ReadonlyMap<string, CommentStatus> = new Map([
  ['approved', 'approved'],
  ['approve', 'approved'],
  ['hold', 'pending'],
  ['spam', 'spam'],
  ['unspam', 'pending'],
  ['trash', 'trash'],
  ['untrash', 'pending'],
])
const listedStatuses: ReadonlyMap<string, readonly CommentStatus[]> = new Map([
  ['all', ['approved', 'pending']],
  ['approve', ['approved']],
  ['approved', ['approved']],
  ['hold', ['pending']],
  ['spam', ['spam']],
  ['trash', ['trash']],
])

const listQuery = z.object({
  ...windowFields,
  context,
  search,
  after: dateTime.optional(),
  before: dateTime.optional(),
  author: ids,
  author_exclude: ids,
  author_email: z.string().max(254).optional(),
  include: ids,
  exclude: ids,
  parent: ids,
  post: ids,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type']).default('date_gmt'),
  status: z.string().max(20).default('approve'),
  type: z.string().max(20).default('comment'),
})

const writerFields = ['author_name', 'author_email', 'author_url', 'author_ip', 'author_user_agent', 'meta'] as const

const bodyFields = z.object({
  id: z.unknown().optional(),
  post: z.int().min(0).max(MAX_ID).optional(),
  parent: z.int().min(0).max(MAX_ID).default(0),
  author: z.int().min(0).max(MAX_ID).optional(),
  content: rawText(65_600),
  status: z.string().max(20).optional(),
  type: z.string().max(20).default('comment'),
  date: z.unknown().optional(),
  date_gmt: z.unknown().optional(),
  ...Object.fromEntries(writerFields.map((name) => [name, z.unknown().optional()])),
})
const updateFields = bodyFields.extend({ parent: z.int().optional(), type: z.unknown().optional() })

/** To ignore a change of a fixed field would suggest that it was saved. An empty list is PHP's empty object. */
function fixedError(body: Readonly<Record<string, unknown>>, fixed: Readonly<Record<string, unknown>>) {
  const changed = Object.entries(fixed).filter(
    ([name, value]) =>
      body[name] !== undefined &&
      !isDeepStrictEqual(body[name], value) &&
      !(name === 'meta' && isDeepStrictEqual(body[name], [])),
  )
  const messages = changed.map(([name]) => [name, `${name} of a comment cannot be chosen or changed.`] as const)
  return changed.length === 0 ? null : invalidFields(Object.fromEntries(messages))
}

const invalidId = errorOf(404, 'rest_comment_invalid_id', 'Invalid comment ID.')
const tooLong = errorOf(400, 'comment_content_column_length', 'Comment field exceeds maximum length allowed.')
const noContent = errorOf(400, 'rest_comment_content_invalid', 'Invalid comment content.')
const closed = errorOf(403, 'rest_comment_draft_post', 'Sorry, you are not allowed to create a comment on this post.')
const trashed = errorOf(410, 'rest_already_trashed', 'The comment has already been trashed.')
const denied = (code: string, message: string) => ({ denied: { code, message } })

const isModerator = (user: Principal['user']): boolean => can(user, commentsModerate)

/** The text to store, or an error. */
function contentOf(sent: string): string | RestError {
  const text = plainLines(sent)
  if (text === '') return noContent
  return text.length > MAX_LENGTH.text ? tooLong : text
}

async function answer(shop: CommentContext, id: number, how: z.output<typeof context>): Promise<RestResult> {
  const comment = await findComment(shop.db, id)
  return comment ? { json: commentJson(comment, shop.url, how) } : invalidId
}

async function create(
  shop: CommentContext,
  body: z.output<typeof bodyFields>,
  user: Principal['user'],
): Promise<RestResult> {
  if (body.id !== undefined) return errorOf(400, 'rest_comment_exists', 'Cannot create existing comment.')
  if (body.type !== 'comment')
    return errorOf(400, 'rest_invalid_comment_type', 'Cannot create a comment with that type.')
  if (body.date !== undefined || body.date_gmt !== undefined)
    return invalidFields({ date: 'A comment is dated when it is written.' })
  if (body.author !== undefined && body.author !== user.id)
    return errorOf(403, 'rest_comment_invalid_author', "Sorry, you are not allowed to edit 'author' for comments.")
  if (body.status !== undefined && !isModerator(user))
    return errorOf(403, 'rest_comment_invalid_status', "Sorry, you are not allowed to edit 'status' for comments.")
  const writer = { author_name: user.name, author_email: user.email, author_url: '', author_ip: '' }
  const refused = fixedError(body, { ...writer, author_user_agent: '', meta: {} })
  if (refused) return refused
  if (!body.post || (await shop.db.$count(entries, eq(entries.id, body.post))) === 0)
    return errorOf(
      403,
      'rest_comment_invalid_post_id',
      'Sorry, you are not allowed to create this comment without a post.',
    )
  const text = contentOf(body.content ?? '')
  if (typeof text !== 'string') return text
  const fields = { comment_post_ID: String(body.post), comment_parent: String(body.parent), comment: text }
  // The role is valid, because only users with an account pass the capability check.
  const posted = await postComment(shop, fields, { ...user, role: user.role as Role }, `user:${user.id}`)
  if (!posted.ok) return problemError(posted.problem.kind)
  const status = sentStatuses.get(body.status ?? '')
  if (status && status !== posted.comment.status) await setCommentStatus(shop, [posted.comment.id], status)
  const comment = await findComment(shop.db, posted.comment.id)
  if (!comment) return invalidId
  const json = commentJson(comment, shop.url, isModerator(user) ? 'edit' : 'view')
  return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
}

function problemError(kind: string): RestError {
  if (kind === 'rate-limited') return errorOf(429, 'comment_flood', 'You are posting comments too quickly. Slow down.')
  if (kind === 'no-such-parent') return invalidFields({ parent: 'There is no such comment on this post.' })
  if (kind === 'invalid') return invalidFields({ post: 'Reviews are written through wc/v3/products/reviews.' })
  return closed
}

async function update(
  shop: CommentContext,
  before: CommentWithEntry,
  body: z.output<typeof updateFields>,
): Promise<RestError | null> {
  const { post, parent, author, date, date_gmt, ...current } = commentJson(before, shop.url, 'edit')
  const writer = Object.fromEntries(writerFields.map((name) => [name, current[name]]))
  const refused = fixedError(body, { post, parent, author, date, date_gmt, ...writer })
  if (refused) return refused
  const { content, status } = body
  const to = sentStatuses.get(status ?? '')
  if (status !== undefined && !to)
    return invalidFields({ status: `status is not one of ${[...sentStatuses.keys()].join(', ')}.` })
  if (content !== undefined) {
    const text = contentOf(content)
    if (typeof text !== 'string') return text
    await editComment(shop, before.id, { text })
  }
  if (to) await setCommentStatus(shop, [before.id], to)
  return null
}

/** `wp/v2/comments`: everyone reads approved comments, customers write, editors moderate. */
export const wpCommentCalls = [
  defineCall({
    summary: 'Lists comments',
    method: 'GET',
    path: paths.restWpComments,
    capability: commentsRead,
    query: listQuery,
    refuses: ['parent_exclude', 'password'],
    response: commentShape,
    async handler(shop: CommentContext, { query, user }) {
      const { page, per_page, type, author_email: email } = query
      const mayModerate = isModerator(user)
      if (!mayModerate) {
        if (query.context === 'edit')
          return forbiddenTo(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.')
        const private_ = [
          ...(email === undefined ? [] : ['author_email']),
          ...(query.status === 'approve' ? [] : ['status']),
          ...(type === 'comment' || type === 'review' ? [] : ['type']),
        ]
        if (private_.length > 0)
          return forbiddenTo(user, 'rest_forbidden_param', `Query parameter not permitted: ${private_.join(', ')}`)
      }
      const by = ({ id: 'id', include: 'include', post: 'product' } as const)[query.orderby as 'id'] ?? 'date'
      const statuses = listedStatuses.get(query.status) ?? []
      const isKnownType = type === 'all' || type === 'comment' || type === 'review'
      if (statuses.length === 0 || !isKnownType) return { items: [], page, per_page, total: 0 }
      const { items, ...counted } = await listComments(
        shop.db,
        {
          statuses,
          isPublic: !mayModerate,
          isReview: type === 'all' ? undefined : type === 'review',
          search: query.search,
          entryIds: query.post,
          parentIds: query.parent,
          userIds: query.author,
          notUserIds: query.author_exclude,
          include: query.include,
          exclude: query.exclude,
          ...(email === undefined ? {} : { email }),
          ...(query.after ? { after: query.after } : {}),
          ...(query.before ? { before: query.before } : {}),
        },
        { by, direction: query.order },
        windowOf(query),
      )
      return { items: items.map((one) => commentJson(one, shop.url, query.context)), page, per_page, ...counted }
    },
  }),
  defineCall({
    summary: 'Creates a comment on a post',
    method: 'POST',
    path: paths.restWpComments,
    capability: accountAccess,
    ...denied('rest_comment_login_required', 'Sorry, you must be logged in to comment.'),
    body: bodyFields,
    response: commentShape,
    handler: (shop: CommentContext, { body, user }) => create(shop, body, user),
  }),
  defineCall({
    summary: 'Retrieves a comment',
    method: 'GET',
    path: itemPath,
    capability: commentsRead,
    query: z.object({ context, password: z.string().max(200).optional() }),
    response: commentShape,
    async handler(shop: CommentContext, { id, query, user }) {
      const comment = await findComment(shop.db, id)
      if (!comment) return invalidId
      if (isModerator(user)) return { json: commentJson(comment, shop.url, query.context) }
      if (query.context === 'edit')
        return forbiddenTo(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.')
      const isShown = comment.status === 'approved' && comment.entry.isPublic
      if (isShown) return { json: commentJson(comment, shop.url, query.context) }
      return forbiddenTo(user, 'rest_cannot_read', 'Sorry, you are not allowed to read this comment.')
    },
  }),
  defineCall({
    summary: 'Updates the text or status of a comment',
    method: ['POST', 'PUT', 'PATCH'],
    path: itemPath,
    action: 'edit',
    capability: commentsModerate,
    ...denied('rest_cannot_edit', 'Sorry, you are not allowed to edit this comment.'),
    body: updateFields,
    response: commentShape,
    async handler(shop: CommentContext, { id, body }) {
      const before = await findComment(shop.db, id)
      if (!before) return invalidId
      const problem = await update(shop, before, body)
      return problem ?? answer(shop, id, 'edit')
    },
  }),
  defineCall({
    summary: 'Moves a comment to the trash, or deletes it permanently',
    ...deletion,
    path: itemPath,
    capability: commentsModerate,
    ...denied('rest_cannot_delete', 'Sorry, you are not allowed to delete this comment.'),
    async handler(shop: CommentContext, { id, query, body }): Promise<RestResult> {
      const before = await findComment(shop.db, id)
      if (!before) return invalidId
      if (query.force || body.force) {
        await deleteComments(shop, [id])
        return { json: { deleted: true, previous: commentJson(before, shop.url, 'edit') } }
      }
      if (before.status === 'trash') return trashed
      await setCommentStatus(shop, [id], 'trash')
      return answer(shop, id, 'edit')
    },
  }),
]
