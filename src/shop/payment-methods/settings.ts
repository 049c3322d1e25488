import { type SettingsOf, setting } from '../../things/settings/setting.ts'
import { defaultGateways } from './payment-methods.ts'

/** The payment methods of the shop; their JSON is in `payment-methods.ts`. */
export const paymentMethodSettings = { gateways: setting(defaultGateways) }

export type PaymentMethodSettings = SettingsOf<typeof paymentMethodSettings>
