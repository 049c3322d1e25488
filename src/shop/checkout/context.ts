import type { OrderingContext, OrderingSettings as RiskSettings } from '../risk/context.ts'
import type { CheckoutSettings } from './settings.ts'

/** Settings that affect placing and paying an order; they belong to several domains. */
export type OrderingSettings = CheckoutSettings & RiskSettings

/** What the checkout's pages and calls need together. */
export type CheckoutContext = OrderingContext<OrderingSettings>
