import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { allowedStatuses } from './allowed-statuses.ts'
import type { OrderEmailSettings } from './emails/settings.ts'
import { lockOrder, type Order } from './orders.store.ts'
import type { OrderStatus } from './orders.table.ts'
import { releaseOrder } from './release-order.ts'
import type { OrderSettings } from './settings.ts'
import { transitionOrder } from './transition-order.ts'

export type ChangeOrderStatusResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: { readonly kind: 'no-such-order' } }
  | { readonly ok: false; readonly problem: { readonly kind: 'not-allowed'; readonly from: OrderStatus } }

/** Changes an order's status manually. Cancelling restores its stock and cancels its payment. */
export async function changeOrderStatus(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> &
    WithSettings<InventorySettings & OrderEmailSettings & OrderSettings & SiteSettings>,
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
