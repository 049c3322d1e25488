import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export type MailStatus = 'waiting' | 'sent' | 'failed'

/** The outbox. A mail is written in the same transaction as what it tells of, and sent afterwards. */
export const mails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id'),
    /** The change of state it tells of, e.g. `pending>processing`. */
    transition: text('transition').notNull().default(''),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    status: text('status').$type<MailStatus>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('mails_once')
      .on(table.orderId, table.transition, table.template)
      .where(sql`${table.orderId} is not null`),
    index('mails_waiting').on(table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index('mails_newest').on(table.createdAt.desc()),
  ],
)
