import type { Platform } from '../../platform/web/context.ts'
import { type Cart, loadCart } from '../cart/cart.store.ts'
import { type CartChange, upsertCart } from '../cart/change-cart.store.ts'
import { canonicalJson } from './canonical-json.ts'

/** Whether any of these values differs from the cart's. */
export const hasChanged = (cart: Cart, draft: CartChange): boolean =>
  Object.entries(draft).some(([name, value]) => canonicalJson(cart[name as keyof CartChange]) !== canonicalJson(value))

/**
 * Saves the shopper's input to the cart, so that a reload loses nothing. Unchanged values write nothing and create no
 * cart.
 */
export async function saveCheckoutDraft(
  shop: Pick<Platform, 'db' | 'now'>,
  cart: Cart,
  draft: CartChange,
): Promise<Cart> {
  if (!hasChanged(cart, draft)) return cart
  const version = await upsertCart(shop.db, cart.sessionKey, shop.now(), draft)
  // Coupon limits may depend on the email address just entered, and the cart may have been changed in another tab.
  const isCurrent = version === cart.version + 1 && cart.couponCodes.length === 0
  return isCurrent ? { ...cart, ...draft, version } : loadCart(shop.db, cart.sessionKey)
}
