import { Hono } from 'hono'
import { authorize } from '../../../people/accounts/authorize.ts'
import {
  integerParam,
  invalidParams,
  notInEnum,
  oneOf,
  parseParams,
  searchText,
  someOf,
} from '../../../platform/rest/params.ts'
import { idParam, parseBody, publicUrl, queryParam } from '../../../platform/rest/request.ts'
import { type RestError, restError, restJson, restList } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { MAX_LENGTH, plainLines } from '../comment-input.ts'
import type { CommentStatus } from '../comments.table.ts'
import { countComments, findComment, listComments } from '../comments-query.store.ts'
import type { WithCommentHooks } from '../context.ts'
import { type CommentEdit, deleteComments, editComment, replyAsShop, setCommentStatus } from '../moderate-comments.ts'
import type { ReviewSettings } from '../settings.ts'
import { commentJson } from './comment-json.ts'

const statuses = ['approved', 'pending', 'spam', 'trash'] as const satisfies readonly CommentStatus[]
const MAX_BATCH_SIZE = 200

const listParams = {
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
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

/** Moderation API for reviews and comments. */
export function commentRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithCommentHooks & WithSettings<ReviewSettings>,
): Hono {
  const app = new Hono()

  app.get(paths.restComments, async (context) => {
    const authorization = await authorize(context, shop, 'comments.moderate', 'list')
    if (!authorization.ok) return authorization.response
    const params = parseParams(listParams, (name) => queryParam(context, name))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, status, stars } = params.values
    const result = await listComments(
      shop.db,
      { search, ratings: stars.map(Number), statuses: status === 'any' ? ['approved', 'pending'] : [status] },
      { by: 'date', direction: 'desc' },
      { limit: size, offset: (page - 1) * size },
    )
    return restList(
      context,
      result.comments.map(commentJson),
      { number: page, size, total: result.total, url: publicUrl(shop, context) },
      ['GET'],
    )
  })

  app.get(paths.restCommentCounts, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'list')
    if (!admission.ok) return admission.response
    return restJson(context, shop, await countComments(shop.db), { allow: ['GET'] })
  })

  app.post(paths.restCommentMoves, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const ids = parseIds(body.fields.ids)
    if (!ids) return restError(context, shop, invalidIds)
    const newStatus = statuses.find((status) => status === body.fields.to)
    if (!newStatus) return restError(context, shop, invalidParams({ to: notInEnum('to', statuses) }))
    return restJson(context, shop, { moved: await setCommentStatus(shop, ids, newStatus) }, { allow: ['POST'] })
  })

  app.post(paths.restCommentDeletions, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'delete')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const ids = parseIds(body.fields.ids)
    if (!ids) return restError(context, shop, invalidIds)
    const deleted = await deleteComments(shop, ids)
    return restJson(context, shop, { deleted: deleted.map((comment) => comment.id) }, { allow: ['POST'] })
  })

  app.put(paths.restComment, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const before = await findComment(shop.db, idParam(context, 'comment'))
    if (!before) return restError(context, shop, commentNotFound)
    const isReview = before.entry.kind === 'product' && before.parentId === null
    const ratingOptional = before.rating === null || shop.settings().reviews.ratingRequired === 'no'
    const parsed = parseCommentChanges(body.fields, isReview, ratingOptional)
    if (!parsed.ok) return restError(context, shop, parsed.error)
    await editComment(shop, before.id, parsed.changes)
    const after = await findComment(shop.db, before.id)
    return after
      ? restJson(context, shop, commentJson(after), { allow: ['PUT'] })
      : restError(context, shop, commentNotFound)
  })

  app.post(paths.restCommentReplies, async (context) => {
    const admission = await authorize(context, shop, 'comments.moderate', 'create')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const read = parseText(body.fields.text)
    if (!read.ok) return restError(context, shop, read.error)
    const replied = await replyAsShop(shop, idParam(context, 'comment'), admission.signedIn.user, read.text)
    const reply = replied.ok ? await findComment(shop.db, replied.reply.id) : null
    if (!replied.ok || !reply) return restError(context, shop, commentNotFound)
    return restJson(
      context,
      shop,
      { ...commentJson(reply), approved: replied.approved },
      { status: 201, allow: ['POST'] },
    )
  })

  return app
}

function parseIds(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BATCH_SIZE) return null
  const isId = (one: unknown): one is number => Number.isInteger(one) && Number(one) > 0 && Number(one) <= 2_147_483_647
  return value.every(isId) ? [...new Set(value)] : null
}

const invalidIds: RestError = invalidParams({
  ids: { code: 'rest_invalid_param', message: `ids is a list of 1 to ${MAX_BATCH_SIZE} numbers.` },
})

type ParsedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: RestError }

function parseText(value: unknown): ParsedText {
  const text = typeof value === 'string' ? plainLines(value) : ''
  if (text !== '' && text.length <= MAX_LENGTH.text) return { ok: true, text }
  const message = `text has 1 to ${MAX_LENGTH.text} characters.`
  return { ok: false, error: invalidParams({ text: { code: 'rest_invalid_param', message } }) }
}

/** Text and, for a review, the rating. A reply has none. */
function parseCommentChanges(
  fields: Readonly<Record<string, unknown>>,
  isReview: boolean,
  ratingOptional: boolean,
): { readonly ok: true; readonly changes: CommentEdit } | { readonly ok: false; readonly error: RestError } {
  const text = fields.text === undefined ? null : parseText(fields.text)
  if (text && !text.ok) return text
  const { rating } = fields
  const isRating =
    (rating === null && ratingOptional) || (Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5)
  if (rating !== undefined && !(isReview && isRating)) {
    const message = isReview
      ? `rating is 1 to 5${ratingOptional ? ', or null for none' : ''}.`
      : 'Only reviews have a rating.'
    return { ok: false, error: invalidParams({ rating: { code: 'rest_invalid_param', message } }) }
  }
  return {
    ok: true,
    changes: {
      ...(text ? { text: text.text } : {}),
      ...(rating === undefined ? {} : { rating: rating as number | null }),
    },
  }
}
