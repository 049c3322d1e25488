import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type MailFacts, mails } from './mail.table.ts'

export type NewMail = {
  readonly orderId: number
  readonly transition: string
  readonly template: string
  readonly recipient: string
  readonly subject: string
  readonly facts?: MailFacts
}

/**
 * Puts mails into the outbox, in the transaction of what they tell of. The same template for the same step of the same
 * order is written once, however often it is asked for.
 */
export async function writeMails(tx: Tx, asked: readonly NewMail[], now: Date): Promise<void> {
  await tx.execute(mailsWritten(asked, now))
}

/**
 * What `writeMails` does, as a part of a larger statement. With `number`, which may be a question to another part, it is
 * put where subjects have `numberToCome`. Returns the mails' ids.
 */
export function mailsWritten(asked: readonly NewMail[], now: Date, number?: SQL): SQL {
  const rows = asked.map(({ orderId, transition, template, recipient, subject, facts = {} }) => {
    return { order_id: orderId, transition, template, recipient, subject, facts }
  })
  const subject = number ? sql`replace(subject, ${numberToCome}, ${number}::text)` : sql`subject`
  return sql`
    insert into mails (order_id, transition, template, recipient, subject, facts, created_at, next_attempt_at)
    select order_id, transition, template, recipient, ${subject}, facts, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_populate_recordset(null::mails, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing
    returning mails.id`
}

/** Puts a mail into the outbox that is about no order and whose words are set already. */
export async function writeSetMail(
  tx: Tx,
  mail: {
    readonly template: string
    readonly transition: string
    readonly recipient: string
    readonly subject: string
    readonly html: string
    readonly text: string
  },
  now: Date,
): Promise<void> {
  await tx.insert(mails).values({ ...mail, createdAt: now, nextAttemptAt: now })
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

/** What went out is kept as it went out. */
export async function markSent(
  tx: Tx,
  id: number,
  said: { readonly html: string; readonly text: string },
  now: Date,
): Promise<void> {
  await tx
    .update(mails)
    .set({ ...said, status: 'sent', sentAt: now, attempts: sql`${mails.attempts} + 1`, lastError: null })
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

/** Takes up again what was given up. False when there is no such mail, or it was not. */
export async function tryAgain(db: Db | Tx, id: number, now: Date): Promise<boolean> {
  const changed = await db
    .update(mails)
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(and(eq(mails.id, id), eq(mails.status, 'failed')))
    .returning({ id: mails.id })
  return changed.length > 0
}

/** Stands for the number of an order that takes it in the very statement that writes its mails (`changeStatus`). */
export const numberToCome = '\u{E000}'
