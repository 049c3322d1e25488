import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../../platform/database/connect.ts'
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { isKnownCard } from '../../gateways/cards/saved-cards.store.ts'
import { clientSecretDigest } from '../../gateways/client-secret.ts'
import type { Intent } from '../../gateways/payment-intent.ts'
import type { ProviderName } from '../../gateways/provider.ts'
import type { ProviderEvent } from '../../gateways/stripe/stripe-objects.ts'
import { type PaymentStatus, paymentEvents, payments } from './payments.table.ts'

export type Payment = typeof payments.$inferSelect
export type PaymentEvent = typeof paymentEvents.$inferSelect

type NewPayment = Pick<Payment, 'orderId' | 'provider' | 'amountCents' | 'currency' | 'cartVersion'> &
  Partial<Pick<Payment, 'captureMethod' | 'methodType'>> & { now: Date; newCardId?: string }

/** Concurrent callers get the same row and idempotency key, hence one intent. `isKnownCard`: a customer has saved it. */
export async function startPayment(tx: Db | Tx, { now, newCardId = '', ...payment }: NewPayment) {
  const columns = { ...getTableColumns(payments), isKnownCard: isKnownCard(payment.provider, newCardId) }
  // Not derived from the order id, because the provider's account outlives the database of a shop that is set up again.
  const idempotencyKey = `payment-${randomUUID()}`
  const [inserted] = await tx
    .insert(payments)
    .values({ ...payment, idempotencyKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning(columns)
  const active = inserted ?? (await tx.select(columns).from(payments).where(isActiveOf(payment.orderId)))[0]
  if (!active) throw new Error(`Order ${payment.orderId} has no payment although one was just begun`)
  return active
}

const isActiveOf = (orderId: number) => and(eq(payments.orderId, orderId), ne(payments.status, 'canceled'))

export const findActivePayment = (tx: Db | Tx, orderId: number): Promise<Payment | null> =>
  tx.select().from(payments).where(isActiveOf(orderId)).then(firstOf)

/** Cancels a payment that the provider does not know yet, because the order's amount has changed. */
export async function endUnstartedPayment(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'canceled', updatedAt: now })
    .where(and(isActiveOf(orderId), isNull(payments.intentId)))
}

/** False if it had ended before. */
export async function endPayment(tx: Db | Tx, id: number, now: Date): Promise<boolean> {
  const isOpen = notInArray(payments.status, finalStatuses)
  const { rowCount } = await tx
    .update(payments)
    .set({ status: 'canceled', updatedAt: now })
    .where(and(eq(payments.id, id), isOpen))
  return rowCount === 1
}

export const findPayment = (tx: Db | Tx, id: number): Promise<Payment | null> =>
  tx.select().from(payments).where(eq(payments.id, id)).then(firstOf)

export const findPaymentByIntent = (tx: Db | Tx, intentId: string): Promise<Payment | null> =>
  tx.select().from(payments).where(eq(payments.intentId, intentId)).then(firstOf)

const finalStatuses: PaymentStatus[] = ['succeeded', 'canceled']

/** Marks a confirmation as unanswered: for two minutes, an intent that looks unconfirmed proves nothing. */
export async function markUnanswered(db: Db, intentId: string, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ unansweredAt: now, updatedAt: now })
    .where(and(eq(payments.intentId, intentId), notInArray(payments.status, finalStatuses)))
}

/**
 * Stores an intent in its payment, or in the order's payment without intent id. A final state is never overwritten.
 * False if nothing was stored.
 */
export async function storeIntent(
  tx: Db | Tx,
  { orderId, intent, now }: { orderId: number; intent: Intent; now: Date },
): Promise<boolean> {
  const isUnknown = sql`not exists (select 1 from payments as own where own.intent_id = ${intent.id})`
  const stored = await tx
    .update(payments)
    .set({
      intentId: intent.id,
      clientSecretDigest: clientSecretDigest(intent.clientSecret),
      status: intent.status,
      ...(intent.status === 'requires_capture'
        ? { authorizedAt: sql`coalesce(${payments.authorizedAt}, ${now})` }
        : {}),
      capturedCents: intent.amountReceivedCents,
      paymentMethodId: intent.paymentMethodId,
      chargeId: intent.chargeId,
      cardBrand: intent.card?.brand ?? null,
      cardLast4: intent.card?.last4 ?? null,
      cardFingerprint: intent.card?.fingerprint ?? null,
      cardCountry: intent.card?.country ?? null,
      cardPostalCheck: intent.card?.postalCheck ?? null,
      lastErrorCode: intent.lastError ? (intent.lastError.declineCode ?? intent.lastError.code) : null,
      lastErrorMessage: intent.lastError?.message ?? null,
      unansweredAt: stillUnanswered(intent, now),
      updatedAt: now,
    })
    .where(
      and(
        eq(payments.orderId, orderId),
        or(eq(payments.intentId, intent.id), and(isNull(payments.intentId), isUnknown)),
        notInArray(payments.status, finalStatuses),
      ),
    )
    .returning({ id: payments.id })
  return stored.length > 0
}

/** How long an unanswered request may still take effect: providers give up on banks well before. */
const LATE_RESULT_MS = 120_000

function stillUnanswered(intent: Intent, now: Date) {
  const isUntried = intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation'
  if (!isUntried) return null
  const since = new Date(now.getTime() - LATE_RESULT_MS)
  return sql`case when ${payments.unansweredAt} > ${since} then ${payments.unansweredAt} end`
}

/** Least recently updated first. A payment without an intent at the provider cannot hold money. */
export async function unsettledPayments(
  tx: Db | Tx,
  provider: ProviderName,
  limit: number,
): Promise<{ intentId: string; orderId: number }[]> {
  const isUnsettled = notInArray(payments.status, finalStatuses)
  const rows = await tx
    .select({ intentId: payments.intentId, orderId: payments.orderId })
    .from(payments)
    .where(and(isUnsettled, eq(payments.provider, provider), isNotNull(payments.intentId)))
    .orderBy(asc(payments.updatedAt))
    .limit(limit)
  return rows.flatMap(({ intentId, orderId }) => (intentId === null ? [] : [{ intentId, orderId }]))
}

/** Puts a payment behind the other unsettled ones. */
export async function touchUnsettledPayment(db: Db, intentId: string, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ updatedAt: now })
    .where(and(eq(payments.intentId, intentId), notInArray(payments.status, finalStatuses)))
}

/**
 * Stores a webhook event, without its content if its order has no personal data any more: to apply it, the payment is
 * retrieved. False for a duplicate: the provider repeats an event until it gets a response.
 */
export async function insertEvent(tx: Db | Tx, event: ProviderEvent, now: Date): Promise<boolean> {
  const { id: eventId, type, intentId, payload } = event
  const content = sql`case when ${isErased(sql`${intentId}`)} then '{}'::jsonb else ${JSON.stringify(payload)}::jsonb end`
  const inserted = await tx
    .insert(paymentEvents)
    .values({ eventId, type, intentId, payload: content, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return inserted.length > 0
}

/** An event that is not applied yet; null when it was applied or is unknown. Counts the attempt. */
export const claimEvent = (tx: Db | Tx, eventId: string): Promise<PaymentEvent | null> =>
  tx
    .update(paymentEvents)
    .set({ attempts: sql`${paymentEvents.attempts} + 1` })
    .where(and(eq(paymentEvents.eventId, eventId), isNull(paymentEvents.appliedAt)))
    .returning()
    .then(firstOf)

/** Whether the order of the intent has no personal data any more. */
const isErased = (intentId: SQL): SQL => sql`exists (select from payments join orders on orders.id = payments.order_id
  where payments.intent_id = ${intentId} and orders.anonymised_at is not null)`

/** Without its content if its order was erased after `insertEvent`. */
export async function markEventApplied(tx: Db | Tx, eventId: string, now: Date): Promise<void> {
  await tx
    .update(paymentEvents)
    .set({
      appliedAt: now,
      lastError: null,
      payload: sql`case when ${isErased(sql`payment_events.intent_id`)} then '{}'::jsonb else ${paymentEvents.payload} end`,
    })
    .where(and(eq(paymentEvents.eventId, eventId), isNull(paymentEvents.appliedAt)))
}

export async function markEventFailed(db: Db, eventId: string, error: string): Promise<void> {
  await db.update(paymentEvents).set({ lastError: error }).where(eq(paymentEvents.eventId, eventId))
}

/** The provider repeats an event for a month at most; a dispute, for which staff look it up, may come after four. */
const EVENT_MS = 180 * DAY_MS

/** Deletes old events. Those that could not be applied stay. */
export const deleteAppliedEvents = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, paymentEvents.id, lt(paymentEvents.appliedAt, new Date(now.getTime() - EVENT_MS)))

export const reopenEvent = (db: Db, id: number): Promise<PaymentEvent | null> =>
  db.update(paymentEvents).set({ appliedAt: null }).where(eq(paymentEvents.id, id)).returning().then(firstOf)
