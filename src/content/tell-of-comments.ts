import { and, eq, gt, sql } from 'drizzle-orm'
import { refreshProducts } from '../catalog/refresh-product.ts'
import type { Tx } from '../database/connect.ts'
import { writeSetMail } from '../mail/mail.store.ts'
import { mails } from '../mail/mail.table.ts'
import type { Shop } from '../shop.ts'
import { announceTags } from '../web/page-tags.ts'
import { waitingMail } from './comment-mail.tsx'
import type { Comment, Place } from './comments.store.ts'

/**
 * After what is shown under some entries has changed: works out the ratings of the products among them anew and drops
 * the pages that show them. Call it in the transaction of the change (REV-05).
 */
export async function tellOfComments(tx: Tx, changed: readonly Pick<Comment, 'entryId'>[], now: Date): Promise<void> {
  const ids = [...new Set(changed.map((comment) => comment.entryId))].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  const refreshed = await refreshProducts(tx, ids, now)
  await announceTags(tx, tagsOfComments(ids, refreshed.length > 0))
}

/** What a page that shows these entries' comments is tagged with; cards of listings show ratings too, and one feed shows them all. */
export const tagsOfComments = (entryIds: readonly number[], isRatingNew = true): string[] => [
  'comments',
  ...entryIds.flatMap((id) => [`product:${id}`, `entry:${id}`]),
  ...(isRatingNew ? ['listing'] : []),
]

const TEMPLATE = 'comment-waits'
/** A flood of them must not become a flood of mail: the list in the back office has them all. */
const MOST_AN_HOUR = 20

/** Writes to the owner that something waits. */
export async function tellOwner(
  tx: Tx,
  shop: Pick<Shop, 'url' | 'settings' | 'now' | 'jobs'>,
  comment: Comment,
  place: Place,
): Promise<void> {
  const now = shop.now()
  const [lately] = await tx
    .select({ mails: sql<number>`count(*)::int` })
    .from(mails)
    .where(and(eq(mails.template, TEMPLATE), gt(mails.createdAt, new Date(now.getTime() - 3_600_000))))
  if ((lately?.mails ?? 0) >= MOST_AN_HOUR) return
  const { siteTitle, ownerEmail } = shop.settings()
  const said = waitingMail(comment, place, { url: shop.url, title: siteTitle })
  const about = { transition: `comment:${comment.id}`, template: TEMPLATE, recipient: ownerEmail }
  await writeSetMail(tx, { ...said, ...about }, now)
  await shop.jobs.enqueue(tx, 'send-mails', {})
}
