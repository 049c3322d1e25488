import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'

/** A review or a comment with its answers, as pages show it. */
export type ThreadComment = {
  readonly id: number
  readonly author: string
  /** HTML-free text as it was written. */
  readonly text: string
  /** 1 to 5; null for comments, answers, and reviews of a shop that does not ask for stars. */
  readonly rating: number | null
  readonly isVerified: boolean
  /** Written by somebody of the shop. */
  readonly isShop: boolean
  /** Only its writer sees it so far. */
  readonly isWaiting: boolean
  readonly writtenAt: Date
  /** Oldest first, whatever the order of the threads. */
  readonly replies: readonly ThreadComment[]
}

/** Reviews are read newest first; a conversation from its beginning. */
export type ThreadOrder = 'newest' | 'oldest'

export type ThreadWish = {
  readonly page: number
  readonly size: number
  readonly order: ThreadOrder
  /** Only reviews with so many stars. */
  readonly stars?: number
  /** One that is not approved but asked for by its writer. */
  readonly waitingId?: number
}

type Row = Omit<ThreadComment, 'replies' | 'writtenAt'> & { parentId: number | null; writtenAt: string }

/** One page of what stands under an entry: so many threads, each with all that answers it. One statement. */
export async function readThreads(db: Db | Tx, entryId: number, wish: ThreadWish): Promise<ThreadComment[]> {
  const withStars = wish.stars === undefined ? sql`` : sql`and rating = ${wish.stars}`
  const waitingId = wish.waitingId ?? null
  const { rows } = await db.execute<Row>(sql`
    with recursive page as (
      (select id from comments
        where entry_id = ${entryId} and status = 'approved' and parent_id is null ${withStars}
        order by ${ordering(wish.order)} limit ${wish.size} offset ${(wish.page - 1) * wish.size})
      union all
      select id from comments
        where id = ${waitingId}::int and entry_id = ${entryId} and parent_id is null and status in ('pending', 'spam')
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
  const oldestFirst = threaded(rows, null)
  return wish.order === 'newest' ? oldestFirst.toReversed() : oldestFirst
}

/** The page, counted from 1, on which a comment's thread stands; the first when the thread itself still waits. */
export async function pageOfThread(
  db: Db | Tx,
  commentId: number,
  { size, order }: Pick<ThreadWish, 'size' | 'order'>,
): Promise<number> {
  const stands = order === 'newest' ? sql`>=` : sql`<=`
  const { rows } = await db.execute<{ place: number }>(sql`
    with recursive above as (
      select id, parent_id, entry_id, status, created_at from comments where id = ${commentId}
      union all
      select up.id, up.parent_id, up.entry_id, up.status, up.created_at
      from comments up join above on above.parent_id = up.id
    ), root as (select * from above where parent_id is null and status = 'approved')
    select count(comments.id)::int as place from root join comments
      on comments.entry_id = root.entry_id and comments.parent_id is null and comments.status = 'approved'
      and (comments.created_at, comments.id) ${stands} (root.created_at, root.id)`)
  return Math.max(1, Math.ceil((rows[0]?.place ?? 0) / size))
}

const ordering = (order: ThreadOrder): SQL => (order === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`)

const threaded = (rows: readonly Row[], parentId: number | null): ThreadComment[] =>
  rows
    .filter((row) => row.parentId === parentId)
    .map(({ parentId: _, ...row }) => ({
      ...row,
      writtenAt: new Date(row.writtenAt),
      replies: threaded(rows, row.id),
    }))
