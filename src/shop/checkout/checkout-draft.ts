import type { Platform } from '../../platform/web/context.ts'
import { type Cart, loadCart } from '../cart/cart.store.ts'
import { type CartChange, upsertCart } from '../cart/change-cart.store.ts'
import { canonicalJson } from './canonical-json.ts'

/** Whether any of these decisions is another one than the cart's. */
export const hasChanged = (cart: Cart, draft: CartChange): boolean =>
  Object.entries(draft).some(([name, value]) => canonicalJson(cart[name as keyof CartChange]) !== canonicalJson(value))

/**
 * Writes what the shopper decided onto the cart, so that a reload loses nothing. What is as before counts as no change, and
 * makes no cart where none was.
 */
export async function saveCheckoutDraft(
  shop: Pick<Platform, 'db' | 'now'>,
  cart: Cart,
  draft: CartChange,
): Promise<Cart> {
  if (!hasChanged(cart, draft)) return cart
  const version = await upsertCart(shop.db, cart.id, shop.now(), draft)
  // Whose the coupons are may be known only now, and in another tab the cart may have become another one.
  const isCurrent = version === cart.version + 1 && cart.couponCodes.length === 0
  return isCurrent ? { ...cart, ...draft, version } : loadCart(shop.db, cart.id)
}
