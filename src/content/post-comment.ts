import { judge, type Verdict } from '../abuse/abuse.ts'
import { acceptProof } from '../abuse/proof.ts'
import { addressLimit, type Limit, rateLimit, strictest } from '../abuse/rate-limit.ts'
import type { User } from '../accounts/current-user.ts'
import { can } from '../accounts/permissions.ts'
import type { Tx } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import type { Shop } from '../shop.ts'
import { type CommentWriter, isProved, isVerifiedOwner, visitorAt, writerOf } from './comment-writer.ts'
import {
  type Comment,
  findPlace,
  findSame,
  historyOf,
  insertComment,
  isAnswerable,
  lockWriter,
  type Place,
} from './comments.store.ts'
import type { CommentStatus } from './comments.table.ts'
import { type CommentMistake, idOf, readComment, type TypedComment } from './comments.ts'
import { tellOfComments, tellOwner } from './tell-of-comments.ts'

export type CommentPost = {
  /** `comment_post_ID` and `comment_parent` as they were sent. */
  readonly entryId: string | undefined
  readonly parentId: string | undefined
  readonly typed: TypedComment
  readonly user: User | null
  /** Of the link in the mail about a completed order; empty without one. */
  readonly reviewKey: string
  readonly clientAddress: string
  readonly trap: string
  readonly proof: string
}

export type CommentProblem =
  | { readonly kind: 'no-such-place' | 'closed' | 'no-such-parent' | 'not-a-buyer'; readonly place: Place | null }
  | { readonly kind: 'mistakes'; readonly place: Place; readonly mistakes: readonly CommentMistake[] }
  | { readonly kind: 'too-many'; readonly place: Place; readonly retryAfterSeconds: number }

export type PostComment =
  | { readonly ok: true; readonly comment: Comment; readonly place: Place }
  | { readonly ok: false; readonly problem: CommentProblem }

/** So many in ten minutes: a family of reviewers behind one address, one person with a lot to say. */
const PER_ADDRESS = { name: 'comment-address', times: 10, seconds: 600 }
const PER_WRITER = { name: 'comment-writer', times: 6, seconds: 600 }

/**
 * Writes a review or a comment (REV-02 to REV-04). The same words sent again answer with what is there already. What is
 * shown at once counts in the product's rating within the same transaction.
 */
export async function postComment(shop: Shop, post: CommentPost): Promise<PostComment> {
  const refuse = (problem: CommentProblem): PostComment => ({ ok: false, problem })
  const entryId = idOf(post.entryId)
  const place = entryId ? await findPlace(shop.db, entryId) : null
  if (!place) return refuse({ kind: 'no-such-place', place: null })
  if (!place.isOpen) return refuse({ kind: 'closed', place })
  const parentId = idOf(post.parentId)
  if (parentId === null || (parentId > 0 && !(await isAnswerable(shop.db, parentId, place.id)))) {
    return refuse({ kind: 'no-such-parent', place })
  }

  const visitor = await visitorAt(shop, post.user, place.id, post.reviewKey)
  const { ratingRequired, buyersOnly } = shop.settings().reviews
  const isReview = place.kind === 'product' && parentId === 0
  const read = readComment(post.typed, {
    rating: !isReview ? 'none' : ratingRequired === 'yes' ? 'required' : 'optional',
    isSignedIn: post.user !== null,
    isEmailKnown: visitor.buyer !== null,
  })
  if (!read.ok) return refuse({ kind: 'mistakes', place, mistakes: read.mistakes })

  const writer = writerOf(visitor, read.words)
  const isVerified = await isVerifiedOwner(shop.db, writer, place)
  const isStaff = can(post.user, 'comments.moderate')
  if (buyersOnly && isReview && !isStaff && !isVerified) return refuse({ kind: 'not-a-buyer', place })

  const limit = isStaff ? { ok: true as const } : await countAt(shop, post.clientAddress, writer)
  return changing<PostComment>(shop.db, async (tx) => {
    await lockWriter(tx, place.id, writer.email)
    const words = { entryId: place.id, parentId: parentId === 0 ? null : parentId, text: read.words.text }
    const same = await findSame(tx, writer, words, shop.now())
    if (same) return { ok: true, comment: same, place }

    const decided = await decide(tx, shop, { post, limit, writer, words, isStaff })
    if (decided.is === 'refuse') {
      return refuse({ kind: 'too-many', place, retryAfterSeconds: decided.retryAfterSeconds })
    }
    const comment = await insertComment(tx, {
      entryId: words.entryId,
      parentId: words.parentId,
      content: words.text,
      userId: writer.userId,
      authorName: writer.name,
      authorEmail: writer.email,
      rating: read.words.rating,
      isVerified,
      status: decided.is,
      heldBecause: decided.why,
      createdAt: shop.now(),
    })
    if (comment.status === 'approved') await tellOfComments(tx, [comment], shop.now())
    if (comment.status === 'pending') await tellOwner(tx, shop, comment, place)
    return { ok: true, comment, place }
  })
}

/** A stranger who types somebody's address uses up the stranger's tries, not those of whoever it belongs to. */
const countedAs = ({ userId, orderId, email }: CommentWriter): string =>
  userId !== null ? `user:${userId}` : orderId !== null ? `order:${orderId}` : email

const countAt = async (shop: Shop, address: string, writer: CommentWriter): Promise<Limit> =>
  strictest(
    await Promise.all([
      addressLimit(shop, PER_ADDRESS).count(address),
      rateLimit(shop, PER_WRITER).count(countedAs(writer)),
    ]),
  )

type Decided =
  | { readonly is: CommentStatus; readonly why: string }
  | { readonly is: 'refuse'; readonly retryAfterSeconds: number }

type Case = {
  readonly post: CommentPost
  readonly limit: Limit
  readonly writer: CommentWriter
  readonly words: { readonly entryId: number; readonly text: string }
  readonly isStaff: boolean
}

/** Shown, kept waiting or out of sight: the judge of abuse first, then how careful the owner wants to be. */
async function decide(tx: Tx, shop: Shop, { post, limit, writer, words, isStaff }: Case): Promise<Decided> {
  if (isStaff) return { is: 'approved', why: '' }
  const history = await historyOf(tx, writer, words)
  const proof = await acceptProof(tx, shop.secret, { door: 'comment', text: post.proof, now: shop.now() })
  const verdict: Verdict = judge(
    {
      trap: post.trap,
      proof: proof.state,
      secondsAtForm: proof.secondsAtForm,
      isSignedIn: isProved(writer),
      name: writer.name,
      text: words.text,
      sameTextElsewhere: history.sameTextElsewhere,
      earlierSpam: history.spam,
    },
    limit,
  )
  if (verdict.is === 'refuse') return verdict
  if (verdict.is === 'spam') return { is: 'spam', why: verdict.why }
  if (verdict.is === 'hold') return { is: 'pending', why: verdict.why }
  const { wait } = shop.settings().reviews
  if (wait === 'all') return { is: 'pending', why: 'every one is looked at first' }
  if (wait === 'first' && history.approved === 0) return { is: 'pending', why: 'the first from this writer' }
  return { is: 'approved', why: '' }
}
