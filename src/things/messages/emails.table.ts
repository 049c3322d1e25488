import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export type EmailStatus = 'waiting' | 'sent' | 'failed'

/** Outbox. An email is queued in the transaction that causes it and rendered when it is sent. */
export const emails = pgTable(
  'emails',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id'),
    /** Names the event that caused it; a template is sent once for a key. */
    key: text('key'),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Payload of its type: what it is rendered from, without what is sealed. */
    data: jsonb('data').$type<object>().notNull().default({}),
    /** The part of the payload that lets its reader in (sealed-payload.ts), until it was sent or has expired. */
    sealed: text('sealed'),
    /** How long that part works; kept when it is gone. Null: the email has none. */
    sealedUntil: timestamp('sealed_until', { withTimezone: true }),
    /** These are set when it is sent, from what it is about; keys and digits are blank in them. */
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
    index('emails_created').on(table.createdAt.desc()),
  ],
)

export type Email = typeof emails.$inferSelect
