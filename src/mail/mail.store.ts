import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { mails } from './mail.table.ts'
import type { Message } from './message.ts'

/**
 * Puts a mail into the outbox, in the transaction of what it tells of. The same template for the same step of the same
 * order is written once, however often it is asked for.
 */
export async function writeMail(
  tx: Tx,
  mail: Message & {
    /** Left out: it is about no order. */
    readonly orderId?: number
    readonly transition: string
    readonly template: string
    readonly recipient: string
    readonly now: Date
  },
): Promise<void> {
  const { now, ...values } = mail
  await tx
    .insert(mails)
    .values({ ...values, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing()
}

export type WaitingMail = typeof mails.$inferSelect

/** Takes the next mail that is due, locked so that no other process sends it too. */
export async function takeWaitingMail(tx: Tx, now: Date): Promise<WaitingMail | null> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.status, 'waiting'), lte(mails.nextAttemptAt, now)))
    .orderBy(asc(mails.nextAttemptAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return mail ?? null
}

export async function markSent(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(mails)
    .set({ status: 'sent', sentAt: now, attempts: sql`${mails.attempts} + 1`, lastError: null })
    .where(eq(mails.id, id))
}

/** `nextAttemptAt` null: it is given up. */
export async function markFailed(tx: Tx, id: number, error: string, nextAttemptAt: Date | null): Promise<void> {
  await tx
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      lastError: error.slice(0, 500),
      ...(nextAttemptAt ? { nextAttemptAt } : { status: 'failed' as const }),
    })
    .where(eq(mails.id, id))
}
