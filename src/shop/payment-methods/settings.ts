import { type SettingsOf, setting } from '../../things/settings/setting.ts'
import { defaultGateways } from './payment-methods.ts'

/** The payment methods of the shop; their JSON is in `payment-methods.ts`. */
export const paymentMethodSettings = {
  gateways: setting(defaultGateways),
  /** Position by method id; methods without one follow in the order of the list. */
  gatewayOrder: setting<Readonly<Record<string, number>>>({}),
}

type Declared = SettingsOf<typeof paymentMethodSettings>
export type PaymentMethodSettings = Pick<Declared, 'gateways'> & Partial<Pick<Declared, 'gatewayOrder'>>
