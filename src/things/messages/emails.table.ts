import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export type EmailStatus = 'waiting' | 'sent' | 'failed'

type Columns = Readonly<Record<'data' | 'key', SQLWrapper>>

/** The comment or review that an email is about. */
export const commentIdOf = ({ data }: Pick<Columns, 'data'>): SQL => sql`(${data} ->> 'commentId')`

/** The submission of a contact form that an email is about, in its data, or in the key of one that the form composed. */
export const submissionIdOf = ({ data, key }: Columns): SQL => sql`coalesce(${data} ->> 'submissionId',
  case when ${key} like 'form:%' then split_part(${key}, ':', 2) end)`

/** Outbox. An email is queued in the transaction that causes it and rendered when it is sent. */
export const emails = pgTable(
  'emails',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id'),
    /** Identifies the event, so that a template is sent once for it. */
    key: text('key'),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Payload from which the email is rendered, without the sealed part. */
    data: jsonb('data').$type<object>().notNull().default({}),
    /** Encrypted links and codes of the payload (sealed-payload.ts), until they are sent or expire. */
    sealed: text('sealed'),
    /** When the sealed part expires; kept after its deletion. Null: there is none. */
    sealedUntil: timestamp('sealed_until', { withTimezone: true }),
    /** Set when the email is sent, with keys and codes blanked. */
    html: text('html'),
    text: text('text'),
    replyTo: text('reply_to'),
    status: text('status').$type<EmailStatus>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('emails_once').on(table.key, table.template),
    index('emails_waiting').on(table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index('emails_sealed').on(table.sealedUntil).where(sql`${table.sealed} is not null`),
    index('emails_order').on(table.orderId),
    index('emails_created').on(table.createdAt, table.id),
    // What an erasure looks for: emails to a person, about a comment, and about a submission of a contact form.
    index('emails_recipient').on(sql`lower(${table.recipient})`),
    index('emails_comment')
      .on(commentIdOf(table))
      .where(sql`${commentIdOf(table)} is not null`),
    index('emails_submission')
      .on(submissionIdOf(table))
      .where(sql`${submissionIdOf(table)} is not null`),
  ],
)

export type Email = typeof emails.$inferSelect
