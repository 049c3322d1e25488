import { and, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { entries } from '../entries/entries.table.ts'
import { type CommentWriter, isProved } from './comment-writer.ts'
import { type CommentStatus, comments } from './comments.table.ts'

/** Something that people may write under. */
export type Place = {
  readonly id: number
  readonly kind: 'product' | 'post'
  readonly slug: string
  readonly title: string
  readonly isOpen: boolean
}

/** The published product or post with this id; nothing else has comments. */
export async function findPlace(db: Db | Tx, entryId: number): Promise<Place | null> {
  const [row] = await db
    .select({
      id: entries.id,
      kind: entries.kind,
      slug: entries.slug,
      title: entries.title,
      isOpen: entries.commentsOpen,
    })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.status, 'publish'), inArray(entries.kind, ['product', 'post'])))
  return row && (row.kind === 'product' || row.kind === 'post') ? { ...row, kind: row.kind } : null
}

/** Whether `id` can be answered: it is shown, and stands under this entry. */
export async function isAnswerable(db: Db | Tx, id: number, entryId: number): Promise<boolean> {
  const found = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.entryId, entryId), eq(comments.status, 'approved')))
  return found.length === 1
}

export type NewComment = Pick<
  typeof comments.$inferInsert,
  | 'entryId'
  | 'parentId'
  | 'userId'
  | 'authorName'
  | 'authorEmail'
  | 'content'
  | 'rating'
  | 'isVerified'
  | 'status'
  | 'heldBecause'
  | 'createdAt'
> & { readonly authorEmail: string; readonly content: string; readonly status: CommentStatus }

export async function insertComment(tx: Tx, comment: NewComment): Promise<Comment> {
  const [made] = await tx.insert(comments).values(comment).returning()
  if (!made) throw new Error('A comment was not written')
  return made
}

export type Comment = typeof comments.$inferSelect

/** Makes others who send the same writer's words to the same place wait until this transaction ends. */
export async function lockWriter(tx: Tx, entryId: number, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`comment|${entryId}|${email}`}, 0))`)
}

type Words = { readonly entryId: number; readonly parentId: number | null; readonly text: string }

/** A second click or a reload comes within minutes. */
const AGAIN_MS = 15 * 60_000

/**
 * The same words of the same writer in the same place, which a second click or a reload sends again. A stranger's are
 * looked for by name and for a short time only: else whoever guesses the address behind a comment would be told so.
 */
export async function findSame(tx: Tx, writer: CommentWriter, words: Words, now: Date): Promise<Comment | null> {
  const soonAfter = isProved(writer)
    ? undefined
    : and(eq(comments.authorName, writer.name), gt(comments.createdAt, new Date(now.getTime() - AGAIN_MS)))
  const [found] = await tx
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.entryId, words.entryId),
        writtenBy(writer),
        soonAfter,
        eq(comments.content, words.text),
        sql`${comments.parentId} is not distinct from ${words.parentId}`,
        ne(comments.status, 'trash'),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(1)
  return found ?? null
}

export type WriterHistory = { readonly approved: number; readonly spam: number; readonly sameTextElsewhere: number }

/** Shorter texts are alike by chance. */
const TELLING_LETTERS = 24

/** What this writer wrote: by sign-in, by mailed links, or under an address that a stranger only typed. */
function writtenBy({ userId, orderId, email }: CommentWriter): SQL {
  if (userId !== null) return sql`comments.user_id = ${userId}::int`
  return sql`(comments.user_id is null and comments.author_email = ${email}
    and comments.is_verified = ${orderId !== null}::bool)`
}

/**
 * What is known of a writer and of a text: how many were shown, how many were spam, and where else the text stands. That
 * something was shown under an address speaks for nobody who only types it.
 */
export async function historyOf(
  tx: Db | Tx,
  writer: CommentWriter,
  written: { readonly entryId: number; readonly text: string },
): Promise<WriterHistory> {
  const own = writtenBy(writer)
  const { rows } = await tx.execute<WriterHistory>(sql`
    select
      (select count(*)::int from comments where ${isProved(writer)} and ${own} and status = 'approved') as approved,
      (select count(*)::int from comments where ${own} and status = 'spam') as spam,
      (select count(*)::int from comments
        where ${written.text.length >= TELLING_LETTERS} and content = ${written.text}
          and (author_email <> ${writer.email} or entry_id <> ${written.entryId})) as "sameTextElsewhere"`)
  return rows[0] ?? { approved: 0, spam: 0, sameTextElsewhere: 0 }
}

/** These comments, locked in id order, so that two who moderate the same ones wait for each other. */
export async function lockComments(tx: Tx, ids: readonly number[]): Promise<Comment[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(comments)
    .where(inArray(comments.id, [...ids]))
    .orderBy(comments.id)
    .for('update')
}
