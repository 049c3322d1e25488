import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { FraudAction, FraudReason } from './fraud-rules.ts'

export const fraudAssessments = pgTable(
  'fraud_assessments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The foreign key is in the migration: assessments are deleted with their order. */
    orderId: integer('order_id').notNull(),
    cardFingerprint: text('card_fingerprint'),
    action: text('action').$type<FraudAction>().notNull(),
    reasons: jsonb('reasons').$type<readonly FraudReason[]>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('fraud_assessments_order').on(table.orderId),
    index('fraud_assessments_card').on(table.cardFingerprint).where(sql`${table.cardFingerprint} is not null`),
  ],
)
