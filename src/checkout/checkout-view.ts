import { makeNonce } from '../accounts/nonce.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { Total } from '../pricing/total.ts'
import type { GatewayId, Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { gatewayOf } from './checkout-form.ts'

/** What the nonces of the checkout are for. */
export const REVIEW_NONCE = 'update-order-review'
export const CHECKOUT_NONCE = 'woocommerce-process_checkout'

/** What the checkout page and its fragments show of a cart. */
export type CheckoutView = {
  readonly cart: Cart
  readonly total: Total
  readonly settings: Settings
  readonly paymentMethod: GatewayId | null
  readonly checkoutNonce: string
  /** Ticked before, on a form that comes back without script. */
  readonly acceptsTerms: boolean
}

export function viewCheckout(shop: Shop, cart: Cart, acceptsTerms = false): CheckoutView {
  const settings = shop.settings()
  return {
    cart,
    total: priceCart(shop, cart),
    settings,
    paymentMethod: gatewayOf(cart.paymentMethod ?? '', settings),
    checkoutNonce: makeNonce(shop.secret, CHECKOUT_NONCE, cart.id),
    acceptsTerms,
  }
}
