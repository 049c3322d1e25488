import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { comments } from '../content/comments.table.ts'
import type { Db, Tx } from '../database/connect.ts'

export type Review = {
  readonly id: number
  readonly author: string
  /** HTML-free text as it was written. */
  readonly text: string
  readonly rating: number
  readonly isVerified: boolean
  readonly writtenAt: Date
}

/** Approved reviews of a product, newest first. */
export async function reviewsOf(db: Db | Tx, productId: number, limit = 50): Promise<Review[]> {
  const rows = await db
    .select({
      id: comments.id,
      author: comments.authorName,
      text: comments.content,
      rating: comments.rating,
      isVerified: comments.isVerified,
      writtenAt: comments.createdAt,
    })
    .from(comments)
    .where(and(eq(comments.entryId, productId), eq(comments.status, 'approved'), isNotNull(comments.rating)))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, rating: row.rating ?? 0 }))
}
