import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { orderNumberPlaceholder } from '../../things/messages/emails.store.ts'
import { lockSoldProducts } from '../catalog/add-sales.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { returnStock } from '../inventory/stock.store.ts'
import { findActivePayment } from '../payments/payments.store.ts'
import { releaseCouponUses } from '../pricing/coupons.store.ts'
import type { OrderContext } from './context.ts'
import { emailsForTransition } from './emails/email-templates.ts'
import { buildEmails } from './emails/enqueue-emails.ts'
import { createPendingAccount } from './new-account.ts'
import { allowedStatuses, canTransition, isAcceptedStatus } from './order-status.ts'
import { changeStatus, lockOrder, type Order, type StatusChange } from './orders.store.ts'
import type { OrderStatus } from './orders.table.ts'

export type ChangeOrderStatusResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: { readonly kind: 'no-such-order' } }
  | { readonly ok: false; readonly problem: { readonly kind: 'not-allowed'; readonly from: OrderStatus } }

/** Changes an order's status manually. Cancelling restores its stock and cancels its payment. */
export async function changeOrderStatus(
  shop: OrderContext & Pick<Platform, 'db'>,
  change: { readonly orderId: number; readonly to: OrderStatus; readonly author: string },
): Promise<ChangeOrderStatusResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, change.orderId)
    if (!order) return { ok: false, problem: { kind: 'no-such-order' } }
    if (order.status === change.to) return { ok: true }

    const isCard = order.paymentMethod === 'stripe_cc'
    const isPaid = order.paidAt !== null
    if (!allowedStatuses({ status: order.status, isCard, isPaid }).includes(change.to)) {
      return { ok: false, problem: { kind: 'not-allowed', from: order.status } }
    }
    if (change.to === 'cancelled') await releaseOrder(shop, tx, order)
    await transitionOrder(shop, tx, order, change.to, {
      author: change.author,
      ...(!isPaid && marksPaid(order, change.to) ? { paid: { transactionId: null } } : {}),
    })
    return { ok: true }
  })
}

/** Bank transfers and cheques are paid when the order is processed, cash on delivery when it is completed. */
const marksPaid = (order: Order, to: OrderStatus): boolean =>
  to === 'completed' || (to === 'processing' && order.paymentMethod !== 'cod')

/** Undoes an order that will not be fulfilled: restores its stock and coupon uses, and cancels a started payment. */
export async function releaseOrder(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: { readonly id: number },
): Promise<void> {
  await invalidatePages(shop, tx, await returnStock(tx, order.id), shop.now())
  await releaseCouponUses(tx, order.id)
  const payment = await findActivePayment(tx, order.id)
  if (!payment?.intentId) return
  await shop.jobs.enqueue(tx, 'cancel-intent', { intentId: payment.intentId, orderId: order.id })
}

/**
 * Moves a locked order to its next status with all effects: on acceptance it counts as sold, gets its number, and its
 * pending account is created; emails are queued. Null when the transition is not allowed. Call it last in a
 * transaction: it locks the number sequence, after which nothing may be locked.
 */
export async function transitionOrder(
  shop: OrderContext,
  tx: Tx,
  current: Order,
  to: OrderStatus,
  change: Omit<StatusChange, 'firstNumber' | 'sold' | 'emails'> = {},
): Promise<Order | null> {
  if (!canTransition(current.status, to)) return null
  const now = shop.now()
  const isAccepted = current.number === null && isAcceptedStatus(current, to)
  const order = isAccepted ? await createPendingAccount(shop, tx, current) : current
  const sold = isAccepted ? order.lines.map(({ productId, quantity }) => ({ productId, quantity })) : []
  await lockSoldProducts(tx, sold)
  const { firstOrderNumber: firstNumber } = shop.settings()
  const templates = emailsForTransition({
    from: order.status,
    to,
    wasAccepted: order.number !== null,
    isPaid: order.paidAt !== null || change.paid !== undefined,
  })
  const emailOrder = { ...order, number: isAccepted ? orderNumberPlaceholder : order.number } as const
  const emails = buildEmails(shop, emailOrder, { transition: `${order.status}>${to}`, templates })
  const result = await changeStatus(tx, order, to, now, { ...change, firstNumber, sold, emails })
  if (!result.ok) return null
  if (emails.length > 0) shop.jobs.enqueueSoon('send-emails')
  return { ...order, ...result.changed }
}
