import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { type Comment, type CommentableEntry, findCommentableEntry } from '../comments.store.ts'
import { comments } from '../comments.table.ts'

/** What emails about comments are written from. Only the comment's id is stored with them. */
export type CommentSubject = {
  readonly comment: Pick<
    Comment,
    'authorName' | 'authorEmail' | 'content' | 'entryId' | 'id' | 'moderationReason' | 'rating'
  >
  readonly entry: CommentableEntry
}

export type CommentPayload = { readonly commentId: number }

export const commentNoun = ({ kind }: Pick<CommentableEntry, 'kind'>): 'review' | 'comment' =>
  kind === 'product' ? 'review' : 'comment'

export async function loadComment(
  db: Db | Tx,
  { payload: { commentId } }: { readonly payload: CommentPayload },
): Promise<CommentSubject | null> {
  const [comment] = await db.select().from(comments).where(eq(comments.id, commentId))
  const entry = comment && (await findCommentableEntry(db, comment.entryId))
  return comment && entry ? { comment, entry } : null
}

export const sampleComment = (): CommentSubject => ({
  comment: {
    ...{ id: 1, entryId: 1, authorName: 'Maya', authorEmail: 'maya@example.com', rating: 5 },
    ...{ content: 'Sweet, and it forgives a long steep.', moderationReason: 'the first of this person' },
  },
  entry: { id: 1, kind: 'product', slug: 'jasmine-dragon-pearls', title: 'Jasmine Dragon Pearls', isOpen: true },
})
