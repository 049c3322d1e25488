import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { insertRenderedEmail } from '../../things/messages/emails.store.ts'
import { emails } from '../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { pendingCommentEmail } from './comment-email.tsx'
import type { Comment, CommentableEntry } from './comments.store.ts'
import type { WithCommentHooks } from './context.ts'

/**
 * Call in the transaction that changes visible comments: recomputes product ratings and invalidates the pages that show
 * them (REV-05).
 */
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

const TEMPLATE = 'comment-waits'
/** Limits notifications during a flood of comments; the back office lists them all. */
const MAX_PER_HOUR = 20

/** Emails the owner about a comment in moderation. */
export async function notifyOwner(
  tx: Tx,
  shop: Pick<Platform, 'jobs' | 'now' | 'url'> & WithSettings<SiteSettings>,
  comment: Comment,
  entry: CommentableEntry,
): Promise<void> {
  const now = shop.now()
  const [recent] = await tx
    .select({ total: sql<number>`count(*)::int` })
    .from(emails)
    .where(and(eq(emails.template, TEMPLATE), gt(emails.createdAt, new Date(now.getTime() - 3_600_000))))
  if ((recent?.total ?? 0) >= MAX_PER_HOUR) return
  const { siteTitle, ownerEmail } = shop.settings()
  const email = pendingCommentEmail(comment, entry, { url: shop.url, title: siteTitle })
  const about = { transition: `comment:${comment.id}`, template: TEMPLATE, recipient: ownerEmail }
  await insertRenderedEmail(tx, { ...email, ...about }, now)
  await shop.jobs.enqueue(tx, 'send-emails', {})
}
