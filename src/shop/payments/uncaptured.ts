import type { Tx } from '../../platform/database/connect.ts'
import { formatMoney } from '../../platform/money/money.ts'
import type { Intent } from '../gateways/payment-intent.ts'
import { type Order, setRefunded } from '../orders/orders.store.ts'
import { insertOrderRefund, releaseKeyPrefix } from '../orders/payments/refunds.store.ts'
import type { OrderingContext } from '../risk/context.ts'

/* What a smaller capture releases is recorded as a refund (docs/decisions/partial-capture.md). */

/** Records what of a locked order's total was not captured. Returns the order, and a sentence for its notes. */
export async function recordRelease(
  shop: Pick<OrderingContext, 'now'>,
  tx: Tx,
  order: Order,
  { id, amountReceivedCents }: Intent,
): Promise<{ readonly order: Order; readonly note: string }> {
  const releasedCents = order.totalCents - amountReceivedCents
  if (releasedCents <= 0) return { order, note: '' }
  const release = await insertOrderRefund(tx, {
    ...{ orderId: order.id, amountCents: releasedCents, status: 'succeeded', reason: 'Not captured' },
    ...{ idempotencyKey: `${releaseKeyPrefix}${id}`, restocks: false, createdAt: shop.now() },
  })
  const note = `${formatMoney(amountReceivedCents, order.currency)} of ${formatMoney(order.totalCents, order.currency)} was captured; the rest was released.`
  if (!release) return { order, note }
  const refundedCents = order.refundedCents + releasedCents
  await setRefunded(tx, order.id, refundedCents, shop.now())
  return { order: { ...order, refundedCents }, note }
}
