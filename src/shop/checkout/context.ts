import type { OrderingContext, OrderingSettings as RiskSettings } from '../risk/context.ts'
import type { CheckoutSettings } from './settings.ts'

export type OrderingSettings = CheckoutSettings & RiskSettings

export type CheckoutContext = OrderingContext<OrderingSettings>
