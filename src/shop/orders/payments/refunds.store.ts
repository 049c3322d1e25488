import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Db, firstOf, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import { paymentRefunds, payments } from './payments.table.ts'

export type OrderRefund = typeof paymentRefunds.$inferSelect
export type RefundState = OrderRefund['status']

/** Failed refunds do not count; pending ones do, because the money is on its way. */
export const hasFailed = ({ status }: { readonly status: RefundState }): boolean =>
  status === 'failed' || status === 'canceled'

export const releaseKeyPrefix = 'released-'

/** Whether this refund stands for authorized money that was never captured. */
export const isRelease = ({ idempotencyKey }: Pick<OrderRefund, 'idempotencyKey'>): boolean =>
  idempotencyKey.startsWith(releaseKeyPrefix)

export const refundsOfOrders = (db: Db | Tx, orderIds: readonly number[]): Promise<OrderRefund[]> =>
  db
    .select()
    .from(paymentRefunds)
    .where(isAnyOf(paymentRefunds.orderId, orderIds))
    .orderBy(sql`${paymentRefunds.id} desc`)

export const findRefund = (db: Db | Tx, orderId: number, id: number): Promise<OrderRefund | null> =>
  db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.orderId, orderId)))
    .then(firstOf)

export async function refundedByHand(tx: Tx, orderId: number): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${paymentRefunds.amountCents}), 0)::int` })
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.orderId, orderId),
        isNull(paymentRefunds.paymentId),
        eq(paymentRefunds.status, 'succeeded'),
      ),
    )
  return row?.cents ?? 0
}

type NewRefund = Omit<typeof paymentRefunds.$inferInsert, 'id' | 'refundId'>

export const insertOrderRefund = (tx: Tx, refund: NewRefund): Promise<OrderRefund | null> =>
  tx
    .insert(paymentRefunds)
    .values(refund)
    .onConflictDoNothing({ target: paymentRefunds.idempotencyKey })
    .returning()
    .then(firstOf)

export async function setRetry(tx: Tx, id: number, retryId: number): Promise<void> {
  await tx.update(paymentRefunds).set({ retryId }).where(eq(paymentRefunds.id, id))
}

export async function deleteRefund(tx: Tx, id: number): Promise<void> {
  await tx.delete(paymentRefunds).where(eq(paymentRefunds.id, id))
}

export type UnfinishedRefund = OrderRefund & { readonly intentId: string }

const unfinished = (db: Db | Tx) =>
  db
    .select({ refund: paymentRefunds, intentId: payments.intentId })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))

const withIntent = ({ refund, intentId }: { refund: OrderRefund; intentId: string | null }): UnfinishedRefund[] =>
  intentId === null ? [] : [{ ...refund, intentId }]

export async function findUnfinishedRefund(db: Db | Tx, id: number): Promise<UnfinishedRefund | null> {
  const rows = await unfinished(db).where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.status, 'starting')))
  return rows.flatMap(withIntent)[0] ?? null
}

export async function unfinishedRefunds(db: Db, startedBefore: Date, limit = 100): Promise<UnfinishedRefund[]> {
  const rows = await unfinished(db)
    .where(
      and(
        eq(paymentRefunds.status, 'starting'),
        lt(paymentRefunds.createdAt, startedBefore),
        isNotNull(payments.intentId),
      ),
    )
    .orderBy(asc(paymentRefunds.id))
    .limit(limit)
  return rows.flatMap(withIntent)
}
