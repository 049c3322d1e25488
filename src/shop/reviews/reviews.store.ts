import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { threadPaging } from '../../site/comments/comment-pages.ts'
import { readThreads, type ThreadComment } from '../../site/comments/threads.store.ts'

/** A review or a reply, as shown on the product page. */
export type Review = ThreadComment

/** Number of reviews with one star, two stars … five stars. */
export type RatingCounts = readonly [one: number, two: number, three: number, four: number, five: number]

export type ReviewList = {
  /** Newest first, each with its replies, oldest first. */
  readonly reviews: readonly Review[]
  /** Number of reviews that match the filter. */
  readonly total: number
  /** Over all approved reviews, ignoring the filter. */
  readonly counts: RatingCounts
  readonly isOpen: boolean
}

export type ReviewQuery = {
  readonly page: number
  readonly size: number
  /** Filter by number of stars. */
  readonly stars?: number
  /** A pending review that is shown to its author. */
  readonly pendingId?: number
}

/** One page of a product's reviews, with the histogram data. Three statements. */
export async function readReviews(db: Db | Tx, productId: number, query: ReviewQuery): Promise<ReviewList> {
  const { rows: ratingRows } = await db.execute<{ rating: number | null; reviews: number; isOpen: boolean }>(sql`
    select comments.rating, count(comments.id)::int as reviews, entries.comments_open as "isOpen"
    from entries
    left join comments on comments.entry_id = entries.id and comments.status = 'approved' and comments.parent_id is null
    where entries.id = ${productId}
    group by comments.rating, entries.comments_open`)
  const countFor = (rating: number) => ratingRows.find((row) => row.rating === rating)?.reviews ?? 0
  const counts: RatingCounts = [countFor(1), countFor(2), countFor(3), countFor(4), countFor(5)]
  const all = ratingRows.reduce((sum, row) => sum + row.reviews, 0)
  return {
    reviews:
      all === 0 && query.pendingId === undefined
        ? []
        : await readThreads(db, productId, { ...query, order: threadPaging.product.order }),
    total: query.stars === undefined ? all : countFor(query.stars),
    counts,
    isOpen: ratingRows[0]?.isOpen ?? false,
  }
}
