import { HONEYPOT_FIELD } from '../../people/abuse/honeypot.tsx'
import { redeemProof } from '../../people/abuse/proof-of-work.ts'
import { addressRateLimiter, type RateLimitResult, rateLimiter, strictest } from '../../people/abuse/rate-limit.ts'
import { checkSpam } from '../../people/abuse/spam-check.ts'
import type { User } from '../../people/identity/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import { type Tx } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { commentsModerate } from './capabilities.ts'
import { authorOf, type CommentAuthor, identifyVisitor, isIdentityProven, isVerifiedOwner } from './comment-author.ts'
import { type CommentFieldError, formValuesOf, parseComment, parseId } from './comment-input.ts'
import * as store from './comments.store.ts'
import type { CommentStatus } from './comments.table.ts'
import type { CommentContext } from './context.ts'
import { lockEntries, notifyOwner, refreshCommentedEntries } from './moderate-comments.ts'

export type CommentProblem =
  | { kind: 'no-such-entry' | 'closed' | 'no-such-parent' | 'not-a-buyer'; entry: store.CommentableEntry | null }
  | { kind: 'invalid'; entry: store.CommentableEntry; fieldErrors: readonly CommentFieldError[] }
  | { kind: 'rate-limited'; entry: store.CommentableEntry; retryAfterSeconds: number }

type PostCommentResult =
  | { readonly ok: true; readonly comment: store.Comment; readonly entry: store.CommentableEntry }
  | { readonly ok: false; readonly problem: CommentProblem }

/** Per ten minutes and IP address, because several people may share one. */
const PER_ADDRESS = { name: 'comment-address', max: 10, seconds: 600 }
const PER_WRITER = { name: 'comment-writer', max: 6, seconds: 600 }

/**
 * REV-02 to REV-04. A duplicate returns the existing comment. An approved review changes the rating at once. Repeated if
 * the comment that it replies to is deleted at the same moment, which is then reported; it counts once all the same.
 */
export function postComment(
  shop: CommentContext,
  fields: Readonly<Record<string, string>>,
  user: User | null,
  clientAddress: string,
  isOpened: (entryId: number) => Promise<boolean> = async () => false,
): Promise<PostCommentResult> {
  let counted: Promise<RateLimitResult> | undefined
  const countOnce = (author: CommentAuthor) => (counted ??= countComment(shop, author, clientAddress))
  return retryingConflicts(tryPost)(shop, fields, user, { isOpened, countOnce })
}

async function countComment(shop: CommentContext, author: CommentAuthor, clientAddress: string) {
  const limits = [
    addressRateLimiter(shop, PER_ADDRESS).consume(clientAddress),
    rateLimiter(shop, PER_WRITER).consume(rateLimitKey(author)),
  ]
  return strictest(await Promise.all(limits))
}

type Attempt = {
  readonly isOpened: (entryId: number) => Promise<boolean>
  readonly countOnce: (author: CommentAuthor) => Promise<RateLimitResult>
}

async function tryPost(
  shop: CommentContext,
  fields: Readonly<Record<string, string>>,
  user: User | null,
  { isOpened, countOnce }: Attempt,
): Promise<PostCommentResult> {
  const reject = (problem: CommentProblem): PostCommentResult => ({ ok: false, problem })
  const entryId = parseId(fields.comment_post_ID)
  const entry = entryId ? await store.findCommentableEntry(shop.db, entryId) : null
  if (!entry) return reject({ kind: 'no-such-entry', entry: null })
  const isStaff = can(user, commentsModerate)
  const isLocked = entry.isLocked && !isStaff && !(await isOpened(entry.id))
  if (!entry.isOpen || isLocked) return reject({ kind: 'closed', entry })
  const parentId = parseId(fields.comment_parent)
  if (parentId === null || (parentId > 0 && !(await store.canReplyTo(shop.db, parentId, entry.id)))) {
    return reject({ kind: 'no-such-parent', entry })
  }

  const visitor = await identifyVisitor(shop, user, entry.id, fields.review_key ?? '')
  const { ratingRequired, verifiedOwnersOnly } = shop.settings().reviews
  const isReview = entry.kind === 'product' && parentId === 0
  const parsed = parseComment(formValuesOf(fields), {
    rating: !isReview ? 'none' : ratingRequired === 'yes' ? 'required' : 'optional',
    isSignedIn: user !== null,
    isEmailKnown: visitor.buyer !== null,
  })
  if (!parsed.ok) return reject({ kind: 'invalid', entry, fieldErrors: parsed.fieldErrors })

  const author = authorOf(visitor, parsed.comment)
  const isVerified = await isVerifiedOwner(shop, author, entry)
  if (verifiedOwnersOnly && isReview && !isStaff && !isVerified) return reject({ kind: 'not-a-buyer', entry })

  const limit = isStaff ? null : await countOnce(author)
  return shop.db.transaction(async (tx) => {
    await store.lockAuthor(tx, entry.id, author.email)
    if ((await lockEntries(tx, shop, [entry.id])).length === 0) return reject({ kind: 'no-such-entry', entry })
    const written = { entryId: entry.id, parentId: parentId === 0 ? null : parentId, content: parsed.comment.text }
    const duplicate = await store.findDuplicate(tx, author, written, shop.now())
    if (duplicate) return { ok: true, comment: duplicate, entry }

    const decision: ModerationDecision = limit
      ? await decideStatus(tx, shop, fields, limit, author, written)
      : { status: 'approved', reason: '' }
    if (decision.status === 'refused') {
      return reject({ kind: 'rate-limited', entry, retryAfterSeconds: decision.retryAfterSeconds })
    }
    const comment = await store.insertComment(tx, {
      ...written,
      userId: author.userId,
      authorName: author.name,
      authorEmail: author.email,
      rating: parsed.comment.rating,
      isVerified,
      status: decision.status,
      moderationReason: decision.reason,
      createdAt: shop.now(),
    })
    if (comment.status === 'approved') await refreshCommentedEntries(tx, shop, [comment])
    if (comment.status === 'pending') await notifyOwner(tx, shop, comment, entry)
    return { ok: true, comment, entry }
  })
}

/** Unverified email addresses have a limit of their own, so that a stranger cannot use up that of the owner. */
const rateLimitKey = ({ userId, orderId, email }: CommentAuthor): string =>
  userId !== null ? `user:${userId}` : orderId !== null ? `order:${orderId}` : email

type ModerationDecision =
  | { readonly status: CommentStatus; readonly reason: string }
  | { readonly status: 'refused'; readonly retryAfterSeconds: number }

async function decideStatus(
  tx: Tx,
  shop: CommentContext,
  fields: Readonly<Record<string, string>>,
  limit: RateLimitResult,
  author: CommentAuthor,
  written: Pick<store.Comment, 'entryId' | 'content'>,
): Promise<ModerationDecision> {
  const history = await store.authorHistory(tx, author, written)
  const proof = await redeemProof(tx, shop.secret, { purpose: 'comment', text: fields.proof ?? '', now: shop.now() })
  const verdict = checkSpam(
    {
      honeypot: fields[HONEYPOT_FIELD] ?? '',
      proof: proof.status,
      secondsOnForm: proof.secondsOnForm,
      isSignedIn: isIdentityProven(author),
      name: author.name,
      text: written.content,
      duplicateTexts: history.duplicateTexts,
      previousSpam: history.spam,
    },
    limit,
  )
  if (verdict.action === 'refuse') return { status: 'refused', retryAfterSeconds: verdict.retryAfterSeconds }
  if (verdict.action === 'spam') return { status: 'spam', reason: verdict.reason }
  if (verdict.action === 'hold') return { status: 'pending', reason: verdict.reason }
  const { moderation } = shop.settings().reviews
  if (moderation === 'all') return { status: 'pending', reason: 'every one is looked at first' }
  if (moderation === 'first' && history.approved === 0)
    return { status: 'pending', reason: 'the first from this writer' }
  return { status: 'approved', reason: '' }
}
