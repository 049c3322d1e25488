import type { Place } from './tax.ts'

/** What an address can be sent, and at what price. Methods are data, so the owner's settings can hold them later. */

export type ShippingMethod =
  | {
      readonly kind: 'flat_rate'
      readonly instanceId: number
      readonly title: string
      readonly costCents: number
      readonly taxable: boolean
    }
  | {
      readonly kind: 'free_shipping'
      readonly instanceId: number
      readonly title: string
      readonly fromCents: number
      /** What earns it: goods of `fromCents` (unless said otherwise), a coupon that gives it, one of them, or both. */
      readonly needs?: 'amount' | 'coupon' | 'either' | 'both'
    }
  | {
      readonly kind: 'local_pickup'
      readonly instanceId: number
      readonly title: string
      readonly costCents: number
      readonly taxable: boolean
    }

/** Places that share their methods, in the order shoppers see them. */
export type ShippingZone = {
  readonly name: string
  readonly countries: readonly string[]
  /** Only these provinces; left out, the whole country. */
  readonly states?: readonly string[]
  readonly methods: readonly ShippingMethod[]
}

/** The first zone that holds the address counts. */
export type ShippingConfig = { readonly zones: readonly ShippingZone[] }

/** What is sent in one parcel. `goodsCents` is the price of its goods after discounts, before tax. */
export type ShippingPackage = {
  readonly goodsCents: number
  readonly weightGrams: number
  /** Whether a coupon of the cart gives free shipping. */
  readonly hasFreeShippingCoupon?: boolean
}

/** One way to send a package. `id` is the public one, 'flat_rate:1'. */
export type ShippingRate = {
  readonly id: string
  readonly methodId: ShippingMethod['kind']
  readonly instanceId: number
  readonly title: string
  readonly costCents: number
  readonly taxable: boolean
}

/** The ways to send `pack` to `to`, as shoppers see them; none when no zone holds the address. */
export function ratesFor(pack: ShippingPackage, to: Place | null, config: ShippingConfig): ShippingRate[] {
  const methods = zoneOf(to, config)?.methods ?? []
  return methods.filter((method) => method.kind !== 'free_shipping' || missingCents(method, pack) === 0).map(rateOf)
}

type FreeShipping = Extract<ShippingMethod, { kind: 'free_shipping' }>

/** Goods still missing for free shipping: 0 once it is earned, null while it takes a coupon that is not there. */
function missingCents({ needs = 'amount', fromCents }: FreeShipping, pack: ShippingPackage): number | null {
  const missing = Math.max(0, fromCents - pack.goodsCents)
  const hasCoupon = pack.hasFreeShippingCoupon === true
  switch (needs) {
    case 'amount':
      return missing
    case 'coupon':
      return hasCoupon ? 0 : null
    case 'either':
      return hasCoupon ? 0 : missing
    case 'both':
      return hasCoupon ? missing : null
  }
}

/** The rate the shopper asked for while it is offered, else the first one. */
export function chosenRate<Rate extends ShippingRate>(rates: readonly Rate[], wanted: string | null): Rate | null {
  return rates.find((rate) => rate.id === wanted) ?? rates[0] ?? null
}

/** How many more cents of goods bring free shipping: 0 once reached, null where it is not offered. */
export function centsToFreeShipping(pack: ShippingPackage, to: Place | null, config: ShippingConfig): number | null {
  const missing = (zoneOf(to, config)?.methods ?? []).flatMap((method) =>
    method.kind === 'free_shipping' ? (missingCents(method, pack) ?? []) : [],
  )
  return missing.length === 0 ? null : Math.min(...missing)
}

function zoneOf(to: Place | null, config: ShippingConfig): ShippingZone | undefined {
  if (!to) return undefined
  return config.zones.find(
    (zone) => zone.countries.includes(to.country) && (zone.states === undefined || zone.states.includes(to.state)),
  )
}

function rateOf(method: ShippingMethod): ShippingRate {
  return {
    id: `${method.kind}:${method.instanceId}`,
    methodId: method.kind,
    instanceId: method.instanceId,
    title: method.title,
    costCents: method.kind === 'free_shipping' ? 0 : method.costCents,
    taxable: method.kind === 'free_shipping' ? false : method.taxable,
  }
}
