import { createNonce } from '../../people/accounts/auth-session.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import { gatewayOf } from './checkout-form.ts'
import type { CheckoutContext, OrderingSettings } from './context.ts'

/** Nonce actions of the checkout. */
export const REVIEW_NONCE = 'update-order-review'
export const CHECKOUT_NONCE = 'woocommerce-process_checkout'

/** Data of the checkout page and its fragments. */
export type CheckoutView = ReturnType<typeof toCheckoutView>

/** `acceptsTerms`: the terms checkbox of a form submitted without script. */
export function toCheckoutView(shop: CheckoutContext, cart: Cart, acceptsTerms = false) {
  const settings: OrderingSettings = shop.settings()
  return {
    cart,
    total: priceCart(shop, cart),
    settings,
    paymentMethod: gatewayOf(cart.paymentMethod ?? '', settings),
    checkoutNonce: createNonce(shop.secret, CHECKOUT_NONCE, cart.sessionKey),
    acceptsTerms,
  }
}
