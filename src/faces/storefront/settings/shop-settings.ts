import { cartSettings } from '../../../shop/cart/settings.ts'
import { checkoutSettings } from '../../../shop/checkout/settings.ts'
import { inventorySettings } from '../../../shop/inventory/settings.ts'
import { listingSettings } from '../../../shop/listing/settings.ts'
import { reviewSettings } from '../../../site/comments/settings.ts'
import { formSettings } from '../../../site/forms/settings.ts'
import { entrySettings } from '../../../things/entries/settings.ts'
import type { SettingsJson } from '../../../things/settings/setting.ts'
import { siteSettings } from '../../../things/settings/site-settings.ts'
import { storefrontSettings } from '../storefront-settings.ts'

/** Settings of the screen “Shop”. */
export const shopSettings = {
  ...listingSettings,
  ...reviewSettings,
  ...formSettings,
  ...inventorySettings,
  ...entrySettings,
  ...siteSettings,
  ...storefrontSettings,
  ...checkoutSettings,
  ...cartSettings,
}

export type ShopSettings = SettingsJson<typeof shopSettings>
