import { createNonce } from '../../people/accounts/nonce.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { GatewayId } from '../payments/gateways.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { Total } from '../pricing/total.ts'
import { gatewayOf } from './checkout-form.ts'
import type { OrderingSettings } from './context.ts'

/** Nonce actions of the checkout. */
export const REVIEW_NONCE = 'update-order-review'
export const CHECKOUT_NONCE = 'woocommerce-process_checkout'

/** Data of the checkout page and its fragments. */
export type CheckoutView = {
  readonly cart: Cart
  readonly total: Total
  readonly settings: OrderingSettings
  readonly paymentMethod: GatewayId | null
  readonly checkoutNonce: string
  /** The terms checkbox of a form submitted without script. */
  readonly acceptsTerms: boolean
}

export function toCheckoutView(
  shop: Pick<Platform, 'now' | 'secret'> & WithPricing & WithSettings<OrderingSettings>,
  cart: Cart,
  acceptsTerms = false,
): CheckoutView {
  const settings = shop.settings()
  return {
    cart,
    total: priceCart(shop, cart),
    settings,
    paymentMethod: gatewayOf(cart.paymentMethod ?? '', settings),
    checkoutNonce: createNonce(shop.secret, CHECKOUT_NONCE, cart.sessionKey),
    acceptsTerms,
  }
}
