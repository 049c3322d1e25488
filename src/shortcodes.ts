import { type CookieSettings, cookiesText } from './cookies.ts'
import type { WithSettings } from './platform/web/context.ts'
import { paymentMethodsText } from './shop/payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from './shop/payment-methods/settings.ts'
import type { WithPricing } from './shop/pricing/context.ts'
import { pickupText } from './shop/pricing/shipping.ts'
import type { Shortcodes } from './site/content/expand-text.ts'

/** Every shortcode that a post or page may contain. */
export const shopShortcodes = (
  shop: WithPricing & WithSettings<CookieSettings & PaymentMethodSettings>,
): Shortcodes => ({
  pickup: () => pickupText(shop.pricing().shipping),
  cookies: () => cookiesText(shop.settings()),
  payment_methods: () => paymentMethodsText(shop.settings()),
})
