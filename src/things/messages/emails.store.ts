import { and, asc, count, desc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { containsText } from '../../platform/database/text-search.ts'
import { type Email, type EmailStatus, emails } from './emails.table.ts'

export type NewEmail = Pick<Email, 'key' | 'orderId' | 'template' | 'recipient' | 'subject' | 'data'>

/** Queues emails in the outbox, in the transaction that causes them. The same template and key are inserted once. */
export async function insertEmails(tx: Tx, emails: readonly NewEmail[], now: Date): Promise<void> {
  await tx.execute(insertEmailsSql(emails, now))
}

/** `insertEmails` as part of a larger statement. Returns the ids of the emails. */
export function insertEmailsSql(emails: readonly NewEmail[], now: Date): SQL {
  const rows = emails.map(({ orderId, ...email }) => {
    return { order_id: orderId, ...email }
  })
  return sql`
    insert into emails (order_id, key, template, recipient, subject, data, created_at, next_attempt_at)
    select order_id, key, template, recipient, subject, data, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_populate_recordset(null::emails, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing
    returning emails.id`
}

export type EmailContent = { readonly html: string; readonly text: string; readonly replyTo?: string }

/** Locks the next due email, so that no other process sends it. */
export async function lockNextWaitingEmail(tx: Tx, now: Date): Promise<Email | null> {
  const [email] = await tx
    .select()
    .from(emails)
    .where(and(eq(emails.status, 'waiting'), lte(emails.nextAttemptAt, now)))
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return email ?? null
}

/** The sent content is stored. */
export async function markSent(tx: Tx, id: number, content: EmailContent, now: Date): Promise<void> {
  await tx
    .update(emails)
    .set({ ...content, status: 'sent', sentAt: now, attempts: sql`${emails.attempts} + 1`, lastError: null })
    .where(eq(emails.id, id))
}

/** `nextAttemptAt` null: no further attempts. */
export async function markFailed(tx: Tx, id: number, error: string, nextAttemptAt: Date | null): Promise<void> {
  await tx
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      lastError: error.slice(0, 500),
      ...(nextAttemptAt ? { nextAttemptAt } : { status: 'failed' as const }),
    })
    .where(eq(emails.id, id))
}

/** Requeues a failed email. False if there is none. */
export async function retryEmail(db: Db | Tx, id: number, now: Date): Promise<boolean> {
  const changed = await db
    .update(emails)
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(and(eq(emails.id, id), eq(emails.status, 'failed')))
    .returning({ id: emails.id })
  return changed.length > 0
}

/**
 * Sends an email again: a failed one is requeued, of one that was sent a copy is queued with the same content. False if
 * there is none, or it is still waiting.
 */
export async function resendEmail(db: Db | Tx, id: number, now: Date): Promise<boolean> {
  if (await retryEmail(db, id, now)) return true
  const [sent] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.status, 'sent')))
  if (!sent) return false
  const { orderId, template, recipient, subject, data, html, text, replyTo } = sent
  const copy = { orderId, template, recipient, subject, data, html, text, replyTo, createdAt: now, nextAttemptAt: now }
  await db.insert(emails).values(copy)
  return true
}

/** An email without its body, for lists. */
export type EmailSummary = Omit<Email, 'html' | 'text' | 'replyTo' | 'data'>

type EmailFilter = { readonly status: EmailStatus | 'any'; readonly search: string }

const { html: _html, text: _text, replyTo: _replyTo, data: _data, ...summaryColumns } = getTableColumns(emails)

function filterCondition(filter: EmailFilter): SQL | undefined {
  return and(
    filter.status === 'any' ? undefined : eq(emails.status, filter.status),
    containsText(filter.search, [emails.recipient, emails.subject]),
  )
}

/** One page of the outbox by date, and the number of matching emails. */
export async function readEmails(
  db: Db | Tx,
  filter: EmailFilter,
  order: 'asc' | 'desc',
  page: { readonly number: number; readonly size: number },
): Promise<{ readonly total: number; readonly emails: readonly EmailSummary[] }> {
  const where = filterCondition(filter)
  const direction = order === 'asc' ? asc : desc
  const [totals] = await db.select({ total: count() }).from(emails).where(where)
  const rows = await db
    .select(summaryColumns)
    .from(emails)
    .where(where)
    .orderBy(direction(emails.createdAt), direction(emails.id))
    .limit(page.size)
    .offset((page.number - 1) * page.size)
  return { total: totals?.total ?? 0, emails: rows }
}

export async function readEmail(db: Db | Tx, id: number): Promise<Email | null> {
  const [email] = await db.select().from(emails).where(eq(emails.id, id))
  return email ?? null
}
