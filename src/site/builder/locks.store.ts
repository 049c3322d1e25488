import { and, eq, gt, lte, or } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import { columnsOf, type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { builderLocks } from './builder.table.ts'

/** A lock expires if it is not renewed: the editor was closed, or is offline. */
export const LOCK_MS = 60_000

/** One open editor window; a user may have two. */
export type Editor = { readonly userId: number; readonly session: string }
export type Lock = Editor & { readonly name: string; readonly renewedAt: Date }

const isOf = ({ userId, session }: Editor) => and(eq(builderLocks.userId, userId), eq(builderLocks.session, session))

const endOf = (now: Date): Date => new Date(now.getTime() - LOCK_MS)

export const findLock = (db: Db | Tx, entryId: number, now: Date): Promise<Lock | null> =>
  db
    .select({ ...columnsOf(builderLocks, 'userId', 'session', 'renewedAt'), name: users.name })
    .from(builderLocks)
    .innerJoin(users, eq(users.id, builderLocks.userId))
    .where(and(eq(builderLocks.entryId, entryId), gt(builderLocks.renewedAt, endOf(now))))
    .then(firstOf)

/** Takes a free, expired or own lock; another editor's only if `takesOver`. Of concurrent calls one wins. */
export async function takeLock(tx: Tx, entryId: number, by: Editor & { readonly now: Date; takesOver: boolean }) {
  const { userId, session, now } = by
  const values = { userId, session, renewedAt: now }
  await tx
    .insert(builderLocks)
    .values({ entryId, ...values })
    .onConflictDoUpdate({
      target: builderLocks.entryId,
      set: values,
      ...(by.takesOver ? {} : { setWhere: or(lte(builderLocks.renewedAt, endOf(now)), isOf(by)) }),
    })
  return findLock(tx, entryId, now)
}

/**
 * Extends the caller's lock, because they are still writing; never another editor's. Returns who has it: a window that
 * takes it over waits for the end of this transaction.
 */
export async function renewLock(tx: Tx, entryId: number, by: Editor, now: Date): Promise<Lock | null> {
  await tx
    .update(builderLocks)
    .set({ renewedAt: now })
    .where(and(eq(builderLocks.entryId, entryId), isOf(by)))
  return findLock(tx, entryId, now)
}

/** Whether another user, or another window of this one, edits the page. */
export const isHeldByOther = (lock: Lock | null, { userId, session }: Editor): boolean =>
  lock !== null && (lock.userId !== userId || lock.session !== session)

export const releaseLock = (db: Db | Tx, entryId: number, by: Editor) =>
  db.delete(builderLocks).where(and(eq(builderLocks.entryId, entryId), isOf(by)))
