import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { CartSettings } from '../cart/settings.ts'
import type { WithPayments } from '../gateways/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { OrderSettings } from '../orders/settings.ts'
import type { PaymentMethodSettings } from '../payment-methods/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { FraudSettings } from './settings.ts'

export type OrderingSettings = CartSettings &
  FraudSettings &
  InventorySettings &
  MessageSettings &
  OrderSettings &
  PaymentMethodSettings &
  SiteSettings

export type OrderingContext<S = OrderingSettings> = Platform & WithPayments & WithPricing & WithSettings<S>
