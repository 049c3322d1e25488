import { and, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type CommentAuthor, isIdentityProven } from './comment-author.ts'
import { comments } from './comments.table.ts'
import { hiddenReplies } from './comments-query.store.ts'

export type CommentableEntry = {
  readonly id: number
  readonly kind: 'product' | 'post'
  readonly slug: string
  readonly title: string
  readonly isOpen: boolean
  /** Password-protected. */
  readonly isLocked?: boolean
}

/** The published product or post with this id; other entries have no comments. */
export async function findCommentableEntry(db: Db | Tx, entryId: number): Promise<CommentableEntry | null> {
  const [row] = await db
    .select({
      id: entries.id,
      kind: entries.kind,
      slug: entries.slug,
      title: entries.title,
      isOpen: entries.commentsOpen,
      isLocked: sql<boolean>`${entries.password} <> ''`,
    })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.status, 'publish'), inArray(entries.kind, ['product', 'post'])))
  return row && (row.kind === 'product' || row.kind === 'post') ? { ...row, kind: row.kind } : null
}

/** A comment is shown if it and all comments above it are approved. */
export async function canReplyTo(db: Db | Tx, id: number, entryId: number): Promise<boolean> {
  const rows = await db
    .select({ id: comments.id })
    .from(comments)
    .leftJoin(hiddenReplies(sql`reply.entry_id = ${entryId}`), sql`hidden.id = ${comments.id}`)
    .where(
      and(eq(comments.id, id), eq(comments.entryId, entryId), eq(comments.status, 'approved'), sql`hidden.id is null`),
    )
  return rows.length === 1
}

export async function insertComment(tx: Tx, comment: typeof comments.$inferInsert): Promise<Comment> {
  const [inserted] = await tx.insert(comments).values(comment).returning()
  if (!inserted) throw new Error('A comment was not written')
  return inserted
}

/** Moves all replies below a comment to its entry. */
export const moveReplies = (tx: Tx, id: number, entryId: number) =>
  tx.execute(sql`
    with recursive below as (
      select id from comments where parent_id = ${id}
      union all
      select reply.id from comments reply join below on reply.parent_id = below.id
    ) update comments set entry_id = ${entryId} from below where comments.id = below.id`)

export type Comment = typeof comments.$inferSelect

/** Serializes concurrent submissions by the same author to the same entry until the transaction ends. */
export async function lockAuthor(tx: Tx, entryId: number, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`comment|${entryId}|${email}`}, 0))`)
}

/** Locks existing entries, so that none is deleted or renamed before the transaction ends. */
export const lockEntries = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({ id: entries.id, kind: entries.kind })
    .from(entries)
    .where(isAnyOf(entries.id, ids))
    .orderBy(entries.id)
    .for('key share')

/** Duplicates from double clicks and reloads arrive within minutes. */
const DUPLICATE_WINDOW_MS = 15 * 60_000

/**
 * An identical comment by the same author. For unverified authors it must have the same name and be recent, so that
 * nobody can test which email addresses have commented.
 */
export async function findDuplicate(
  tx: Tx,
  author: CommentAuthor,
  comment: Pick<Comment, 'entryId' | 'parentId' | 'content'>,
  now: Date,
): Promise<Comment | null> {
  const recentOnly = isIdentityProven(author)
    ? undefined
    : and(eq(comments.authorName, author.name), gt(comments.createdAt, new Date(now.getTime() - DUPLICATE_WINDOW_MS)))
  const [duplicate] = await tx
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.entryId, comment.entryId),
        byAuthor(author),
        recentOnly,
        eq(comments.content, comment.content),
        sql`${comments.parentId} is not distinct from ${comment.parentId}`,
        ne(comments.status, 'trash'),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(1)
  return duplicate ?? null
}

/** Whether this address has written the same about this product, at any time and outside the trash, as in WordPress. */
export const hasSameReview = async (
  tx: Tx,
  { entryId, authorEmail, content }: typeof comments.$inferInsert,
): Promise<boolean> =>
  (await tx.$count(
    comments,
    and(
      eq(comments.entryId, entryId),
      eq(comments.authorEmail, authorEmail),
      eq(comments.content, content),
      ne(comments.status, 'trash'),
    ),
  )) > 0

/** Shorter texts are often equal by coincidence. */
const MIN_DUPLICATE_LENGTH = 24

function byAuthor({ userId, orderId, email }: CommentAuthor): SQL {
  if (userId !== null) return sql`comments.user_id = ${userId}::int`
  return sql`(comments.user_id is null and comments.author_email = ${email}
    and comments.is_verified = ${orderId !== null}::bool)`
}

/** Approved comments do not count for an unverified email address. */
export async function authorHistory(tx: Tx, author: CommentAuthor, comment: Pick<Comment, 'entryId' | 'content'>) {
  const isByAuthor = byAuthor(author)
  const { rows } = await tx.execute<{ approved: number; spam: number; duplicateTexts: number }>(sql`
    select
      (select count(*)::int from comments where ${isIdentityProven(author)} and ${isByAuthor} and status = 'approved') as approved,
      (select count(*)::int from comments where ${isByAuthor} and status = 'spam') as spam,
      (select count(*)::int from comments
        where ${comment.content.length >= MIN_DUPLICATE_LENGTH} and content = ${comment.content}
          and (author_email <> ${author.email} or entry_id <> ${comment.entryId})) as "duplicateTexts"`)
  return rows[0] ?? { approved: 0, spam: 0, duplicateTexts: 0 }
}

export async function entriesOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.selectDistinct({ id: comments.entryId }).from(comments).where(isAnyOf(comments.id, ids))
  return rows.map(({ id }) => id)
}

/** Loads comments locked in id order, so that concurrent moderation does not deadlock. */
export async function lockComments(tx: Tx, ids: readonly number[]): Promise<Comment[]> {
  if (ids.length === 0) return []
  return tx.select().from(comments).where(isAnyOf(comments.id, ids)).orderBy(comments.id).for('update')
}
