import { countryName } from '../../../people/addresses/countries.ts'
import { costText, type Exchange } from '../../../platform/money/exchange.ts'
import type { Sellable } from '../../../shop/catalog/product.ts'
import { type ShippingConfig, type ShippingMethod, zonesOfCountry } from '../../../shop/pricing/shipping.ts'

/**
 * '$9.95 shipping anywhere in Canada, free from $75.' from the shop's shipping rates, for a product with these parts.
 * Only what the cart charges as well: rates that depend on the cart, a coupon or the address are left out.
 */
export function shippingText(
  shipping: ShippingConfig,
  country: string,
  parts: readonly Pick<Sellable, 'shippingClass'>[],
  exchange: Exchange | null,
): string {
  const texts = zonesOfCountry(country, shipping).map(({ methods }) => textOf(methods, country, parts, exchange))
  const [text] = texts
  return text && texts.every((other) => other === text) ? text : 'Shipping is worked out in the cart.'
}

/** The sentence as far as this zone is concerned; empty if nothing can be promised. */
function textOf(
  methods: readonly ShippingMethod[],
  country: string,
  parts: readonly Pick<Sellable, 'shippingClass'>[],
  exchange: Exchange | null,
): string {
  const flat = methods
    .filter((method) => method.kind === 'flat_rate')
    .find(({ cost, classCosts = {} }) => cost === undefined && parts.every((part) => !classCosts[part.shippingClass]))
  const freeFrom = methods
    .filter((method) => method.kind === 'free_shipping')
    .filter(({ requires = 'amount' }) => requires === 'amount' || requires === 'either')
    .map(({ minAmountCents }) => minAmountCents)
    .toSorted((a, b) => a - b)[0]
  if (freeFrom === 0) return `Free shipping anywhere in ${countryName(country)}.`
  const sentence = [
    flat && `${costText(flat.costCents, exchange)} shipping anywhere in ${countryName(country)}`,
    freeFrom && `free from ${costText(freeFrom, exchange).replace(/\.00$/, '')}`,
  ].filter((part) => part !== undefined)
  return sentence.length > 0 ? `${sentence.join(', ')}.` : ''
}
