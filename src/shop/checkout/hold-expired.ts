import type { NoticeList } from '../../platform/ui/notices.tsx'
import type { Platform } from '../../platform/web/context.ts'
import type { Cart } from '../cart/cart.store.ts'
import { isExpiredUnpaid } from '../orders/order-status.ts'
import { findOrderRow } from '../orders/orders.store.ts'

/** A notice for a shopper who returns to a cart whose order was cancelled unpaid. */
export async function holdExpiredNotices(shop: Pick<Platform, 'db'>, cart: Cart): Promise<NoticeList> {
  if (cart.placedOrderId === null) return []
  const order = await findOrderRow(shop.db, cart.placedOrderId)
  if (!order || order.cartVersion !== cart.version || !isExpiredUnpaid(order)) return []
  const text =
    'Your order was not paid in time, so we could not keep its goods for you any longer. Nothing was charged. Everything that can still be had is in your cart: please order again.'
  return [{ kind: 'info', text }]
}
