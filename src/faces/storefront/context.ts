import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { CartSettings } from '../../shop/cart/settings.ts'
import type { WithPayments } from '../../shop/payments/context.ts'
import type { TrackingSettings } from '../../shop/tracking/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { StorefrontSettings } from './storefront-settings.ts'

/** Settings used in the document of every page. */
export type DocumentSettings = SiteSettings & StorefrontSettings & CartSettings & TrackingSettings

/** Dependencies of the document. */
export type DocumentContext = Pick<Platform, 'assets' | 'isProduction' | 'now' | 'pages' | 'secret' | 'url'> &
  WithPayments &
  WithSettings<DocumentSettings>
