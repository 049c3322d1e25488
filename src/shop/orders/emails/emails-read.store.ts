import { and, count, desc, eq, ilike, or, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { type EmailStatus, emails } from '../../../things/messages/emails.table.ts'

export type Email = typeof emails.$inferSelect
/** An email without its body, for lists. */
export type EmailSummary = Omit<Email, 'html' | 'text' | 'data'>

export type EmailFilter = { readonly status: EmailStatus | 'any'; readonly search: string }

const summaryColumns = {
  id: emails.id,
  orderId: emails.orderId,
  transition: emails.transition,
  template: emails.template,
  recipient: emails.recipient,
  subject: emails.subject,
  status: emails.status,
  attempts: emails.attempts,
  lastError: emails.lastError,
  nextAttemptAt: emails.nextAttemptAt,
  createdAt: emails.createdAt,
  sentAt: emails.sentAt,
}

function filterCondition(filter: EmailFilter): SQL | undefined {
  const pattern = `%${filter.search.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  return and(
    filter.status === 'any' ? undefined : eq(emails.status, filter.status),
    filter.search.trim() === '' ? undefined : or(ilike(emails.recipient, pattern), ilike(emails.subject, pattern)),
  )
}

/** One page of the outbox, newest first, and the number of matching emails. */
export async function readEmails(
  db: Db | Tx,
  filter: EmailFilter,
  page: { readonly number: number; readonly size: number },
): Promise<{ readonly total: number; readonly emails: readonly EmailSummary[] }> {
  const where = filterCondition(filter)
  const [totals] = await db.select({ total: count() }).from(emails).where(where)
  const rows = await db
    .select(summaryColumns)
    .from(emails)
    .where(where)
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(page.size)
    .offset((page.number - 1) * page.size)
  return { total: totals?.total ?? 0, emails: rows }
}

export async function readEmail(db: Db | Tx, id: number): Promise<Email | null> {
  const [email] = await db.select().from(emails).where(eq(emails.id, id))
  return email ?? null
}
