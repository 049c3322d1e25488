import { defaultGateways, type Gateways } from './payment-methods.ts'

/** The payment methods of the shop. */
export type PaymentMethodSettings = { readonly gateways: Gateways }

export const paymentMethodDefaults: PaymentMethodSettings = { gateways: defaultGateways }
