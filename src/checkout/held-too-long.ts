import type { Cart } from '../cart/cart.store.ts'
import { ranOut } from '../orders/order-status.ts'
import { findOrderHead } from '../orders/orders.store.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'

/** What somebody is told who comes back to a cart whose order was not paid in time. */
export async function heldTooLong(shop: Shop, cart: Cart): Promise<NoticeList> {
  if (cart.placedOrderId === null) return []
  const order = await findOrderHead(shop.db, cart.placedOrderId)
  if (!order || order.cartVersion !== cart.version || !ranOut(order)) return []
  const text =
    'Your order was not paid in time, so we could not keep its goods for you any longer. Nothing was charged. Everything that can still be had is in your cart: please order again.'
  return [{ kind: 'info', text }]
}
