import { type StorefrontSettings, storefrontDefaults } from './faces/storefront/storefront-settings.ts'
import type { Db, Tx } from './platform/database/connect.ts'
import { type CartSettings, cartDefaults } from './shop/cart/settings.ts'
import { type CheckoutSettings, checkoutDefaults } from './shop/checkout/settings.ts'
import { type InventorySettings, inventoryDefaults } from './shop/inventory/settings.ts'
import { type ListingSettings, listingDefaults } from './shop/listing/settings.ts'
import {
  type OrderEmailSettings,
  type OrderSettings,
  orderDefaults,
  orderEmailDefaults,
} from './shop/orders/settings.ts'
import { mergeGateways } from './shop/payments/gateways.ts'
import { type PaymentMethodSettings, paymentMethodDefaults } from './shop/payments/settings.ts'
import { type PricingSettings, pricingDefaults } from './shop/pricing/settings.ts'
import { type TrackingSettings, trackingDefaults } from './shop/tracking/settings.ts'
import { type ReviewSettings, reviewDefaults } from './site/comments/settings.ts'
import { loadStored } from './things/settings/settings.store.ts'
import { type SiteSettings, siteDefaults } from './things/settings/site-settings.ts'

/** All settings; each domain defines its own. Stored by name; a setting that is not stored has its default. */
export type Settings = SiteSettings &
  ListingSettings &
  CartSettings &
  ReviewSettings &
  TrackingSettings &
  CheckoutSettings &
  PaymentMethodSettings &
  OrderEmailSettings &
  OrderSettings &
  PricingSettings &
  InventorySettings &
  StorefrontSettings

export const defaultSettings: Settings = {
  ...siteDefaults,
  ...listingDefaults,
  ...cartDefaults,
  ...reviewDefaults,
  ...trackingDefaults,
  ...checkoutDefaults,
  ...paymentMethodDefaults,
  ...orderEmailDefaults,
  ...orderDefaults,
  ...pricingDefaults,
  ...inventoryDefaults,
  ...storefrontDefaults,
}

/** Stored settings merged over the defaults. */
export async function loadSettings(db: Db | Tx): Promise<Settings> {
  const settings = await loadStored(db, defaultSettings)
  return { ...settings, gateways: mergeGateways(settings.gateways) }
}
