import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/connect.ts'
import { type Result, refused } from '../../../platform/database/result.ts'
import type { WithPayments } from '../../gateways/context.ts'
import type { OrderContext } from '../context.ts'
import { hasActiveAttempt, isOfOtherProvider, manualStatuses } from '../order-payment.ts'
import { lockOrder, type Order } from '../orders.store.ts'
import { orders } from '../orders.table.ts'
import { findActivePayment } from '../payments/payments.store.ts'
import { payments } from '../payments/payments.table.ts'
import { releaseOrder, transitionOrder } from '../transition-order.ts'

/** `kept`: money has moved for the order, or it has an invoice number. */
type RemoveResult = Result<object, 'no-such-order' | 'gone' | 'kept'>

type Removal = { readonly orderId: number; readonly author: string }

/** Moving an order to the trash cancels it: its stock is released, and it stays readable. */
export const trashOrder = (shop: OrderContext & WithPayments, { orderId, author }: Removal): Promise<RemoveResult> =>
  shop.db.transaction(async (tx): Promise<RemoveResult> => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('no-such-order')
    if (order.status === 'cancelled') return refused('gone')
    const isOpen = order.paidAt === null && manualStatuses(order).includes('cancelled')
    if (!isOpen || (await isPaidFor(shop, tx, order))) return refused('kept')
    await releaseOrder(shop, tx, order)
    const change = { author, reason: 'Moved to the trash.', isSilent: true }
    if (!(await transitionOrder(shop, tx, order, 'cancelled', change)))
      throw new Error(`Order ${orderId} cannot be cancelled: it is ${order.status}`)
    return { ok: true }
  })

/** Deletes an order that was never paid or accepted and has no payment at the provider. */
export const deleteOrder = (
  shop: OrderContext & WithPayments,
  { orderId }: Pick<Removal, 'orderId'>,
): Promise<RemoveResult> =>
  shop.db.transaction(async (tx): Promise<RemoveResult> => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('no-such-order')
    const isBeingPaid = hasActiveAttempt(order, shop.now()) || (await isPaidFor(shop, tx, order))
    if (order.invoiceNumber !== null || order.paidAt !== null || isBeingPaid) return refused('kept')
    if (order.status !== 'cancelled') await releaseOrder(shop, tx, order)
    await tx.delete(payments).where(eq(payments.orderId, orderId))
    await tx.delete(orders).where(eq(orders.id, orderId))
    return { ok: true }
  })

async function isPaidFor(shop: WithPayments, tx: Tx, order: Order): Promise<boolean> {
  const payment = await findActivePayment(tx, order.id)
  return payment !== null && payment.intentId !== null && !isOfOtherProvider(shop, payment)
}
