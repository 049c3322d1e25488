import type { Capability } from '../../../platform/access/permissions.ts'
import { cartDefaults } from '../../../shop/cart/settings.ts'
import { checkoutDefaults } from '../../../shop/checkout/settings.ts'
import { inventoryDefaults } from '../../../shop/inventory/settings.ts'
import { listingDefaults } from '../../../shop/listing/settings.ts'
import { reviewDefaults } from '../../../site/comments/settings.ts'
import { entryDefaults } from '../../../things/entries/settings.ts'
import { siteDefaults } from '../../../things/settings/site-settings.ts'
import { storefrontDefaults } from '../storefront-settings.ts'
import { factsJson } from './shop-facts.ts'

/** Products per page: the minimum fills a row, the maximum renders quickly on a phone. */
export const productsPerPageRange = { min: 4, max: 96 } as const
export const MAX_NOTICE_LENGTH = 200

/** Editors may change appearance and texts, the owner also business rules. */
export const requiredCapability = (name: ShopSettingName): Capability =>
  ['grid_layout', 'products_per_page', 'store_notice', 'footer_highlights'].includes(name)
    ? 'theme.edit'
    : 'shop.settings'

export const shopScreenDefaults = {
  ...cartDefaults,
  ...checkoutDefaults,
  ...inventoryDefaults,
  ...listingDefaults,
  ...reviewDefaults,
  ...storefrontDefaults,
  ...siteDefaults,
  ...entryDefaults,
}

/** Settings of the screen “Shop” by their JSON names. No notice is an empty text. */
export const shopSettingsOf = (settings: typeof shopScreenDefaults) => ({
  grid_layout: settings.gridLayout,
  products_per_page: settings.productsPerPage,
  store_notice: settings.storeNotice?.text ?? '',
  review_rating_required: settings.reviews.ratingRequired,
  reviews_wait: settings.reviews.moderation,
  reviews_buyers_only: settings.reviews.verifiedOwnersOnly,
  cart_redirect_after_add: settings.cartRedirectAfterAdd,
  checkout_phone_field: settings.checkoutPhoneField,
  notify_low_stock_amount: settings.lowStockThreshold,
  revisions_to_keep: settings.revisionsToKeep,
  ...factsJson(settings),
})

export type ShopSettings = ReturnType<typeof shopSettingsOf>
export type ShopSettingName = keyof ShopSettings
