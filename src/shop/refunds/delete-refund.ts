import { formatMoney } from '../../platform/money/money.ts'
import { insertOrderNote, lockOrder, setRefunded } from '../orders/orders.store.ts'
import {
  deleteRefund,
  findRefund,
  hasFailed,
  isRelease,
  type OrderRefund,
  refundedByHand,
} from '../orders/payments/refunds.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { isFullyRefunded, leaveRefunded, paymentOfOrder } from './apply-refunds.ts'

type DeleteRefundResult =
  | { readonly ok: true; readonly refund: OrderRefund }
  | { readonly ok: false; readonly problem: 'no-such-order' | 'no-such-refund' | 'money-moved' }

export async function removeRefund(
  shop: OrderingContext,
  { orderId, id, author }: { readonly orderId: number; readonly id: number; readonly author: string },
): Promise<DeleteRefundResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return { ok: false, problem: 'no-such-order' }
    const refund = await findRefund(tx, orderId, id)
    if (!refund) return { ok: false, problem: 'no-such-refund' }
    const isByHand = refund.paymentId === null && !isRelease(refund)
    if (!isByHand && !hasFailed(refund)) return { ok: false, problem: 'money-moved' }
    await deleteRefund(tx, id)
    const note = `The refund of ${formatMoney(refund.amountCents, order.currency)} was deleted.`
    if (hasFailed(refund)) {
      await insertOrderNote(tx, orderId, note, shop.now(), author)
      return { ok: true, refund }
    }
    const payment = await paymentOfOrder(tx, order)
    const refundedCents = Math.min(
      (payment?.refundedCents ?? 0) + (await refundedByHand(tx, orderId)),
      order.totalCents,
    )
    await setRefunded(tx, orderId, refundedCents, shop.now())
    if (order.status === 'refunded' && !isFullyRefunded(order, payment, refundedCents))
      await leaveRefunded(shop, tx, { order, payment, notes: [note], author })
    else await insertOrderNote(tx, orderId, note, shop.now(), author)
    return { ok: true, refund }
  })
}
