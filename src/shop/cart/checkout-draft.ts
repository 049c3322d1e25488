import { loadAddresses } from '../../people/identity/users.store.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type Cart, loadCart } from './cart.store.ts'
import { type CartChange, upsertCart } from './change-cart.store.ts'

export const hasChanged = (cart: Cart, draft: CartChange): boolean =>
  Object.entries(draft).some(([name, value]) => canonicalJson(cart[name as keyof CartChange]) !== canonicalJson(value))

/** Saves form input, so that a reload loses nothing. Unchanged values write nothing and create no cart. */
export async function saveCheckoutDraft(shop: Pick<Platform, 'db' | 'now'>, cart: Cart, draft: CartChange) {
  if (!hasChanged(cart, draft)) return cart
  const version = await upsertCart(shop.db, cart.sessionKey, shop.now(), draft)
  // Coupon limits may depend on the email address just entered, and the cart may have been changed in another tab.
  const isCurrent = version === cart.version + 1 && cart.couponCodes.length === 0
  return isCurrent ? { ...cart, ...draft, version } : loadCart(shop.db, cart.sessionKey)
}

/**
 * Bills a customer's cart to the address just saved in the account, and ships there. The cart's own address, such as
 * of the last order, would be filled in at the checkout instead. A cart without an address needs none.
 */
export async function billToSavedAddress(shop: Pick<Platform, 'db' | 'now'>, customerId: number): Promise<void> {
  const { billing } = await loadAddresses(shop.db, customerId)
  const cart = await loadCart(shop.db, String(customerId))
  if (!cart.billing.address1 || !billing.address1) return
  const email = billing.email || (cart.billing.email ?? '')
  await saveCheckoutDraft(shop, cart, { billing: { ...billing, email }, shipping: { ...billing, email: '' } })
}

/** JSON with sorted keys: the same text for the same content. Stored JSON does not preserve key order. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
