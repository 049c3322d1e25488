import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { CartSettings } from '../../shop/cart/settings.ts'
import type { OrderingSettings } from '../../shop/checkout/context.ts'
import type { WithPayments } from '../../shop/gateways/context.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import type { ListingSettings } from '../../shop/listing/settings.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import type { ReviewSettings } from '../../site/comments/settings.ts'

export type StoreApiSettings = OrderingSettings & CartSettings & ListingSettings & ReviewSettings

export type StoreApiContext = Platform & WithPayments & WithPricing & WithProductIndex & WithSettings<StoreApiSettings>
