import { eq, inArray, sql } from 'drizzle-orm'
import type { User } from '../../people/accounts/auth-session.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type Comment, insertComment, lockComments } from './comments.store.ts'
import { type CommentStatus, comments } from './comments.table.ts'
import type { WithCommentHooks } from './context.ts'
import { refreshCommentedEntries } from './notify-comments.ts'

/** A changed comment with its former status, for undo. */
export type CommentStatusChange = { readonly id: number; readonly from: CommentStatus; readonly to: CommentStatus }

/**
 * Approves, holds, marks as spam or trashes comments. Those that already have the status, or no longer exist, are
 * skipped; concurrent calls apply once. Product ratings are up to date on return (REV-05).
 */
export function setCommentStatus(
  shop: Pick<Platform, 'db' | 'now'> & WithCommentHooks,
  ids: readonly number[],
  to: CommentStatus,
): Promise<CommentStatusChange[]> {
  return shop.db.transaction(async (tx) => {
    const changing = (await lockComments(tx, ids)).filter((comment) => comment.status !== to)
    if (changing.length === 0) return []
    await tx
      .update(comments)
      .set({ status: to })
      .where(inArray(comments.id, idsOf(changing)))
    // Between two hidden statuses nothing visible changes.
    const visibleChanges = changing.filter((comment) => comment.status === 'approved' || to === 'approved')
    await refreshCommentedEntries(tx, shop, visibleChanges)
    return changing.map((comment) => ({ id: comment.id, from: comment.status, to }))
  })
}

export type CommentEdit = {
  readonly text?: string
  readonly rating?: number | null
  readonly authorName?: string
  readonly authorEmail?: string
  readonly entryId?: number
}

/** Updates the given fields of a comment. Null if it no longer exists. */
export function editComment(
  shop: Pick<Platform, 'db' | 'now'> & WithCommentHooks,
  id: number,
  changes: CommentEdit,
): Promise<Comment | null> {
  return shop.db.transaction(async (tx) => {
    const [before] = await lockComments(tx, [id])
    if (!before) return null
    const { text, ...others } = changes
    const set = { ...others, content: text }
    if (Object.values(set).every((value) => value === undefined)) return before
    const [after] = await tx.update(comments).set(set).where(eq(comments.id, id)).returning()
    if (after?.status === 'approved') await refreshCommentedEntries(tx, shop, [before, after])
    return after ?? null
  })
}

/**
 * Deletes permanently. Replies move up to the parent; replies to a review are deleted with it, because without a parent
 * they would be reviews themselves.
 */
export function deleteComments(
  shop: Pick<Platform, 'db' | 'now'> & WithCommentHooks,
  ids: readonly number[],
): Promise<Comment[]> {
  return shop.db.transaction(async (tx) => {
    const deleted = await lockComments(tx, ids)
    // Sequential, so that nested replies find the remaining ancestor.
    for (const { id } of deleted) {
      await tx.execute(sql`
        update comments set parent_id = above.parent_id
        from comments above join entries on entries.id = above.entry_id
        where above.id = ${id} and comments.parent_id = above.id
          and (above.parent_id is not null or entries.kind <> 'product')`)
      await tx.delete(comments).where(eq(comments.id, id))
    }
    await refreshCommentedEntries(
      tx,
      shop,
      deleted.filter((comment) => comment.status === 'approved'),
    )
    return deleted
  })
}

export type ReplyResult =
  | { readonly ok: true; readonly reply: Comment; readonly approved: boolean }
  | { readonly ok: false; readonly problem: 'no-such-comment' }

/** Adds a reply by the shop, which also approves the comment. */
export function replyAsShop(
  shop: Pick<Platform, 'db' | 'now'> & WithCommentHooks,
  id: number,
  author: User,
  text: string,
): Promise<ReplyResult> {
  return shop.db.transaction(async (tx): Promise<ReplyResult> => {
    const [parent] = await lockComments(tx, [id])
    if (!parent) return { ok: false, problem: 'no-such-comment' }
    const isNew = parent.status !== 'approved'
    if (isNew) await tx.update(comments).set({ status: 'approved' }).where(eq(comments.id, id))
    const reply = await insertComment(tx, {
      entryId: parent.entryId,
      parentId: parent.id,
      userId: author.id,
      authorName: author.name,
      authorEmail: author.email,
      content: text,
      rating: null,
      isVerified: false,
      status: 'approved',
      moderationReason: '',
      createdAt: shop.now(),
    })
    await refreshCommentedEntries(tx, shop, [reply])
    return { ok: true, reply, approved: isNew }
  })
}

/** Adds a review sent through the REST API. Null if the product does not exist. */
export function addReview(
  shop: Pick<Platform, 'db' | 'now'> & WithCommentHooks,
  review: {
    readonly productId: number
    readonly name: string
    readonly email: string
    readonly text: string
    readonly rating: number | null
    readonly status: CommentStatus
    readonly isVerified: boolean
    readonly createdAt: Date
  },
): Promise<Comment | null> {
  return shop.db.transaction(async (tx) => {
    if (!(await isProduct(tx, review.productId))) return null
    const inserted = await insertComment(tx, {
      entryId: review.productId,
      parentId: null,
      userId: null,
      authorName: review.name,
      authorEmail: review.email,
      content: review.text,
      rating: review.rating,
      isVerified: review.isVerified,
      status: review.status,
      moderationReason: '',
      createdAt: review.createdAt,
    })
    if (inserted.status === 'approved') await refreshCommentedEntries(tx, shop, [inserted])
    return inserted
  })
}

export async function isProduct(tx: Tx | Db, id: number): Promise<boolean> {
  const [entry] = await tx.select({ kind: entries.kind }).from(entries).where(eq(entries.id, id))
  return entry?.kind === 'product'
}

const idsOf = (list: readonly Comment[]): number[] => list.map((comment) => comment.id)
