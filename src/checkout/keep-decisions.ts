import { type Cart, loadCart } from '../cart/cart.store.ts'
import { type CartChange, decideCart } from '../cart/change-cart.store.ts'
import type { Shop } from '../shop.ts'
import { canonical } from './canonical.ts'

/** Writes what was decided in the form onto the cart, so that a reload loses nothing. What is as before counts as no change. */
export async function keepDecisions(shop: Shop, cart: Cart, decisions: CartChange): Promise<Cart> {
  const isSame = Object.entries(decisions).every(
    ([name, value]) => canonical(cart[name as keyof CartChange]) === canonical(value),
  )
  if (isSame) return cart
  await decideCart(shop.db, cart.id, shop.now(), decisions)
  // Read again where there are coupons: whose they are may be known only now.
  return cart.couponCodes.length === 0 ? { ...cart, ...decisions } : loadCart(shop.db, cart.id)
}
