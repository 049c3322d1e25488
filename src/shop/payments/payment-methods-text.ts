import type { PaymentMethodSettings } from './settings.ts'

const list = new Intl.ListFormat('en-CA', { type: 'disjunction' })

/** 'by card, by bank transfer or when you pick up your order' */
export function paymentMethodsText({ gateways }: PaymentMethodSettings): string {
  const { shippingMethods } = gateways.cod
  const isOnlyAtPickup = shippingMethods.length > 0 && shippingMethods.every((kind) => kind === 'local_pickup')
  const methods = [
    gateways.stripe_cc.enabled ? 'by card' : '',
    gateways.bacs.enabled ? 'by bank transfer' : '',
    gateways.cheque.enabled ? 'by cheque' : '',
    gateways.cod.enabled ? (isOnlyAtPickup ? 'when you pick up your order' : 'on delivery') : '',
  ].filter((method) => method !== '')
  return methods.length === 0 ? 'as we agree with you' : list.format(methods)
}
