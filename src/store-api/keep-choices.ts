import { type Cart, type CartChange, loadCart, lockCart, touchCart } from '../cart/cart.store.ts'
import { canonical } from '../checkout/canonical.ts'
import type { Shop } from '../shop.ts'

/** Writes what the shopper decided onto the cart. What changes nothing is no change, and makes no cart where none was. */
export async function keepChoices(shop: Shop, cart: Cart, choices: CartChange): Promise<Cart> {
  const changed = Object.entries(choices).some(
    ([name, value]) => canonical(cart[name as keyof CartChange]) !== canonical(value),
  )
  if (!changed) return cart
  await shop.db.transaction(async (tx) => {
    await lockCart(tx, cart.id, shop.now())
    await touchCart(tx, cart.id, shop.now(), choices)
  })
  return loadCart(shop.db, cart.id)
}
