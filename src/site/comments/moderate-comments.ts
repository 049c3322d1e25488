import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Principal } from '../../platform/rest/call.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import * as store from './comments.store.ts'
import { type CommentStatus, comments } from './comments.table.ts'
import type { CommentContext, WithCommentHooks } from './context.ts'
import { approvedComment, waitingComment } from './messages/comment-message.ts'

type ModerationContext = Pick<Platform, 'db'> & MessageSender & WithCommentHooks

export type CommentStatusChange = { readonly id: number; readonly from: CommentStatus; readonly to: CommentStatus }

/** Comments that already have the status are skipped. Product ratings are up to date on return (REV-05). */
export function setCommentStatus(shop: ModerationContext, ids: readonly number[], to: CommentStatus) {
  return shop.db.transaction(async (tx) => {
    const changing = (await lockComments(tx, shop, ids)).filter((comment) => comment.status !== to)
    if (changing.length === 0) return []
    const changingIds = changing.map((comment) => comment.id)
    await tx.update(comments).set({ status: to }).where(inArray(comments.id, changingIds))
    // Between two hidden statuses nothing visible changes.
    const visibleChanges = changing.filter((comment) => comment.status === 'approved' || to === 'approved')
    await refreshCommentedEntries(tx, shop, visibleChanges)
    if (to === 'approved')
      await notifyAuthors(
        tx,
        shop,
        changing.filter(({ status }) => status === 'pending'),
      )
    return changing.map((comment) => ({ id: comment.id, from: comment.status, to }))
  })
}

export type CommentEdit = Partial<Pick<store.Comment, 'rating' | 'authorName' | 'authorEmail' | 'entryId'>> & {
  readonly text?: string | undefined
}

export function editComment(shop: ModerationContext, id: number, { text: content, ...others }: CommentEdit) {
  return shop.db.transaction(async (tx) => {
    const [before] = await lockComments(tx, shop, [id], others.entryId)
    if (!before) return null
    const set = { ...others, content }
    if (Object.values(set).every((value) => value === undefined)) return before
    const [after] = await tx.update(comments).set(set).where(eq(comments.id, id)).returning()
    if (others.entryId !== undefined) await store.moveReplies(tx, id, others.entryId)
    if (after?.status === 'approved') await refreshCommentedEntries(tx, shop, [before, after])
    return after ?? null
  })
}

/** Replies move up to the parent. Those of a review are deleted: without a parent they would be reviews. */
export function deleteComments(shop: ModerationContext, ids: readonly number[]): Promise<store.Comment[]> {
  return shop.db.transaction(async (tx) => {
    const deleted = await lockComments(tx, shop, ids)
    // One by one, so that nested replies find the remaining ancestor.
    for (const { id } of deleted) {
      await tx.execute(sql`
        update comments set parent_id = above.parent_id
        from comments above join entries on entries.id = above.entry_id
        where above.id = ${id} and comments.parent_id = above.id
          and (above.parent_id is not null or entries.kind <> 'product')`)
      await tx.delete(comments).where(eq(comments.id, id))
    }
    const wereVisible = deleted.filter((comment) => comment.status === 'approved')
    await refreshCommentedEntries(tx, shop, wereVisible)
    return deleted
  })
}

export type ReplyResult =
  | { readonly ok: true; readonly reply: store.Comment; readonly approved: boolean }
  | { readonly ok: false; readonly problem: 'no-such-comment' }

export function replyAsShop(
  shop: ModerationContext,
  id: number,
  author: Principal['user'],
  text: string,
): Promise<ReplyResult> {
  return shop.db.transaction(async (tx): Promise<ReplyResult> => {
    const [parent] = await lockComments(tx, shop, [id])
    if (!parent) return { ok: false, problem: 'no-such-comment' }
    const isNew = parent.status !== 'approved'
    if (isNew) await tx.update(comments).set({ status: 'approved' }).where(eq(comments.id, id))
    const reply = await store.insertComment(tx, {
      entryId: parent.entryId,
      parentId: parent.id,
      userId: author.id,
      authorName: author.name,
      authorEmail: author.email,
      content: text,
      status: 'approved',
      createdAt: shop.now(),
    })
    await refreshCommentedEntries(tx, shop, [reply])
    if (parent.status === 'pending') await notifyAuthors(tx, shop, [parent])
    return { ok: true, reply, approved: isNew }
  })
}

export function addReview(
  shop: ModerationContext,
  review: typeof comments.$inferInsert,
): Promise<store.Comment | 'duplicate' | null> {
  return shop.db.transaction(async (tx) => {
    // In the order of `postComment`, so that neither waits for the other's second lock.
    await store.lockAuthor(tx, review.entryId, review.authorEmail)
    const [entry] = await lockEntries(tx, shop, [review.entryId])
    if (entry?.kind !== 'product') return null
    if (await store.hasSameReview(tx, review)) return 'duplicate'
    const inserted = await store.insertComment(tx, review)
    if (inserted.status === 'approved') await refreshCommentedEntries(tx, shop, [inserted])
    return inserted
  })
}

export async function isProduct(tx: Tx | Db, id: number): Promise<boolean> {
  const [entry] = await tx.select({ kind: entries.kind }).from(entries).where(eq(entries.id, id))
  return entry?.kind === 'product'
}

/** Must precede writing a comment, so that concurrent saves and deletions of its entry wait. */
export async function lockEntries(tx: Tx, { commentHooks }: WithCommentHooks, ids: readonly number[]) {
  await commentHooks.lockProducts(tx, ids)
  return store.lockEntries(tx, ids)
}

/** `movedTo`: the entry to which the comments will move. */
async function lockComments(
  tx: Tx,
  shop: WithCommentHooks,
  ids: readonly number[],
  movedTo?: number,
): Promise<store.Comment[]> {
  const entryIds = await store.entriesOf(tx, ids)
  await lockEntries(tx, shop, movedTo === undefined ? entryIds : [...entryIds, movedTo])
  return store.lockComments(tx, ids)
}

/** Must run in the transaction that changes visible comments (REV-05). */
export async function refreshCommentedEntries(
  tx: Tx,
  { commentHooks, now }: Pick<Platform, 'now'> & WithCommentHooks,
  changed: readonly Pick<store.Comment, 'entryId'>[],
): Promise<void> {
  const ids = [...new Set(changed.map((comment) => comment.entryId))].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  const refreshed = await commentHooks.refreshEntries(tx, ids, now())
  await invalidatePageTags(tx, commentCacheTags(ids, refreshed.length > 0))
}

/** Page tags for comments of these entries; product cards also show ratings, and one feed has all comments. */
export const commentCacheTags = (entryIds: readonly number[], isRatingNew = true): string[] => [
  'comments',
  ...entryIds.flatMap((id) => [`product:${id}`, `entry:${id}`]),
  ...(isRatingNew ? ['listing'] : []),
]

/** Limits notification emails during a flood of comments; the back office lists all comments. */
const MAX_PER_HOUR = 20

export async function notifyOwner(tx: Tx, shop: CommentContext, comment: store.Comment, entry: store.CommentableEntry) {
  const now = shop.now()
  const [recent] = await tx
    .select({ total: count() })
    .from(emails)
    .where(and(eq(emails.template, waitingComment.id), gt(emails.createdAt, new Date(now.getTime() - 3_600_000))))
  if ((recent?.total ?? 0) >= MAX_PER_HOUR) return
  await sendMessage(tx, shop, waitingComment, {
    key: `comment:${comment.id}`,
    subject: { comment, entry },
    payload: { commentId: comment.id },
  })
}

export async function notifyAuthors(tx: Tx, shop: MessageSender, approved: readonly store.Comment[]): Promise<void> {
  for (const comment of approved) {
    const entry = await store.findCommentableEntry(tx, comment.entryId)
    if (!entry) continue
    await sendMessage(tx, shop, approvedComment, {
      key: `comment:${comment.id}`,
      subject: { comment, entry },
      payload: { commentId: comment.id },
      recipient: comment.authorEmail,
    })
  }
}
