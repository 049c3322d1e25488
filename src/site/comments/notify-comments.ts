import { and, count, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import { type Comment, type CommentableEntry, findCommentableEntry } from './comments.store.ts'
import type { CommentContext, WithCommentHooks } from './context.ts'
import { approvedComment } from './messages/approved-comment.ts'
import { waitingComment } from './messages/waiting-comment.ts'

/** Call it in the transaction that changes visible comments (REV-05). */
export async function refreshCommentedEntries(
  tx: Tx,
  { commentHooks, now }: Pick<Platform, 'now'> & WithCommentHooks,
  changed: readonly Pick<Comment, 'entryId'>[],
): Promise<void> {
  const ids = [...new Set(changed.map((comment) => comment.entryId))].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  const refreshed = await commentHooks.refreshEntries(tx, ids, now())
  await invalidatePageTags(tx, commentCacheTags(ids, refreshed.length > 0))
}

/** Cache tags of pages with these entries' comments; product cards show ratings too, and one feed has all comments. */
export const commentCacheTags = (entryIds: readonly number[], isRatingNew = true): string[] => [
  'comments',
  ...entryIds.flatMap((id) => [`product:${id}`, `entry:${id}`]),
  ...(isRatingNew ? ['listing'] : []),
]

/** Limits notifications during a flood of comments; the back office lists them all. */
const MAX_PER_HOUR = 20

export async function notifyOwner(
  tx: Tx,
  shop: CommentContext,
  comment: Comment,
  entry: CommentableEntry,
): Promise<void> {
  const now = shop.now()
  const [recent] = await tx
    .select({ total: count() })
    .from(emails)
    .where(and(eq(emails.template, waitingComment.id), gt(emails.createdAt, new Date(now.getTime() - 3_600_000))))
  if ((recent?.total ?? 0) >= MAX_PER_HOUR) return
  await sendMessage(tx, shop, waitingComment, {
    ...{ key: `comment:${comment.id}`, subject: { comment, entry }, payload: { commentId: comment.id } },
  })
}

/** Emails the writers of comments that waited and are approved now, if the owner has switched that on. */
export async function notifyAuthors(tx: Tx, shop: MessageSender, approved: readonly Comment[]): Promise<void> {
  for (const comment of approved) {
    const entry = await findCommentableEntry(tx, comment.entryId)
    if (!entry) continue
    await sendMessage(tx, shop, approvedComment, {
      ...{ key: `comment:${comment.id}`, subject: { comment, entry }, payload: { commentId: comment.id } },
      recipient: comment.authorEmail,
    })
  }
}
