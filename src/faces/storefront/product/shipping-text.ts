import { countryName, includesCountry } from '../../../people/addresses/countries.ts'
import { costText, type Exchange } from '../../../platform/money/exchange.ts'
import { parsePrice } from '../../../platform/money/money.ts'
import type { Sellable } from '../../../shop/catalog/product.ts'
import { type ShippingMethod, zonesOfCountry } from '../../../shop/pricing/shipping.ts'
import type { PricingConfig } from '../../../shop/pricing/total.ts'

type ShippingTerms = Pick<PricingConfig, 'shipping' | 'shipsTo'>
type Part = Pick<Sellable, 'shippingClass'>

/** `flatCents` is 0 if shipping is free. `freeFromCents` is 0 if a free rate can be chosen instead of the flat one. */
type ShippingPromise = { readonly flatCents: number | null; readonly freeFromCents: number | null }

/** '$9.95 shipping anywhere in Canada, free from $75.' from the shop's shipping rates, for a product with these parts. */
export function shippingText(
  pricing: ShippingTerms,
  country: string,
  parts: readonly Part[],
  exchange: Exchange | null,
): string {
  const promise = shippingPromise(pricing, country, parts)
  if (!promise) return 'Shipping is worked out in the cart.'
  const { flatCents, freeFromCents } = promise
  const anywhere = `shipping anywhere in ${countryName(country)}`
  if (flatCents === 0) return `Free ${anywhere}.`
  const from = freeFromCents ? `from ${costText(freeFromCents, exchange).replace(/\.00$/, '')}` : ''
  if (flatCents === null) return `Free ${anywhere} ${from}.`
  const free = freeFromCents === null ? '' : from ? `, free ${from}` : ', or free'
  return `${costText(flatCents, exchange)} ${anywhere}${free}.`
}

/**
 * What shipping of a product with these parts costs anywhere in a country; null if that differs between its addresses.
 * Only what the cart charges as well: rates that depend on the cart, a coupon or the address are left out.
 */
export function shippingPromise(
  pricing: ShippingTerms,
  country: string,
  parts: readonly Part[],
): ShippingPromise | null {
  // No zone counts in a country that the shop does not ship to.
  if (!includesCountry(country, pricing.shipsTo ?? 'everywhere')) return null
  const [first, ...others] = zonesOfCountry(country, pricing.shipping).map(({ methods }) => promiseOf(methods, parts))
  const isSame = (other: ShippingPromise | null) =>
    other?.flatCents === first?.flatCents && other?.freeFromCents === first?.freeFromCents
  return first && others.every(isSame) ? first : null
}

function promiseOf(methods: readonly ShippingMethod[], parts: readonly Part[]): ShippingPromise | null {
  const byAmount = methods
    .filter((method) => method.kind === 'free_shipping')
    .filter(({ requires = 'amount' }) => requires === 'amount' || requires === 'either')
    .toSorted((a, b) => a.minAmountCents - b.minAmountCents)
  const freeFromCents = byAmount[0]?.minAmountCents ?? null
  const always = byAmount.filter(({ minAmountCents }) => minAmountCents === 0)
  // The cart selects the first rate that is offered.
  const offered = methods.filter((method) => method.kind !== 'free_shipping' || always.includes(method))
  const first = offered.find((method) => method.kind !== 'local_pickup')
  const firstCents = first?.kind === 'free_shipping' ? 0 : first && isFixed(first, parts) ? first.costCents : null
  const isSelected = offered[0]?.kind !== 'local_pickup' || offered[0].costCents === firstCents
  const flatCents = isSelected ? firstCents : null
  return flatCents !== null || freeFromCents ? { flatCents, freeFromCents } : null
}

const isFixed = (
  { cost, classCosts = {} }: Extract<ShippingMethod, { kind: 'flat_rate' }>,
  parts: readonly Part[],
): boolean =>
  cost === undefined &&
  parts.every(({ shippingClass }) => !classCosts[shippingClass] || parsePrice(classCosts[shippingClass]) === 0)
