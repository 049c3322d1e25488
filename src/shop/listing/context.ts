import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { PaymentMethodSettings } from '../payment-methods/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { LiveProductIndex } from './index/live-product-index.ts'
import type { ListingSettings } from './settings.ts'

export type WithProductIndex = { readonly productIndex: LiveProductIndex }

export type CardSource = Pick<Platform, 'db'> & WithProductIndex

export type ListingContext = Pick<Platform, 'db' | 'now' | 'pages' | 'url'> &
  WithProductIndex &
  WithPricing &
  WithSettings<ListingSettings & PaymentMethodSettings>
