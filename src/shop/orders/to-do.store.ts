import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../platform/time/durations.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { WithPayments } from '../gateways/context.ts'
import { CAPTURE_WINDOW_MS } from '../gateways/payment-verdict.ts'
import type { ProviderName } from '../gateways/provider.ts'
import { orders } from './orders.table.ts'
import { readDifferingPayments } from './payments/order-payments.store.ts'
import { paymentDisputes, paymentRefunds, payments } from './payments/payments.table.ts'
import { awaitingAnswer } from './payments/reversals.store.ts'
import { closedStatuses } from './payments/reversals.ts'

const closed = sql.join(
  closedStatuses.map((status) => sql`${status}`),
  sql`, `,
)

export const hasOpenDispute: SQL = sql`exists (select from payment_disputes open_dispute
  join payments disputed on disputed.id = open_dispute.payment_id
  where disputed.order_id = ${orders.id} and open_dispute.status not in (${closed}))`

/** Orders whose payment is authorized and not captured: it can be captured for seven days, by the keys it was begun with. */
export const awaitsCapture = (provider: ProviderName): SQL =>
  sql`(${orders.status} = 'on-hold' and exists (select from payments authorized
    where authorized.order_id = ${orders.id} and authorized.status = 'requires_capture'
      and authorized.provider = ${provider} and authorized.authorized_at is not null))`

export type ToDo = {
  readonly kind: 'dispute' | 'capture' | 'failed-refund' | 'difference'
  readonly orderId: number
  readonly amountCents: number
  readonly currency: typeof orders.$inferSelect.currency
  readonly dueAt: Date | null
  readonly reason: string
}

/** Items shown per kind; one more is read to know whether there are more. */
const MAX_OF_KIND = 20

/** Comparing all payments ever made would take too long for a screen that is opened often. */
const DIFFERENCES_SINCE_MS = 30 * DAY_MS

const orderColumns = { orderId: orders.id, currency: orders.currency }

export async function readToDo({ db, payments: { provider } }: Pick<Platform, 'db'> & WithPayments, now: Date) {
  const disputes = await db
    .select({
      ...orderColumns,
      amountCents: paymentDisputes.amountCents,
      dueAt: paymentDisputes.dueBy,
      reason: paymentDisputes.reason,
    })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(inArray(paymentDisputes.status, [...awaitingAnswer]), isNull(paymentDisputes.submittedAt)))
    .orderBy(asc(paymentDisputes.dueBy))
    .limit(MAX_OF_KIND + 1)
  const captures = await db
    .select({ ...orderColumns, amountCents: orders.totalCents, authorizedAt: payments.authorizedAt })
    .from(payments)
    .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.status, 'on-hold')))
    .where(
      and(
        // Not a parameter, so that the index of unsettled payments serves.
        sql`${payments.status} = 'requires_capture'`,
        eq(payments.provider, provider.name),
        isNotNull(payments.authorizedAt),
      ),
    )
    .orderBy(asc(payments.authorizedAt))
    .limit(MAX_OF_KIND + 1)
  const refunds = await db
    .select({ ...orderColumns, amountCents: paymentRefunds.amountCents })
    .from(paymentRefunds)
    .innerJoin(orders, eq(orders.id, paymentRefunds.orderId))
    .where(and(inArray(paymentRefunds.status, ['failed', 'canceled']), isNull(paymentRefunds.retryId)))
    .orderBy(asc(paymentRefunds.id))
    .limit(MAX_OF_KIND + 1)
  const differing = await readDifferingPayments(db, new Date(now.getTime() - DIFFERENCES_SINCE_MS), MAX_OF_KIND + 1)
  const all: ToDo[] = [
    ...disputes.map((one) => ({ ...one, kind: 'dispute' as const })),
    ...captures.map(({ authorizedAt, ...one }) => ({
      ...one,
      kind: 'capture' as const,
      reason: '',
      dueAt: authorizedAt && new Date(authorizedAt.getTime() + CAPTURE_WINDOW_MS),
    })),
    ...refunds.map((one) => ({ ...one, kind: 'failed-refund' as const, dueAt: null, reason: '' })),
    ...differing.map(({ payment, order }) => ({
      kind: 'difference' as const,
      orderId: order.id,
      dueAt: null,
      reason: '',
      amountCents: payment.amountCents,
      currency: payment.currency as ToDo['currency'],
    })),
  ]
  const byKind = Map.groupBy(all, ({ kind }) => kind)
  const items = [...byKind.values()].flatMap((all) => all.slice(0, MAX_OF_KIND))
  const time = ({ dueAt }: ToDo) => dueAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  return {
    items: items.toSorted((a, b) => time(a) - time(b)),
    more: [...byKind].filter(([, all]) => all.length > MAX_OF_KIND).map(([kind]) => kind),
    disputed: await db.$count(orders, hasOpenDispute),
    captureExpiring: await db.$count(orders, awaitsCapture(provider.name)),
  }
}
