import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'

/** A review, or an answer to one, as the product page shows it. */
export type Review = {
  readonly id: number
  readonly author: string
  /** HTML-free text as it was written. */
  readonly text: string
  /** 1 to 5; null for answers, and for reviews of a shop that does not ask for stars. */
  readonly rating: number | null
  readonly isVerified: boolean
  /** Written by somebody of the shop. */
  readonly isShop: boolean
  /** Only its writer sees it so far. */
  readonly isWaiting: boolean
  readonly writtenAt: Date
  readonly replies: readonly Review[]
}

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

type Row = {
  id: number
  parentId: number | null
  author: string
  text: string
  rating: number | null
  isVerified: boolean
  isShop: boolean
  isWaiting: boolean
  writtenAt: string
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
    reviews: all === 0 && wish.waitingId === undefined ? [] : await pageOf(db, productId, wish),
    total: wish.stars === undefined ? all : given(wish.stars),
    counts,
    isOpen: counted[0]?.isOpen ?? false,
  }
}

async function pageOf(db: Db | Tx, productId: number, wish: ReviewWish): Promise<Review[]> {
  const withStars = wish.stars === undefined ? sql`` : sql`and rating = ${wish.stars}`
  const waitingId = wish.waitingId ?? null
  const { rows } = await db.execute<Row>(sql`
    with recursive page as (
      (select id from comments
        where entry_id = ${productId} and status = 'approved' and parent_id is null ${withStars}
        order by created_at desc, id desc limit ${wish.size} offset ${(wish.page - 1) * wish.size})
      union all
      select id from comments
        where id = ${waitingId}::int and entry_id = ${productId} and parent_id is null and status in ('pending', 'spam')
    ), thread as (
      select comments.* from comments join page on page.id = comments.id
      union all
      select answer.* from comments answer join thread on answer.parent_id = thread.id
      where answer.status = 'approved' or (answer.id = ${waitingId}::int and answer.status in ('pending', 'spam'))
    )
    select thread.id, thread.parent_id as "parentId", thread.author_name as author, thread.content as text,
      thread.rating, thread.is_verified as "isVerified", thread.status <> 'approved' as "isWaiting",
      coalesce(users.role in ('editor', 'administrator'), false) as "isShop",
      thread.created_at as "writtenAt"
    from thread left join users on users.id = thread.user_id
    order by thread.created_at, thread.id`)
  return threaded(rows, null).toReversed()
}

const threaded = (rows: readonly Row[], parentId: number | null): Review[] =>
  rows
    .filter((row) => row.parentId === parentId)
    .map(({ parentId: _, ...row }) => ({
      ...row,
      writtenAt: new Date(row.writtenAt),
      replies: threaded(rows, row.id),
    }))
