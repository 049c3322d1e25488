import { and, count, desc, eq, ilike, or, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type MailStatus, mails } from './mail.table.ts'

export type Mail = typeof mails.$inferSelect
/** A mail without its body, as lists show it. */
export type MailHead = Omit<Mail, 'html' | 'text' | 'facts'>

export type MailFilter = { readonly status: MailStatus | 'any'; readonly search: string }

const head = {
  id: mails.id,
  orderId: mails.orderId,
  transition: mails.transition,
  template: mails.template,
  recipient: mails.recipient,
  subject: mails.subject,
  status: mails.status,
  attempts: mails.attempts,
  lastError: mails.lastError,
  nextAttemptAt: mails.nextAttemptAt,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
}

function matching(filter: MailFilter): SQL | undefined {
  const pattern = `%${filter.search.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  return and(
    filter.status === 'any' ? undefined : eq(mails.status, filter.status),
    filter.search.trim() === '' ? undefined : or(ilike(mails.recipient, pattern), ilike(mails.subject, pattern)),
  )
}

/** One page of the outbox, newest first, and how many mails match. */
export async function readMails(
  db: Db | Tx,
  filter: MailFilter,
  page: { readonly number: number; readonly size: number },
): Promise<{ readonly total: number; readonly mails: readonly MailHead[] }> {
  const where = matching(filter)
  const [counted] = await db.select({ total: count() }).from(mails).where(where)
  const rows = await db
    .select(head)
    .from(mails)
    .where(where)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(page.size)
    .offset((page.number - 1) * page.size)
  return { total: counted?.total ?? 0, mails: rows }
}

export async function readMail(db: Db | Tx, id: number): Promise<Mail | null> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  return mail ?? null
}
