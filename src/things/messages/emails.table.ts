import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export type EmailStatus = 'waiting' | 'sent' | 'failed'

/** Template data that the order does not have. */
export type EmailData = {
  readonly note?: string
  readonly refundCents?: number
  readonly reason?: string
  readonly dispute?: {
    readonly amountCents: number
    /** As a clause of a sentence. */
    readonly reason: string
    readonly isInquiry: boolean
    readonly isLost: boolean
    /** The deadline for a response, as text. */
    readonly respondBy?: string
  }
  /** When an unpaid order expires, ISO 8601. */
  readonly until?: string
  /** Key of the set-password link of a new account; omitted if the password is already set. */
  readonly passwordKey?: string
}

/** Outbox. An email is queued in the transaction that causes it and rendered when it is sent. */
export const emails = pgTable(
  'emails',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id'),
    /** The order transition that caused it, e.g. `pending>processing`. */
    transition: text('transition').notNull().default(''),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Data besides the order: a note, a refund amount. */
    data: jsonb('data').$type<EmailData>().notNull().default({}),
    /** Both are set when it is sent, from the order's data. */
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
    uniqueIndex('emails_once_per_transition')
      .on(table.orderId, table.transition, table.template)
      .where(sql`${table.orderId} is not null`),
    index('emails_waiting').on(table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index('emails_created').on(table.createdAt.desc()),
  ],
)
