import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { CaptureMethod, IntentStatus, PaymentMethodType } from '../../gateways/payment-intent.ts'
import type { ProviderName } from '../../gateways/provider.ts'
import type { DisputeStatus, Evidence, EvidenceFiles, RefundStatus } from '../../gateways/refunds-and-disputes.ts'
import type { Meta } from '../order-meta.ts'

/** `starting`: written before the provider is called, so that a crash in between can be repaired. */
export type PaymentStatus = 'starting' | IntentStatus

/** The only status in which a dispute puts an order on hold: paid, and not sent yet. */
export type HeldOrderStatus = 'processing'

const instant = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'date' })

export const payments = pg.pgTable(
  'payments',
  {
    id: pg.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: pg.integer('order_id').notNull(),
    provider: pg.text('provider').$type<ProviderName>().notNull(),
    /** Sent with the request that creates the intent; a repeated request never creates a second one. */
    idempotencyKey: pg.text('idempotency_key').notNull().unique(),
    intentId: pg.text('intent_id').unique(),
    /** To recognize a caller's client secret (`client-secret.ts`); the secret itself is not stored. */
    clientSecretDigest: pg.text('client_secret_digest'),
    status: pg.text('status').$type<PaymentStatus>().notNull().default('starting'),
    captureMethod: pg.text('capture_method').$type<CaptureMethod>().notNull().default('automatic'),
    /** The payment method type of its intent: another type needs another intent. */
    methodType: pg.text('method_type').$type<PaymentMethodType>().notNull().default('card'),
    /** When its authorization was first seen; it can be captured for seven days. */
    authorizedAt: instant('authorized_at'),
    captureRemindedAt: instant('capture_reminded_at'),
    amountCents: pg.integer('amount_cents').notNull(),
    capturedCents: pg.integer('captured_cents').notNull().default(0),
    refundedCents: pg.integer('refunded_cents').notNull().default(0),
    /** Synchronizations of its refunds and disputes: the number started, and the last one applied. */
    syncsStarted: pg.integer('syncs_started').notNull().default(0),
    lastAppliedSync: pg.integer('last_applied_sync').notNull().default(0),
    /** When refunds and disputes are read next without a webhook; null: never. */
    reversalsDueAt: instant('reversals_due_at'),
    /** Earliest time of the next read, because the last one has failed. */
    reversalsRetryAt: instant('reversals_retry_at'),
    currency: pg.text('currency').notNull(),
    cartVersion: pg.text('cart_version').notNull(),
    paymentMethodId: pg.text('payment_method_id'),
    chargeId: pg.text('charge_id'),
    cardBrand: pg.text('card_brand'),
    cardLast4: pg.text('card_last4'),
    cardFingerprint: pg.text('card_fingerprint'),
    cardCountry: pg.text('card_country'),
    cardPostalCheck: pg.text('card_postal_check'),
    lastErrorCode: pg.text('last_error_code'),
    lastErrorMessage: pg.text('last_error_message'),
    /** When the provider did not respond to a confirmation; null once its outcome is known. */
    unansweredAt: instant('unanswered_at'),
    /** Whether it differed from its order at the last comparison (`order-payments.store.ts`). */
    differs: pg.boolean('differs').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // A cancelled payment allows another one; any other is the order's one payment.
    pg.uniqueIndex('payments_one_active_per_order').on(table.orderId).where(sql`${table.status} <> 'canceled'`),
    pg.index('payments_order').on(table.orderId),
    pg.index('payments_created').on(table.createdAt, table.id),
    pg.index('payments_last4').on(table.cardLast4).where(sql`${table.cardLast4} is not null`),
    pg.index('payments_card').on(table.cardFingerprint).where(sql`${table.cardFingerprint} is not null`),
    pg.index('payments_unsettled').on(table.updatedAt).where(sql`${table.status} not in ('succeeded', 'canceled')`),
    pg.index('payments_reversals_due').on(table.reversalsDueAt).where(sql`${table.reversalsDueAt} is not null`),
    pg.index('payments_differing').on(table.id).where(sql`${table.differs}`),
    pg.check('payments_amount_positive', sql`${table.amountCents} > 0`),
    pg.check(
      'payments_refunded_within_captured',
      sql`${table.refundedCents} >= 0 and ${table.refundedCents} <= ${table.capturedCents}`,
    ),
    pg.check('payments_currency_upper', sql`${table.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/**
 * Orders with payments that have changed, or whose payments have, since the last comparison. Triggers add a row for each
 * change; without a key, so that concurrent changes do not wait for one another.
 */
export const paymentsToCompare = pg.pgTable('payments_to_compare', { orderId: pg.integer('order_id').notNull() })

/** Until when, by the provider's clock, the refunds and disputes of an account have been listed. */
export const reversalReads = pg.pgTable('payment_reversal_reads', {
  provider: pg.text('provider').$type<ProviderName>().primaryKey(),
  readThrough: instant('read_through').notNull(),
})

export const paymentEvents = pg.pgTable(
  'payment_events',
  {
    eventId: pg.text('event_id').primaryKey(),
    id: pg.integer('id').generatedAlwaysAsIdentity().unique(),
    type: pg.text('type').notNull(),
    intentId: pg.text('intent_id'),
    payload: pg.jsonb('payload').$type<Record<string, unknown>>().notNull(),
    receivedAt: instant('received_at').notNull(),
    appliedAt: instant('applied_at'),
    attempts: pg.integer('attempts').notNull().default(0),
    lastError: pg.text('last_error'),
  },
  (table) => [
    pg.index('payment_events_intent').on(table.intentId),
    pg.index('payment_events_unapplied').on(table.receivedAt).where(sql`${table.appliedAt} is null`),
  ],
)

/** A part of an order that a refund is for. `totalCents` is without tax; only lines have a quantity. */
export type RefundPart = {
  readonly kind: 'line' | 'shipping' | 'fee'
  /** Id of the line or shipping line, or position of the fee in the order. */
  readonly id: number
  readonly quantity: number
  readonly totalCents: number
  readonly taxCents: number
}

export const paymentRefunds = pg.pgTable(
  'payment_refunds',
  {
    id: pg.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: pg.integer('order_id').notNull(),
    /** Null: refunded by hand. */
    paymentId: pg.integer('payment_id').references(() => payments.id),
    /** Sent with the request. The provider stores it with the refund, so that a listed refund can be matched. */
    idempotencyKey: pg.text('idempotency_key').notNull().unique(),
    refundId: pg.text('refund_id').unique(),
    amountCents: pg.integer('amount_cents').notNull(),
    reason: pg.text('reason').notNull().default(''),
    status: pg.text('status').$type<'starting' | RefundStatus>().notNull().default('starting'),
    /** The refunded parts; empty: an amount of the order as a whole. */
    parts: pg.jsonb('parts').$type<readonly RefundPart[]>().notNull().default([]),
    /** Whether items are restocked once it has succeeded; null: according to the settings. */
    restocks: pg.boolean('restocks'),
    /** The staff member who made it: id and name of the account. */
    refundedBy: pg.integer('refunded_by').notNull().default(0),
    author: pg.text('author').notNull().default(''),
    problem: pg.text('problem').notNull().default(''),
    /** Metadata of API clients, numbered by their place. */
    meta: pg.jsonb('meta').$type<readonly Omit<Meta, 'id'>[]>().notNull().default([]),
    /** It has succeeded before, so restocking is done, even if the bank has returned the refund since. */
    hasSucceeded: pg.boolean('has_succeeded').notNull().default(false),
    /** The refund that retries this failed one; at most one. */
    retryId: pg
      .integer('retry_id')
      .unique()
      .references((): pg.AnyPgColumn => paymentRefunds.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    pg.index('payment_refunds_payment').on(table.paymentId),
    pg.index('payment_refunds_order').on(table.orderId),
    // Reports count refunds by day.
    pg.index('payment_refunds_created').on(table.createdAt),
    // One refund at a time is requested: its result decides how much is left for the next.
    pg.uniqueIndex('payment_refunds_one_starting').on(table.paymentId).where(sql`${table.status} = 'starting'`),
    pg.check('payment_refunds_amount_positive', sql`${table.amountCents} > 0`),
  ],
)

export const paymentDisputes = pg.pgTable(
  'payment_disputes',
  {
    id: pg.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    paymentId: pg
      .integer('payment_id')
      .notNull()
      .references(() => payments.id),
    disputeId: pg.text('dispute_id').notNull().unique(),
    amountCents: pg.integer('amount_cents').notNull(),
    reason: pg.text('reason').notNull(),
    status: pg.text('status').$type<DisputeStatus>().notNull(),
    /** The order's status before this dispute put it on hold; null: not held by it. */
    orderStatusBefore: pg.text('order_status_before').$type<HeldOrderStatus>(),
    dueBy: instant('due_by'),
    evidence: pg.jsonb('evidence').$type<Evidence>().notNull().default({}),
    files: pg.jsonb('files').$type<EvidenceFiles>().notNull().default({}),
    /** When it was submitted, stored before the provider is asked. */
    submittedAt: instant('submitted_at'),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    pg.index('payment_disputes_payment').on(table.paymentId),
    pg.check('payment_disputes_amount_positive', sql`${table.amountCents} > 0`),
  ],
)
