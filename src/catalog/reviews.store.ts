import { sql } from 'drizzle-orm'
import { threadsOn } from '../content/comment-pages.ts'
import { readThreads, type ThreadComment } from '../content/threads.store.ts'
import type { Db, Tx } from '../database/connect.ts'

/** A review, or an answer to one, as the product page shows it. */
export type Review = ThreadComment

/** How many reviews gave one star, two stars … five stars. */
export type RatingCounts = readonly [one: number, two: number, three: number, four: number, five: number]

export type ReviewList = {
  /** Newest first, each with its answers, oldest first. */
  readonly reviews: readonly Review[]
  /** Of those that were asked for. */
  readonly total: number
  /** Over all approved reviews, whatever was asked for. */
  readonly counts: RatingCounts
  readonly isOpen: boolean
}

export type ReviewWish = {
  readonly page: number
  readonly size: number
  /** Only reviews with so many stars. */
  readonly stars?: number
  /** One that is not approved but asked for by its writer. */
  readonly waitingId?: number
}

/** One page of a product's reviews, with what its histogram needs. Three statements however many there are. */
export async function readReviews(db: Db | Tx, productId: number, wish: ReviewWish): Promise<ReviewList> {
  const { rows: counted } = await db.execute<{ rating: number | null; reviews: number; isOpen: boolean }>(sql`
    select comments.rating, count(comments.id)::int as reviews, entries.comments_open as "isOpen"
    from entries
    left join comments on comments.entry_id = entries.id and comments.status = 'approved' and comments.parent_id is null
    where entries.id = ${productId}
    group by comments.rating, entries.comments_open`)
  const given = (rating: number) => counted.find((row) => row.rating === rating)?.reviews ?? 0
  const counts: RatingCounts = [given(1), given(2), given(3), given(4), given(5)]
  const all = counted.reduce((sum, row) => sum + row.reviews, 0)
  return {
    reviews:
      all === 0 && wish.waitingId === undefined
        ? []
        : await readThreads(db, productId, { ...wish, order: threadsOn.product.order }),
    total: wish.stars === undefined ? all : given(wish.stars),
    counts,
    isOpen: counted[0]?.isOpen ?? false,
  }
}
