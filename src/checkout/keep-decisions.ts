import { type Cart, loadCart } from '../cart/cart.store.ts'
import { type CartChange, decideCart } from '../cart/change-cart.store.ts'
import type { Shop } from '../shop.ts'
import { canonical } from './canonical.ts'

/** Whether any of these decisions is another one than the cart's. */
export const isNews = (cart: Cart, decisions: CartChange): boolean =>
  Object.entries(decisions).some(([name, value]) => canonical(cart[name as keyof CartChange]) !== canonical(value))

/**
 * Writes what the shopper decided onto the cart, so that a reload loses nothing. What is as before counts as no change, and
 * makes no cart where none was.
 */
export async function keepDecisions(shop: Shop, cart: Cart, decisions: CartChange): Promise<Cart> {
  if (!isNews(cart, decisions)) return cart
  const version = await decideCart(shop.db, cart.id, shop.now(), decisions)
  // Whose the coupons are may be known only now, and in another tab the cart may have become another one.
  const isRead = version === cart.version + 1 && cart.couponCodes.length === 0
  return isRead ? { ...cart, ...decisions, version } : loadCart(shop.db, cart.id)
}
