import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { CartSettings } from '../../shop/cart/settings.ts'
import type { WithPayments } from '../../shop/payments/context.ts'
import type { TrackingSettings } from '../../shop/tracking/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { StorefrontSettings } from './storefront-settings.ts'

/** Settings that the frame around every page shows or hands to its scripts. */
export type DocumentSettings = SiteSettings & StorefrontSettings & CartSettings & TrackingSettings

/** What the frame around every page is made of. */
export type DocumentContext = Pick<Platform, 'assets' | 'isProduction' | 'now' | 'pages' | 'secret' | 'url'> &
  WithPayments &
  WithSettings<DocumentSettings>
