import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { OrderEmailSettings, OrderSettings } from '../orders/settings.ts'
import type { WithPayments } from '../payments/context.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { CheckoutSettings } from './settings.ts'

/** Settings that affect placing and paying an order; they belong to several domains. */
export type OrderingSettings = CheckoutSettings &
  InventorySettings &
  OrderEmailSettings &
  OrderSettings &
  PaymentMethodSettings &
  SiteSettings

/** Context of the checkout's routes and calls; the functions they call require only parts of it. */
export type CheckoutContext = Platform & WithPayments & WithPricing & WithSettings<OrderingSettings>

/** Dependencies of settling payments with the provider. */
export type SettlementContext = Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> &
  WithPayments &
  WithSettings<OrderingSettings>

/** Dependencies of charging an order, whose pages the provider returns to. */
export type PayContext = SettlementContext & Pick<Platform, 'url'>

/** Dependencies of submitting a checkout form or an order-pay form. */
export type SubmitContext = PayContext & WithPricing
