import { onboardingSettings } from './faces/onboarding/settings.ts'
import { appearanceSettings } from './faces/storefront/appearance/settings.ts'
import { storefrontSettings } from './faces/storefront/storefront-settings.ts'
import { themeSettings } from './faces/storefront/theme/settings.ts'
import { accountSettings } from './people/identity/settings.ts'
import { privacySettings } from './people/privacy/settings.ts'
import type { Db, Tx } from './platform/database/connect.ts'
import { cartSettings } from './shop/cart/settings.ts'
import { checkoutSettings } from './shop/checkout/settings.ts'
import { inventorySettings } from './shop/inventory/settings.ts'
import { listingSettings } from './shop/listing/settings.ts'
import { orderSettings } from './shop/orders/settings.ts'
import { mergeGateways } from './shop/payment-methods/payment-methods.ts'
import { paymentMethodSettings } from './shop/payment-methods/settings.ts'
import { pricingSettings } from './shop/pricing/settings.ts'
import { fraudSettings } from './shop/risk/settings.ts'
import { stockAlertSettings } from './shop/stock-alerts/settings.ts'
import { trackingSettings } from './shop/tracking/settings.ts'
import { reviewSettings } from './site/comments/settings.ts'
import { formSettings } from './site/forms/settings.ts'
import { entrySettings } from './things/entries/settings.ts'
import { messageSettings } from './things/messages/settings.ts'
import { defaultsOf, type SettingsOf } from './things/settings/setting.ts'
import { loadStored } from './things/settings/settings.store.ts'
import { siteSettings } from './things/settings/site-settings.ts'

/** All settings; each room declares its own. Stored by key; a setting that is not stored has its default. */
const declaredSettings = {
  ...siteSettings,
  ...accountSettings,
  ...privacySettings,
  ...entrySettings,
  ...listingSettings,
  ...cartSettings,
  ...reviewSettings,
  ...formSettings,
  ...trackingSettings,
  ...checkoutSettings,
  ...paymentMethodSettings,
  ...fraudSettings,
  ...messageSettings,
  ...orderSettings,
  ...pricingSettings,
  ...inventorySettings,
  ...stockAlertSettings,
  ...storefrontSettings,
  ...appearanceSettings,
  ...themeSettings,
  ...onboardingSettings,
}
export type Settings = SettingsOf<typeof declaredSettings>

export const defaultSettings: Settings = defaultsOf(declaredSettings)

/** Stored settings merged over the defaults. */
export async function loadSettings(db: Db | Tx): Promise<Settings> {
  const settings = await loadStored(db, defaultSettings)
  return { ...settings, gateways: mergeGateways(settings.gateways) }
}
