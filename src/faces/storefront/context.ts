import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { CartSettings } from '../../shop/cart/settings.ts'
import type { CheckoutSettings } from '../../shop/checkout/settings.ts'
import type { WithPayments } from '../../shop/gateways/context.ts'
import type { InventorySettings } from '../../shop/inventory/settings.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import type { PaymentMethodSettings } from '../../shop/payment-methods/settings.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import type { PricingSettings } from '../../shop/pricing/settings.ts'
import type { FraudSettings } from '../../shop/risk/settings.ts'
import type { TrackingSettings } from '../../shop/tracking/settings.ts'
import type { ReviewSettings } from '../../site/comments/settings.ts'
import type { WithShownTexts } from '../../site/content/show-text.ts'
import type { WithMenus } from '../../site/menus/live-menus.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { AppearanceSettings } from './appearance/settings.ts'
import type { StorefrontSettings } from './storefront-settings.ts'
import type { ThemeSettings } from './theme/settings.ts'

export type DocumentSettings = SiteSettings &
  StorefrontSettings &
  AppearanceSettings &
  ThemeSettings &
  CartSettings &
  TrackingSettings &
  Pick<PricingSettings, 'currencies' | 'taxes'>

export type StorefrontContext = Pick<Platform, 'assets' | 'db' | 'isProduction' | 'now' | 'pages' | 'secret' | 'url'> &
  WithMenus &
  WithPayments &
  WithPricing &
  WithProductIndex &
  WithShownTexts &
  WithSettings<
    CheckoutSettings & DocumentSettings & FraudSettings & InventorySettings & PaymentMethodSettings & ReviewSettings
  >
