import { type Cart, loadCart } from '../cart/cart.store.ts'
import { type CartChange, decideCart } from '../cart/change-cart.store.ts'
import { canonical } from '../checkout/canonical.ts'
import type { Shop } from '../shop.ts'

/** Writes what the shopper decided onto the cart. What changes nothing is no change, and makes no cart where none was. */
export async function keepChoices(shop: Shop, cart: Cart, choices: CartChange): Promise<Cart> {
  const changed = Object.entries(choices).some(
    ([name, value]) => canonical(cart[name as keyof CartChange]) !== canonical(value),
  )
  if (!changed) return cart
  await decideCart(shop.db, cart.id, shop.now(), choices)
  return loadCart(shop.db, cart.id)
}
