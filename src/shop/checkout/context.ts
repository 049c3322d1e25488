import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { CartSettings } from '../cart/settings.ts'
import type { FraudSettings } from '../fraud/settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { OrderSettings } from '../orders/settings.ts'
import type { WithPayments } from '../payments/context.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { CheckoutSettings } from './settings.ts'

/** Settings that affect placing and paying an order; they belong to several domains. */
export type OrderingSettings = CartSettings &
  CheckoutSettings &
  FraudSettings &
  InventorySettings &
  MessageSettings &
  OrderSettings &
  PaymentMethodSettings &
  SiteSettings

/** What the checkout's pages, calls and jobs need together. */
export type CheckoutContext = Platform & WithPayments & WithPricing & WithSettings<OrderingSettings>
