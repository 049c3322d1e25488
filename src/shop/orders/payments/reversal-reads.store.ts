import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ProviderName } from '../../gateways/provider.ts'
import type { ListedReversal } from '../../gateways/stripe/stripe-account.ts'
import { paymentDisputes, paymentRefunds, payments, reversalReads } from './payments.table.ts'

export async function reversalsReadThrough(db: Db, provider: ProviderName): Promise<Date | null> {
  const [row] = await db.select().from(reversalReads).where(eq(reversalReads.provider, provider))
  return row?.readThrough ?? null
}

/** Stores until when refunds and disputes were listed; of concurrent writes the later time wins. */
export async function setReversalsReadThrough(tx: Tx, provider: ProviderName, readThrough: Date): Promise<void> {
  await tx
    .insert(reversalReads)
    .values({ provider, readThrough })
    .onConflictDoUpdate({
      target: reversalReads.provider,
      set: { readThrough: sql`greatest(${reversalReads.readThrough}, ${readThrough})` },
    })
}

/** Listed refunds and disputes of this shop's payments that are not stored, or stored with another status. */
export async function missedReversals(db: Db, listed: readonly ListedReversal[]): Promise<ListedReversal[]> {
  if (listed.length === 0) return []
  const ids = listed.map(({ id }) => id)
  const [refunds, disputes, known] = await Promise.all([
    db
      .select({ id: paymentRefunds.refundId, status: paymentRefunds.status })
      .from(paymentRefunds)
      .where(inArray(paymentRefunds.refundId, ids)),
    db
      .select({ id: paymentDisputes.disputeId, status: paymentDisputes.status })
      .from(paymentDisputes)
      .where(inArray(paymentDisputes.disputeId, ids)),
    db
      .select({ intentId: payments.intentId })
      .from(payments)
      .where(inArray(payments.intentId, [...new Set(listed.map(({ intentId }) => intentId))])),
  ])
  const statuses = new Map<string | null, string>([...refunds, ...disputes].map(({ id, status }) => [id, status]))
  const knownIntents = new Set(known.map(({ intentId }) => intentId))
  return listed.filter(({ id, intentId, status }) => knownIntents.has(intentId) && statuses.get(id) !== status)
}

/** Schedules reading the refunds and disputes of these payments, as soon as another try is allowed. */
export async function setReversalsDue(tx: Tx, intentIds: readonly string[], now: Date): Promise<void> {
  if (intentIds.length === 0) return
  // Locked in id order, because concurrent runs mark the same payments.
  const rows = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.intentId, [...intentIds]))
    .orderBy(asc(payments.id))
    .for('update')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.update(payments).set({ reversalsDueAt: now }).where(inArray(payments.id, ids))
}

/** Marks a payment's refunds and disputes as read. `nextAt`: when to read them again without a webhook; null: never. */
export async function setReversalsRead(tx: Tx, intentId: string, nextAt: Date | null): Promise<void> {
  const read = { reversalsDueAt: nextAt, reversalsRetryAt: null }
  await tx.update(payments).set(read).where(eq(payments.intentId, intentId))
}

/** After a failed read. `isDue`: tried again at `retryAt`; otherwise only if the provider lists a refund or dispute. */
export async function postponeReversals(db: Db, intentId: string, retryAt: Date, isDue: boolean): Promise<void> {
  const postponed = { reversalsDueAt: isDue ? retryAt : null, reversalsRetryAt: retryAt }
  await db.update(payments).set(postponed).where(eq(payments.intentId, intentId))
}

export async function dueReversals(db: Db, provider: ProviderName, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        lte(payments.reversalsDueAt, now),
        or(isNull(payments.reversalsRetryAt), lte(payments.reversalsRetryAt, now)),
      ),
    )
    .orderBy(asc(payments.reversalsDueAt))
    .limit(limit)
  return rows.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]))
}
