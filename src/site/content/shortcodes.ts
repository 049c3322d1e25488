import type { PaymentMethodSettings } from '../../shop/payments/settings.ts'
import type { ShippingConfig } from '../../shop/pricing/shipping.ts'

/** Settings that shortcodes can refer to. */
export type ShortcodeContext = {
  readonly shipping: ShippingConfig
  readonly settings: PaymentMethodSettings
}

/**
 * Expands shortcodes from settings, so that pages never contradict the checkout: `[pickup]` whether local pickup is
 * offered, `[payment_methods]` the payment methods. Unknown shortcodes are left as they are.
 */
export function expandShortcodes(html: string, context: ShortcodeContext): string {
  return html.replace(/\[(pickup|payment_methods)\]/g, (_, name: string) =>
    escapeHtml(name === 'pickup' ? pickupText(context.shipping) : paymentText(context.settings)),
  )
}

/** One sentence: how and for whom local pickup is offered, or that it is not. */
export function pickupText({ zones }: ShippingConfig): string {
  const offering = zones.filter((zone) => zone.methods.some((method) => method.kind === 'local_pickup'))
  const title = offering[0]?.methods.find((method) => method.kind === 'local_pickup')?.title
  if (title === undefined) return 'We do not offer pickup.'
  const isForSome = offering.length < zones.length
  const eligibility = isForSome
    ? ` (for addresses in ${joinList(
        offering.map((zone) => zone.name),
        'and',
      )})`
    : ''
  return `You can also pick up your order: choose “${title}” in the cart or at the checkout${eligibility}.`
}

/** 'by card, by bank transfer or when you pick up your order' */
export function paymentText({ gateways }: PaymentMethodSettings): string {
  const { shippingMethods } = gateways.cod
  const isOnlyAtPickup = shippingMethods.length > 0 && shippingMethods.every((kind) => kind === 'local_pickup')
  const methods = [
    gateways.stripe_cc.enabled ? 'by card' : '',
    gateways.bacs.enabled ? 'by bank transfer' : '',
    gateways.cheque.enabled ? 'by cheque' : '',
    gateways.cod.enabled ? (isOnlyAtPickup ? 'when you pick up your order' : 'on delivery') : '',
  ].filter((method) => method !== '')
  return methods.length === 0 ? 'as we agree with you' : joinList(methods, 'or')
}

const joinList = (items: readonly string[], joint: 'and' | 'or'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
