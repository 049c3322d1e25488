import type { ShippingConfig } from '../pricing/shipping.ts'
import type { Settings } from '../settings/settings.ts'

/** What a text can say of the shop without repeating its settings. */
export type ShopFacts = {
  readonly shipping: ShippingConfig
  readonly settings: Pick<Settings, 'gateways'>
}

/**
 * Puts what the settings say into a text that names it: `[pickup]` whether orders can be picked up, `[payment_methods]` the
 * ways to pay. So a page cannot promise what the cart does not offer. Other words in brackets stay as they are.
 */
export function withShopFacts(html: string, facts: ShopFacts): string {
  return html.replace(/\[(pickup|payment_methods)\]/g, (_, name: string) =>
    escapeHtml(name === 'pickup' ? pickupText(facts.shipping) : paymentText(facts.settings)),
  )
}

/** One sentence: where one chooses it, and for whom; or that there is none. */
export function pickupText({ zones }: ShippingConfig): string {
  const offering = zones.filter((zone) => zone.methods.some((method) => method.kind === 'local_pickup'))
  const title = offering[0]?.methods.find((method) => method.kind === 'local_pickup')?.title
  if (title === undefined) return 'We do not offer pickup.'
  const isForSome = offering.length < zones.length
  const whom = isForSome
    ? ` (for addresses in ${listed(
        offering.map((zone) => zone.name),
        'and',
      )})`
    : ''
  return `You can also pick up your order: choose “${title}” in the cart or at the checkout${whom}.`
}

/** 'by card, by bank transfer or when you pick up your order' */
export function paymentText({ gateways }: ShopFacts['settings']): string {
  const { shippingMethods } = gateways.cod
  const isAtPickup = shippingMethods.length > 0 && shippingMethods.every((kind) => kind === 'local_pickup')
  const ways = [
    gateways.stripe_cc.enabled ? 'by card' : '',
    gateways.bacs.enabled ? 'by bank transfer' : '',
    gateways.cheque.enabled ? 'by cheque' : '',
    gateways.cod.enabled ? (isAtPickup ? 'when you pick up your order' : 'on delivery') : '',
  ].filter((way) => way !== '')
  return ways.length === 0 ? 'as we agree with you' : listed(ways, 'or')
}

const listed = (words: readonly string[], joint: 'and' | 'or'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
