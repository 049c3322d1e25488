import { judge, type Verdict } from '../abuse/abuse.ts'
import { acceptProof } from '../abuse/proof.ts'
import { addressLimit, type Limit, rateLimit, strictest } from '../abuse/rate-limit.ts'
import type { User } from '../accounts/current-user.ts'
import { can } from '../accounts/permissions.ts'
import type { Tx } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import { hasBought } from '../orders/has-bought.store.ts'
import type { Shop } from '../shop.ts'
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
  readonly writer: User | null
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

  const { ratingRequired, buyersOnly } = shop.settings().reviews
  const isReview = place.kind === 'product' && parentId === 0
  const read = readComment(post.typed, {
    rating: !isReview ? 'none' : ratingRequired === 'yes' ? 'required' : 'optional',
    isSignedIn: post.writer !== null,
  })
  if (!read.ok) return refuse({ kind: 'mistakes', place, mistakes: read.mistakes })

  const writer = post.writer
    ? { userId: post.writer.id, name: post.writer.name, email: post.writer.email.toLowerCase() }
    : { userId: null, name: read.words.name, email: read.words.email }
  const isVerified = place.kind === 'product' && (await hasBought(shop.db, writer, place.id))
  const isStaff = can(post.writer, 'comments.moderate')
  // By e-mail address alone anybody could ask whether somebody has bought this.
  if (buyersOnly && isReview && !isStaff && !(post.writer && isVerified)) return refuse({ kind: 'not-a-buyer', place })

  const limit = isStaff ? { ok: true as const } : await countAt(shop, post.clientAddress, writer.email)
  return changing<PostComment>(shop.db, async (tx) => {
    await lockWriter(tx, place.id, writer.email)
    const words = { entryId: place.id, parentId: parentId === 0 ? null : parentId, text: read.words.text }
    const same = await findSame(tx, { ...words, email: writer.email })
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

const countAt = async (shop: Shop, address: string, email: string): Promise<Limit> =>
  strictest(
    await Promise.all([addressLimit(shop, PER_ADDRESS).count(address), rateLimit(shop, PER_WRITER).count(email)]),
  )

type Decided =
  | { readonly is: CommentStatus; readonly why: string }
  | { readonly is: 'refuse'; readonly retryAfterSeconds: number }

type Case = {
  readonly post: CommentPost
  readonly limit: Limit
  readonly writer: { readonly userId: number | null; readonly name: string; readonly email: string }
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
      isSignedIn: post.writer !== null,
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
