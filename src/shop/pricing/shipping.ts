import { continentOf } from '../../people/addresses/continents.ts'
import type { Fraction } from '../../platform/money/exchange.ts'
import { sumOf } from '../../platform/money/money.ts'
import { type CostFormulaInput, evaluateCost } from './cost-formula.ts'
import { matchesPostcodes } from './match-postcode.ts'
import type { Region } from './tax.ts'

/** Shipping zones, methods and rates as plain data; `src/shop/shipping/` stores them. */

export type ShippingMethod = { readonly instanceId: number; readonly title: string } & (
  | FlatRate
  | FreeShipping
  | LocalPickup
)

type LocalPickup = {
  readonly kind: 'local_pickup'
  readonly costCents: number
  readonly taxable: boolean
  /** Address and opening hours, as lines. */
  readonly place?: string
}

type FlatRate = {
  readonly kind: 'flat_rate'
  readonly costCents: number
  readonly taxable: boolean
  /** Cost formula that replaces `costCents` (`cost-formula.ts`). Empty, and without class costs, it is not offered. */
  readonly cost?: string
  /** Surcharge per shipping class slug; '' is for products without a class. */
  readonly classCosts?: Readonly<Record<string, string>>
  /** With several classes: every surcharge, or only the highest. */
  readonly classRule?: 'each' | 'most-expensive'
}

type FreeShipping = {
  readonly kind: 'free_shipping'
  readonly minAmountCents: number
  /** Condition: minimum amount `minAmountCents` (the default), a coupon that grants it, either, or both. */
  readonly requires?: 'amount' | 'coupon' | 'either' | 'both'
  /** Whether the minimum applies to the amount before discounts. */
  readonly ignoresDiscounts?: boolean
}

/** A country 'CA', a state 'CA:ON', a continent 'NA' or a rule for postal codes (`match-postcode.ts`). */
export type ZoneLocation = { readonly type: 'country' | 'state' | 'continent' | 'postcode'; readonly code: string }

export type ShippingZone = {
  /** 0 is the rest of the world, which comes last. */
  readonly id?: number
  readonly name: string
  /** An address must match one of the places and one of the postcodes; without any, all addresses match. */
  readonly locations: readonly ZoneLocation[]
  readonly methods: readonly ShippingMethod[]
}

export type ShippingConfig = {
  /** The first zone that matches an address applies. */
  readonly zones: readonly ShippingZone[]
  /** The value of a cost formula's dollar in the currency of the other costs (`convertPricing`). */
  readonly formulaUnit?: Fraction
}

/** Contents of one package. `itemsCents` is the item total after discounts, with tax if prices are entered with it. */
export type ShippingPackage = {
  readonly itemsCents: number
  /** The item total before discounts; omitted if there are none. */
  readonly subtotalCents?: number
  readonly hasFreeShippingCoupon?: boolean
  readonly items?: readonly (CostFormulaInput & { readonly shippingClass: string })[]
}

/** A shipping rate for a package. `id` is the public one, 'flat_rate:1'. */
export type ShippingRate = {
  readonly id: string
  readonly methodId: ShippingMethod['kind']
  readonly instanceId: number
  readonly title: string
  readonly costCents: number
  readonly taxable: boolean
  /** Pickup address and opening hours, as lines. */
  readonly place?: string
}

/** Rates for `pack` to `region`, in display order; empty if no zone matches the address. */
export function ratesFor(pack: ShippingPackage, region: Region | null, config: ShippingConfig): ShippingRate[] {
  return explainRates(pack, region, config).outcomes.flatMap(({ method, costCents }) => {
    if (costCents === null) return []
    const { kind: methodId, instanceId, title } = method
    const taxable = method.kind !== 'free_shipping' && method.taxable
    const place = method.kind === 'local_pickup' && method.place ? { place: method.place } : {}
    return [{ id: `${methodId}:${instanceId}`, methodId, instanceId, title, costCents, taxable, ...place }]
  })
}

/** The zone of an address, and for each method its cost, or the reason why it is not offered. */
export function explainRates(pack: ShippingPackage, region: Region | null, config: ShippingConfig) {
  const zone = zoneOf(region, config)
  const outcomes = (zone?.methods ?? []).map((method) => {
    const cost = costOf(method, pack, config.formulaUnit)
    return typeof cost === 'number'
      ? { method, costCents: cost, reason: null }
      : { method, costCents: null, reason: cost.reason }
  })
  return { zone, outcomes }
}

type NotOffered = { readonly reason: string }

function costOf(method: ShippingMethod, pack: ShippingPackage, unit?: Fraction): number | NotOffered {
  if (method.kind === 'free_shipping') {
    const missing = centsToQualify(method, pack)
    if (missing === 0) return 0
    return { reason: missing === null ? 'A coupon for free shipping is needed.' : 'The minimum amount is not reached.' }
  }
  if (method.kind === 'local_pickup') return method.costCents
  return flatCost(method, pack.items ?? [], unit)
}

function flatCost(method: FlatRate, items: NonNullable<ShippingPackage['items']>, unit?: Fraction) {
  const byClass = [...Map.groupBy(items, (item) => item.shippingClass)].map(
    ([slug, classItems]) => [method.classCosts?.[slug] ?? '', classItems] as const,
  )
  if (method.cost === '' && byClass.every(([formula]) => formula === '')) return { reason: 'It has no cost.' }
  const baseCents = method.cost === undefined ? method.costCents : formulaCents(method.cost, items, unit)
  const extras = byClass.map(([formula, classItems]) => formulaCents(formula, classItems, unit))
  if (baseCents === null || !extras.every((cents) => cents !== null))
    return { reason: 'Its cost is not a valid formula, or above a million dollars.' }
  const extra = method.classRule === 'most-expensive' ? Math.max(0, ...extras) : sumOf(extras, (cents) => cents)
  return baseCents + extra
}

function formulaCents(formula: string, items: readonly CostFormulaInput[], unit?: Fraction): number | null {
  const evaluated = evaluateCost(formula, {
    quantity: sumOf(items, (item) => item.quantity),
    itemsCents: sumOf(items, (item) => item.itemsCents),
    weightGrams: sumOf(items, (item) => item.weightGrams ?? 0),
    ...(unit ? { unit } : {}),
  })
  return evaluated.ok ? evaluated.cents : null
}

/** Amount missing for free shipping: 0 if it is available, null if a required coupon is missing. */
function centsToQualify(method: FreeShipping, pack: ShippingPackage): number | null {
  const { requires = 'amount', minAmountCents, ignoresDiscounts } = method
  const { itemsCents, subtotalCents = itemsCents } = pack
  const missing = Math.max(0, minAmountCents - (ignoresDiscounts ? subtotalCents : itemsCents))
  const hasCoupon = pack.hasFreeShippingCoupon === true
  return {
    amount: missing,
    coupon: hasCoupon ? 0 : null,
    either: hasCoupon ? 0 : missing,
    both: hasCoupon ? missing : null,
  }[requires]
}

export const selectedRate = <Rate extends ShippingRate>(rates: readonly Rate[], rateId: string | null): Rate | null =>
  rates.find((rate) => rate.id === rateId) ?? rates[0] ?? null

/** Amount missing for free shipping: 0 if reached, null if it is not offered. */
export function centsToFreeShipping(pack: ShippingPackage, region: Region | null, config: ShippingConfig) {
  const missing = (zoneOf(region, config)?.methods ?? []).flatMap((method) =>
    method.kind === 'free_shipping' ? (centsToQualify(method, pack) ?? []) : [],
  )
  return missing.length === 0 ? null : Math.min(...missing)
}

const zoneOf = (region: Region | null, { zones }: ShippingConfig): ShippingZone | undefined =>
  region ? zones.find(({ locations }) => isIn(locations, region)) : undefined

function isIn(locations: readonly ZoneLocation[], { country, state, postcode = '' }: Region): boolean {
  const places = locations.filter(({ type }) => type !== 'postcode')
  const rules = locations.flatMap(({ type, code }) => (type === 'postcode' ? code : []))
  const codes = { country, state: `${country}:${state}`, continent: continentOf(country) }
  return (
    (places.length === 0 || places.some(({ type, code }) => type !== 'postcode' && codes[type] === code)) &&
    matchesPostcodes(postcode, rules)
  )
}

/** The zones of all addresses in a country, the last of which is the first that has all of it; none if there is no such zone. */
export function zonesOfCountry(country: string, { zones }: ShippingConfig): readonly ShippingZone[] {
  const whole = zones.findIndex(({ locations }) => isIn(locations, { country, state: '' }))
  return zones.slice(0, whole + 1).filter(({ locations }) => {
    const places = locations.filter(({ type }) => type !== 'postcode')
    const hasState = places.some(({ type, code }) => type === 'state' && code.startsWith(`${country}:`))
    return hasState || isIn(places, { country, state: '' })
  })
}

const pickupList = new Intl.ListFormat('en-CA')

export function pickupText({ zones }: ShippingConfig): string {
  const offering = zones.filter((zone) => zone.methods.some((method) => method.kind === 'local_pickup'))
  const title = offering[0]?.methods.find((method) => method.kind === 'local_pickup')?.title
  if (title === undefined) return 'We do not offer pickup.'
  const eligibility =
    offering.length < zones.length ? ` (for addresses in ${pickupList.format(offering.map((zone) => zone.name))})` : ''
  return `You can also pick up your order: choose “${title}” in the cart or at the checkout${eligibility}.`
}
