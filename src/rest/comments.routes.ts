import { Hono } from 'hono'
import type { CommentStatus } from '../content/comments.table.ts'
import { LONGEST, plainLines } from '../content/comments.ts'
import { countComments, readComment, readComments } from '../content/comments-read.store.ts'
import {
  type CommentChanges,
  deleteComments,
  editComment,
  moveComments,
  replyAsShop,
} from '../content/moderate-comments.ts'
import { paths } from '../routes.ts'
import { type RestError, restError, restJson, restList } from './answer.ts'
import { commentJson } from './comment-json.ts'
import { admit } from './guard.ts'
import { invalidParams, notInList, oneOf, readParams, someOf, wholeNumber, words } from './params.ts'
import { idParam, publicUrl, queryParam, readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const statuses = ['approved', 'pending', 'spam', 'trash'] as const satisfies readonly CommentStatus[]
const MOST_AT_ONCE = 200

const listParams = {
  page: wholeNumber({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: wholeNumber({ fallback: 20, min: 1, max: 100 }),
  search: words,
  status: oneOf(['any', ...statuses], 'any'),
  stars: someOf(['1', '2', '3', '4', '5']),
}

const noSuchComment: RestError = {
  status: 404,
  code: 'samovar_comment_invalid_id',
  message: 'This is not there any more.',
}

/** Reviews and comments for the people who look after them. */
export function commentRoutes(shop: RestShop): Hono {
  const app = new Hono()

  app.get(paths.restComments, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'list')
    if (!admission.ok) return admission.answer
    const params = readParams(listParams, (name) => queryParam(context, name))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, status, stars } = params.values
    const found = await readComments(
      shop.db,
      { search, ratings: stars.map(Number), statuses: status === 'any' ? ['approved', 'pending'] : [status] },
      { by: 'date', direction: 'desc' },
      { limit: size, offset: (page - 1) * size },
    )
    return restList(
      context,
      found.comments.map(commentJson),
      { number: page, size, total: found.total, url: publicUrl(shop, context) },
      ['GET'],
    )
  })

  app.get(paths.restCommentCounts, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'list')
    if (!admission.ok) return admission.answer
    return restJson(context, shop, await countComments(shop.db), { allow: ['GET'] })
  })

  app.post(paths.restCommentMoves, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const ids = idsIn(body.fields.ids)
    if (!ids) return restError(context, shop, wrongIds)
    const to = statuses.find((status) => status === body.fields.to)
    if (!to) return restError(context, shop, invalidParams({ to: notInList('to', statuses) }))
    return restJson(context, shop, { moved: await moveComments(shop, ids, to) }, { allow: ['POST'] })
  })

  app.post(paths.restCommentDeletions, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'delete')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const ids = idsIn(body.fields.ids)
    if (!ids) return restError(context, shop, wrongIds)
    const gone = await deleteComments(shop, ids)
    return restJson(context, shop, { deleted: gone.map((comment) => comment.id) }, { allow: ['POST'] })
  })

  app.put(paths.restComment, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const before = await readComment(shop.db, idParam(context, 'comment'))
    if (!before) return restError(context, shop, noSuchComment)
    const isReview = before.place.kind === 'product' && before.parentId === null
    const mayLackRating = before.rating === null || shop.settings().reviews.ratingRequired === 'no'
    const read = readChanges(body.fields, isReview, mayLackRating)
    if (!read.ok) return restError(context, shop, read.error)
    await editComment(shop, before.id, read.changes)
    const after = await readComment(shop.db, before.id)
    return after
      ? restJson(context, shop, commentJson(after), { allow: ['PUT'] })
      : restError(context, shop, noSuchComment)
  })

  app.post(paths.restCommentReplies, async (context) => {
    const admission = await admit(context, shop, 'comments.moderate', 'create')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const read = readText(body.fields.text)
    if (!read.ok) return restError(context, shop, read.error)
    const replied = await replyAsShop(shop, idParam(context, 'comment'), admission.signedIn.user, read.text)
    const reply = replied.ok ? await readComment(shop.db, replied.reply.id) : null
    if (!replied.ok || !reply) return restError(context, shop, noSuchComment)
    return restJson(
      context,
      shop,
      { ...commentJson(reply), approved: replied.approved },
      { status: 201, allow: ['POST'] },
    )
  })

  return app
}

function idsIn(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_AT_ONCE) return null
  const isId = (one: unknown): one is number => Number.isInteger(one) && Number(one) > 0 && Number(one) <= 2_147_483_647
  return value.every(isId) ? [...new Set(value)] : null
}

const wrongIds: RestError = invalidParams({
  ids: { code: 'rest_invalid_param', message: `ids is a list of 1 to ${MOST_AT_ONCE} numbers.` },
})

type ReadText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: RestError }

function readText(value: unknown): ReadText {
  const text = typeof value === 'string' ? plainLines(value) : ''
  if (text !== '' && text.length <= LONGEST.text) return { ok: true, text }
  const message = `text has 1 to ${LONGEST.text} characters.`
  return { ok: false, error: invalidParams({ text: { code: 'rest_invalid_param', message } }) }
}

/** Text and, of a review, the rating. An answer has none. */
function readChanges(
  fields: Readonly<Record<string, unknown>>,
  isReview: boolean,
  mayLackRating: boolean,
): { readonly ok: true; readonly changes: CommentChanges } | { readonly ok: false; readonly error: RestError } {
  const text = fields.text === undefined ? null : readText(fields.text)
  if (text && !text.ok) return text
  const { rating } = fields
  const isRating =
    (rating === null && mayLackRating) || (Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5)
  if (rating !== undefined && !(isReview && isRating)) {
    const message = isReview
      ? `rating is 1 to 5${mayLackRating ? ', or null for none' : ''}.`
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
