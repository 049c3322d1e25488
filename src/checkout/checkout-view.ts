import { makeNonce } from '../accounts/nonce.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { Shop } from '../shop.ts'
import { gatewayOf } from './checkout-form.ts'
import type { CheckoutView } from './fragments.tsx'

/** What the nonces of the checkout are for. */
export const REVIEW_NONCE = 'update-order-review'
export const CHECKOUT_NONCE = 'woocommerce-process_checkout'

/** Everything the checkout page and its fragments show of a cart. */
export function viewCheckout(shop: Shop, cart: Cart): CheckoutView {
  const settings = shop.settings()
  return {
    cart,
    total: priceCart(shop, cart),
    settings,
    paymentMethod: gatewayOf(cart.paymentMethod ?? '', settings),
    checkoutNonce: makeNonce(shop.secret, CHECKOUT_NONCE, cart.id),
  }
}
