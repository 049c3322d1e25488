import type { Tx } from '../../platform/database/connect.ts'
import { cartsOfOrder } from '../cart/cart.store.ts'
import { clearCart, lockCart, lockCartVersion, removePurchased } from '../cart/change-cart.store.ts'
import { stockItemsOf } from '../orders/order-stock.ts'
import { lockOrder, type Order } from '../orders/orders.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { type Buyer, lockBuyer } from '../risk/unpaid-reservations.ts'

/** Locks the customer's cart, the cart, the buyer and the order, in this order, to avoid deadlocks. */
export async function lockOrderWithCart(tx: Tx, orderId: number, buyer: Buyer | null = null) {
  const { cartId, customerCart } = await cartsOfOrder(tx, orderId)
  if (customerCart) await lockCartVersion(tx, customerCart.id)
  const cartVersion = cartId === null ? null : await lockCartVersion(tx, cartId)
  if (buyer) await lockBuyer(tx, buyer)
  return { order: await lockOrder(tx, orderId), cartVersion }
}

/** Removes the bought items, unless the shopper has changed the cart since. Done already for an accepted order. */
export async function clearOrderCart(shop: OrderingContext, tx: Tx, order: Order, cartVersion: number | null) {
  if (order.cartId === null || cartVersion === null || order.invoiceNumber !== null) return
  if (cartVersion === order.cartVersion) {
    await clearCart(tx, order.cartId, shop.now(), { customerNote: '', shippingMethod: null, couponCodes: [] })
    return
  }
  // A sign-in during the payment merged this cart into the customer's, which counted as one change.
  const customerCart = cartVersion - 1 === order.cartVersion ? (await cartsOfOrder(tx, order.id)).customerCart : null
  if (!customerCart) return
  const { sessionKey } = customerCart
  await removePurchased(tx, await lockCart(tx, sessionKey, shop.now()), stockItemsOf(order), shop.now())
}
