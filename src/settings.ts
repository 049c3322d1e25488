import { storefrontDefaults } from './faces/storefront/storefront-settings.ts'
import { accountDefaults } from './people/identity/settings.ts'
import { privacyDefaults } from './people/privacy/settings.ts'
import type { Db, Tx } from './platform/database/connect.ts'
import { cartDefaults } from './shop/cart/settings.ts'
import { checkoutDefaults } from './shop/checkout/settings.ts'
import { inventoryDefaults } from './shop/inventory/settings.ts'
import { listingDefaults } from './shop/listing/settings.ts'
import { orderDefaults } from './shop/orders/settings.ts'
import { mergeGateways } from './shop/payment-methods/payment-methods.ts'
import { paymentMethodDefaults } from './shop/payment-methods/settings.ts'
import { pricingDefaults } from './shop/pricing/settings.ts'
import { fraudDefaults } from './shop/risk/settings.ts'
import { stockAlertDefaults } from './shop/stock-alerts/settings.ts'
import { trackingDefaults } from './shop/tracking/settings.ts'
import { reviewDefaults } from './site/comments/settings.ts'
import { entryDefaults } from './things/entries/settings.ts'
import { messageDefaults } from './things/messages/settings.ts'
import { loadStored } from './things/settings/settings.store.ts'
import { siteDefaults } from './things/settings/site-settings.ts'

/** All settings; each domain defines its own. Stored by name; a setting that is not stored has its default. */
export const defaultSettings = {
  ...siteDefaults,
  ...accountDefaults,
  ...privacyDefaults,
  ...entryDefaults,
  ...listingDefaults,
  ...cartDefaults,
  ...reviewDefaults,
  ...trackingDefaults,
  ...checkoutDefaults,
  ...paymentMethodDefaults,
  ...fraudDefaults,
  ...messageDefaults,
  ...orderDefaults,
  ...pricingDefaults,
  ...inventoryDefaults,
  ...stockAlertDefaults,
  ...storefrontDefaults,
}
export type Settings = Readonly<typeof defaultSettings>

/** Stored settings merged over the defaults. */
export async function loadSettings(db: Db | Tx): Promise<Settings> {
  const settings = await loadStored(db, defaultSettings)
  return { ...settings, gateways: mergeGateways(settings.gateways) }
}
