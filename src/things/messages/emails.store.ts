import { and, asc, eq, getTableColumns, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { containsText, listOrder, readPage } from '../../platform/database/list-query.ts'
import { type Email, type EmailStatus, emails } from './emails.table.ts'
import { secretExpired } from './sealed-payload.ts'

export type NewEmail = Pick<Email, 'key' | 'orderId' | 'template' | 'recipient' | 'subject' | 'data'> &
  Partial<Pick<Email, 'sealed' | 'sealedUntil'>>

/** Queues emails in the outbox, in the transaction that causes them. Each pair of template and key is inserted once. */
export async function insertEmails(tx: Tx, emails: readonly NewEmail[], now: Date): Promise<void> {
  await tx.execute(insertEmailsSql(emails, now))
}

export function insertEmailsSql(emails: readonly NewEmail[], now: Date): SQL {
  const rows = emails.map(({ orderId, sealedUntil, ...email }) => {
    return { order_id: orderId, sealed_until: sealedUntil, ...email }
  })
  return sql`
    insert into emails
      (order_id, key, template, recipient, subject, data, sealed, sealed_until, created_at, next_attempt_at)
    select order_id, key, template, recipient, subject, data, sealed, sealed_until, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_populate_recordset(null::emails, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing
    returning emails.id`
}

export type EmailContent = { readonly html: string; readonly text: string; readonly replyTo?: string | undefined }

export const lockNextWaitingEmail = (tx: Tx, now: Date): Promise<Email | null> =>
  tx
    .select()
    .from(emails)
    .where(and(eq(emails.status, 'waiting'), lte(emails.nextAttemptAt, now)))
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(1)
    .for('update', { skipLocked: true })
    .then(firstOf)

/** PostgreSQL refuses the character NUL. */
const storable = (text: string): string => text.replaceAll('\0', '')

/** Stores the sent content and deletes the secrets. */
export async function markSent(tx: Tx, id: number, { html, text, replyTo }: EmailContent, now: Date): Promise<void> {
  await tx
    .update(emails)
    .set({
      html: storable(html),
      text: storable(text),
      replyTo,
      sealed: null,
      status: 'sent',
      sentAt: now,
      attempts: sql`${emails.attempts} + 1`,
      lastError: null,
    })
    .where(eq(emails.id, id))
}

/** `nextAttemptAt` null: no further attempts. */
export async function markFailed(tx: Tx, id: number, error: string, nextAttemptAt: Date | null): Promise<void> {
  await tx
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      lastError: storable(error).slice(0, 500),
      ...(nextAttemptAt ? { nextAttemptAt } : { status: 'failed' as const }),
    })
    .where(eq(emails.id, id))
}

export const hasLostSecret = (
  { isSealed, sealedUntil }: Pick<EmailSummary, 'isSealed' | 'sealedUntil'>,
  now: Date,
): boolean => sealedUntil !== null && !(isSealed && sealedUntil > now)

export type ResendResult = 'queued' | 'nothing' | 'secret-gone'

/** Requeues a failed email, or queues a copy of a sent one. Refused if its link or code has been deleted. */
export async function resendEmail(db: Db | Tx, id: number, now: Date): Promise<ResendResult> {
  const [email] = await db.select().from(emails).where(eq(emails.id, id))
  if (!email || email.status === 'waiting') return 'nothing'
  if (hasLostSecret({ ...email, isSealed: email.sealed !== null }, now)) return 'secret-gone'
  if (email.status === 'failed') {
    // Only one of several concurrent requests requeues it.
    const { rowCount } = await db
      .update(emails)
      .set({ status: 'waiting', attempts: 0, nextAttemptAt: now })
      .where(and(eq(emails.id, id), eq(emails.status, 'failed')))
    return rowCount === 0 ? 'nothing' : 'queued'
  }
  const { orderId, template, recipient, subject, data, html, text, replyTo } = email
  const copy = { orderId, template, recipient, subject, data, html, text, replyTo, createdAt: now, nextAttemptAt: now }
  await db.insert(emails).values(copy)
  return 'queued'
}

/** Fails waiting emails whose secrets have expired, except those that are being sent. */
export async function dropExpiredSecrets(db: Db, now: Date): Promise<number> {
  const expired = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(isNotNull(emails.sealed), lte(emails.sealedUntil, now)))
    .for('update', { skipLocked: true })
  const waits = sql`${emails.status} = 'waiting'`
  const dropped = await db
    .update(emails)
    .set({
      sealed: null,
      status: sql`case when ${waits} then 'failed' else ${emails.status} end`,
      lastError: sql`case when ${waits} then ${secretExpired} else ${emails.lastError} end`,
    })
    .where(inArray(emails.id, expired))
    .returning({ id: emails.id })
  return dropped.length
}

export type EmailSummary = Omit<Email, 'html' | 'text' | 'replyTo' | 'data' | 'sealed'> & { readonly isSealed: boolean }

type EmailQuery = {
  readonly status: EmailStatus | 'any'
  readonly search: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const { html: _html, text: _text, replyTo: _replyTo, data: _data, sealed, ...columns } = getTableColumns(emails)
const summaryColumns = { ...columns, isSealed: sql<boolean>`${sealed} is not null` }

export function readEmails(db: Db | Tx, { status, search, order, ...page }: EmailQuery) {
  const where = and(
    status === 'any' ? undefined : eq(emails.status, status),
    containsText(search, [emails.recipient, emails.subject]),
  )
  const byDate = listOrder({ date: emails.createdAt }, emails.id, { orderby: 'date', order })
  return readPage(db, db.select(summaryColumns).from(emails).$dynamic(), emails, { ...page, where, order: byDate })
}

export const readEmail = (db: Db | Tx, id: number): Promise<Email | null> =>
  db.select().from(emails).where(eq(emails.id, id)).then(firstOf)
