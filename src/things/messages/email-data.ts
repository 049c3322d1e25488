import { and, inArray, lt, sql } from 'drizzle-orm'
import { deleteRows, namesPerson, type PersonalData, personalTable } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'
import { emails } from './emails.table.ts'
import { mailOptOuts } from './opt-outs.table.ts'

/** Emails to the person. Waiting ones, such as the notice of the deletion, are sent first. */
export const emailData = personalTable({
  id: 'emails',
  title: 'Emails we sent',
  table: emails,
  columns: {
    sent: emails.sentAt,
    queued: emails.createdAt,
    to: emails.recipient,
    subject: emails.subject,
    kind: emails.template,
    text: emails.text,
  },
  of: ({ email }) => (email === null ? sql`false` : sql`lower(${emails.recipient}) = ${email}`),
})

export const mailChoiceData: PersonalData = {
  id: 'mail-choices',
  title: 'Emails you do not want',
  tables: ['mail_opt_outs'],
  read: (db, person) =>
    db
      .select({ kind: mailOptOuts.template, since: mailOptOuts.createdAt })
      .from(mailOptOuts)
      .where(namesPerson(person, mailOptOuts)),
  erase: (tx, person) => deleteRows(tx, mailOptOuts, namesPerson(person, mailOptOuts)),
}

const isOver = (cutoff: Date) => and(inArray(emails.status, ['sent', 'failed']), lt(emails.createdAt, cutoff))

export const emailRetention: RetentionRule = {
  id: 'emails',
  title: 'Emails sent',
  description: 'Emails in the outbox that were sent or given up are deleted, with their text.',
  minimumDays: 7,
  count: (db, cutoff) => db.$count(emails, isOver(cutoff)),
  async apply(tx, cutoff, limit) {
    const batch = tx.select({ id: emails.id }).from(emails).where(isOver(cutoff)).orderBy(emails.id).limit(limit)
    return deleteRows(tx, emails, inArray(emails.id, batch))
  },
}
