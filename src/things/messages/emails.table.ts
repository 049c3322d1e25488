import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export type EmailStatus = 'waiting' | 'sent' | 'failed'

/** What a mail tells that its order does not hold. */
export type EmailData = {
  readonly note?: string
  readonly refundCents?: number
  readonly reason?: string
  readonly dispute?: {
    readonly amountCents: number
    /** As a half sentence. */
    readonly reason: string
    readonly isInquiry: boolean
    readonly isLost: boolean
    /** The last day for an answer, in words. */
    readonly respondBy?: string
  }
  /** Until when an order is kept, ISO 8601. */
  readonly until?: string
  /** Of the link that sets the password of a new account; without one it was chosen already. */
  readonly passwordKey?: string
}

/** The outbox. A mail is asked for in the transaction of what it tells of; its words are set when it is sent. */
export const emails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id'),
    /** The change of state it tells of, e.g. `pending>processing`. */
    transition: text('transition').notNull().default(''),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** What it tells besides the order: a note, an amount given back. */
    data: jsonb('facts').$type<EmailData>().notNull().default({}),
    /** Both are written when it is sent, from the order's own record. */
    html: text('html'),
    text: text('text'),
    status: text('status').$type<EmailStatus>().notNull().default('waiting'),
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
