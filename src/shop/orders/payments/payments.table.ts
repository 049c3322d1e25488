import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CaptureMethod, IntentStatus, PaymentMethodType } from '../../gateways/payment-intent.ts'
import type { ProviderName } from '../../gateways/provider.ts'
import type { DisputeStatus, Evidence, EvidenceFiles, RefundStatus } from '../../gateways/refunds-and-disputes.ts'

/** `starting`: written before the provider is called, so that a crash in between can be repaired. */
export type PaymentStatus = 'starting' | IntentStatus

/** The only status in which a dispute puts an order on hold: paid, and not sent yet. */
export type HeldOrderStatus = 'processing'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** One row per payment intent of an order. Amounts are integer cents. */
export const payments = pgTable(
  'payments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** Sent with the request that creates the intent; a repeated request never creates a second one. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    intentId: text('intent_id').unique(),
    /** By which the client secret of a caller is recognized (`client-secret.ts`); the secret itself is not kept. */
    clientSecretDigest: text('client_secret_digest'),
    status: text('status').$type<PaymentStatus>().notNull().default('starting'),
    captureMethod: text('capture_method').$type<CaptureMethod>().notNull().default('automatic'),
    /** What its intent can be paid with: another method of payment needs another intent. */
    methodType: text('method_type').$type<PaymentMethodType>().notNull().default('card'),
    /** When its authorization was first seen; it can be captured for seven days. */
    authorizedAt: instant('authorized_at'),
    captureRemindedAt: instant('capture_reminded_at'),
    amountCents: integer('amount_cents').notNull(),
    capturedCents: integer('captured_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Synchronizations of its refunds and disputes: the number started, and the last one applied. */
    syncsStarted: integer('syncs_started').notNull().default(0),
    lastAppliedSync: integer('last_applied_sync').notNull().default(0),
    /** When the provider is asked about them next without a message; null: not by itself. */
    reversalsDueAt: instant('reversals_due_at'),
    /** Not before then, because the last try has failed. */
    reversalsRetryAt: instant('reversals_retry_at'),
    currency: text('currency').notNull(),
    cartVersion: text('cart_version').notNull(),
    paymentMethodId: text('payment_method_id'),
    chargeId: text('charge_id'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** For the fraud rules (`CardDetails`). */
    cardFingerprint: text('card_fingerprint'),
    cardCountry: text('card_country'),
    cardPostalCheck: text('card_postal_check'),
    lastErrorCode: text('last_error_code'),
    lastErrorMessage: text('last_error_message'),
    /** When the provider did not respond to a confirmation; null once its outcome is known. */
    unansweredAt: instant('unanswered_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // A cancelled payment allows another one; any other is the order's one payment.
    uniqueIndex('payments_one_active_per_order').on(table.orderId).where(sql`${table.status} <> 'canceled'`),
    index('payments_order').on(table.orderId),
    index('payments_unsettled').on(table.updatedAt).where(sql`${table.status} not in ('succeeded', 'canceled')`),
    index('payments_reversals_due').on(table.reversalsDueAt).where(sql`${table.reversalsDueAt} is not null`),
    check('payments_amount_positive', sql`${table.amountCents} > 0`),
    check(
      'payments_refunded_within_captured',
      sql`${table.refundedCents} >= 0 and ${table.refundedCents} <= ${table.capturedCents}`,
    ),
    check('payments_currency_upper', sql`${table.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/** Up to which moment, by the provider's clock, the refunds and disputes of an account have been listed. */
export const reversalReads = pgTable('payment_reversal_reads', {
  provider: text('provider').$type<ProviderName>().primaryKey(),
  readThrough: instant('read_through').notNull(),
})

/** Webhook events as received, unique by the provider's event id. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: text('event_id').primaryKey(),
    id: integer('id').generatedAlwaysAsIdentity().unique(),
    type: text('type').notNull(),
    intentId: text('intent_id'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    receivedAt: instant('received_at').notNull(),
    appliedAt: instant('applied_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    index('payment_events_intent').on(table.intentId),
    index('payment_events_unapplied').on(table.receivedAt).where(sql`${table.appliedAt} is null`),
  ],
)

/** A part of an order that a refund is for. `totalCents` is without tax; only lines have a quantity. */
export type RefundPart = {
  readonly kind: 'line' | 'shipping' | 'fee'
  /** Id of the line or shipping line; of a fee its position in the order. */
  readonly id: number
  readonly quantity: number
  readonly totalCents: number
  readonly taxCents: number
}

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id').notNull(),
    /** Null: the money was given back by hand. */
    paymentId: integer('payment_id').references(() => payments.id),
    /** Sent with the request, and stored at the provider with the refund, which is found by it. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    refundId: text('refund_id').unique(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull().default(''),
    status: text('status').$type<'starting' | RefundStatus>().notNull().default('starting'),
    /** What it is for; empty: an amount of the order as a whole. */
    parts: jsonb('parts').$type<readonly RefundPart[]>().notNull().default([]),
    /** Whether the items go back into stock once it has succeeded; null: as the settings say. */
    restocks: boolean('restocks'),
    /** Who made it in the shop: id and name of the account. */
    refundedBy: integer('refunded_by').notNull().default(0),
    author: text('author').notNull().default(''),
    problem: text('problem').notNull().default(''),
    /** It was back once, so its pieces are dealt with; a bank can return a refund later. */
    hasSucceeded: boolean('has_succeeded').notNull().default(false),
    /** The refund that was made in place of this failed one; at most one. */
    retryId: integer('retry_id')
      .unique()
      .references((): AnyPgColumn => paymentRefunds.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('payment_refunds_payment').on(table.paymentId),
    index('payment_refunds_order').on(table.orderId),
    // The provider is asked for one at a time: the result decides what is left for the next.
    uniqueIndex('payment_refunds_one_starting').on(table.paymentId).where(sql`${table.status} = 'starting'`),
    check('payment_refunds_amount_positive', sql`${table.amountCents} > 0`),
  ],
)

export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    disputeId: text('dispute_id').notNull().unique(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    /** The order's status before this dispute put it on hold; null: not held by it. */
    orderStatusBefore: text('order_status_before').$type<HeldOrderStatus>(),
    dueBy: instant('due_by'),
    /** The shop's evidence: a draft until it is submitted. */
    evidence: jsonb('evidence').$type<Evidence>().notNull().default({}),
    /** Its documents, which are at the provider. */
    files: jsonb('files').$type<EvidenceFiles>().notNull().default({}),
    /** When it was submitted, stored before the provider is asked. */
    submittedAt: instant('submitted_at'),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('payment_disputes_payment').on(table.paymentId),
    check('payment_disputes_amount_positive', sql`${table.amountCents} > 0`),
  ],
)
