import type { Fraction } from '../../platform/money/exchange.ts'
import { maxCents, sumOf } from '../../platform/money/money.ts'
import { type CostFormulaInput, evaluateCost } from './cost-formula.ts'
import type { Region } from './tax.ts'

/** Shipping zones, methods and rates. Methods are plain data, so that they can be stored in settings. */

export type ShippingMethod = { readonly instanceId: number; readonly title: string } & (
  | FlatRate
  | FreeShipping
  | { readonly kind: 'local_pickup'; readonly costCents: number; readonly taxable: boolean }
)

type FlatRate = {
  readonly kind: 'flat_rate'
  readonly costCents: number
  readonly taxable: boolean
  /** Cost formula that replaces `costCents` (`cost-formula.ts`). */
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
}

export type ShippingZone = {
  readonly name: string
  /** '*' is every country. */
  readonly countries: readonly string[]
  /** Only these provinces; omitted means the whole country. */
  readonly states?: readonly string[]
  /** Only these postal codes: exact 'V8W 1P6', prefix 'V8*', or numeric range '90210...90299'. */
  readonly postcodes?: readonly string[]
  readonly methods: readonly ShippingMethod[]
}

export type ShippingConfig = {
  readonly zones: readonly ShippingZone[]
  /** What a dollar of a cost formula is in the currency of the other costs (`convertPricing`). */
  readonly formulaUnit?: Fraction
}

/** Contents of one package. `itemsCents` is the item total after discounts, before tax. */
export type ShippingPackage = {
  readonly itemsCents: number
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
}

/** Rates for `pack` to `region`, in display order; empty if no zone matches the address. */
export function ratesFor(pack: ShippingPackage, region: Region | null, config: ShippingConfig): ShippingRate[] {
  const methods = zoneOf(region, config)?.methods ?? []
  return methods.flatMap((method) => {
    const { kind: methodId, instanceId, title } = method
    const costCents = costOf(method, pack, config.formulaUnit)
    const taxable = method.kind !== 'free_shipping' && method.taxable
    return costCents === null
      ? []
      : [{ id: `${methodId}:${instanceId}`, methodId, instanceId, title, costCents, taxable }]
  })
}

function costOf(method: ShippingMethod, pack: ShippingPackage, unit?: Fraction): number | null {
  if (method.kind === 'free_shipping') return centsToQualify(method, pack) === 0 ? 0 : null
  if (method.kind === 'local_pickup') return method.costCents
  const items = pack.items ?? []
  const baseCents = method.cost === undefined ? method.costCents : formulaCents(method.cost, items, unit)
  const extras = [...Map.groupBy(items, (item) => item.shippingClass)].map(([slug, classItems]) =>
    formulaCents(method.classCosts?.[slug] ?? '', classItems, unit),
  )
  if (baseCents === null || !extras.every((cents) => cents !== null)) return null
  const extra = method.classRule === 'most-expensive' ? Math.max(0, ...extras) : sumOf(extras, (cents) => cents)
  return Math.min(baseCents + extra, maxCents)
}

function formulaCents(formula: string, items: readonly CostFormulaInput[], unit?: Fraction): number | null {
  const evaluated = evaluateCost(formula, {
    quantity: sumOf(items, (item) => item.quantity),
    itemsCents: sumOf(items, (item) => item.itemsCents),
    ...(unit ? { unit } : {}),
  })
  return evaluated.ok ? evaluated.cents : null
}

/** Amount missing for free shipping: 0 if it is available, null if a required coupon is missing. */
function centsToQualify({ requires = 'amount', minAmountCents }: FreeShipping, pack: ShippingPackage): number | null {
  const missing = Math.max(0, minAmountCents - pack.itemsCents)
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

function zoneOf(region: Region | null, config: ShippingConfig): ShippingZone | undefined {
  if (!region) return undefined
  return config.zones.find(
    (zone) =>
      (zone.countries.includes(region.country) || zone.countries.includes('*')) &&
      (zone.states === undefined || zone.states.includes(region.state)) &&
      (zone.postcodes === undefined ||
        zone.postcodes.some((pattern) => matchesPostcode(region.postcode ?? '', pattern))),
  )
}

const compactPostcode = (postcode: string): string => postcode.toUpperCase().replaceAll(/[\s-]/g, '')

export function matchesPostcode(postcode: string, pattern: string): boolean {
  const [candidate, rule] = [compactPostcode(postcode), compactPostcode(pattern)]
  const [from, to] = rule.split('...')
  if (from !== undefined && to !== undefined)
    return /^\d+$/.test(candidate) && Number(candidate) >= Number(from) && Number(candidate) <= Number(to)
  return rule.endsWith('*') ? candidate.startsWith(rule.slice(0, -1)) : candidate === rule
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
