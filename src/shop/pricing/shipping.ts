import { maxCents } from '../../platform/money/money.ts'
import { type CostFormulaInput, parseCostFormula } from './cost-formula.ts'
import type { Region } from './tax.ts'

/** Shipping zones, methods and rates. Methods are plain data, so that they can be stored in settings. */

export type ShippingMethod =
  | {
      readonly kind: 'flat_rate'
      readonly instanceId: number
      readonly title: string
      readonly costCents: number
      readonly taxable: boolean
      /** Cost formula that replaces `costCents` (`cost-formula.ts`). */
      readonly cost?: string
      /** Surcharge per shipping class slug; '' is for products without a class. */
      readonly classCosts?: Readonly<Record<string, string>>
      /** With several classes: every surcharge, or only the highest. */
      readonly classRule?: 'each' | 'most-expensive'
    }
  | {
      readonly kind: 'free_shipping'
      readonly instanceId: number
      readonly title: string
      readonly minAmountCents: number
      /** Condition: minimum amount `minAmountCents` (the default), a coupon that grants it, either, or both. */
      readonly requires?: 'amount' | 'coupon' | 'either' | 'both'
    }
  | {
      readonly kind: 'local_pickup'
      readonly instanceId: number
      readonly title: string
      readonly costCents: number
      readonly taxable: boolean
    }

/** Regions with their methods, in display order. */
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

/** The first zone that matches the address applies. */
export type ShippingConfig = { readonly zones: readonly ShippingZone[] }

/** Contents of one package. `itemsCents` is the item total after discounts, before tax. */
export type ShippingPackage = {
  readonly itemsCents: number
  readonly weightGrams: number
  /** Whether a coupon of the cart grants free shipping. */
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

/** Rates for `pack` to `to`, in display order; empty if no zone matches the address. */
export function ratesFor(pack: ShippingPackage, region: Region | null, config: ShippingConfig): ShippingRate[] {
  const methods = zoneOf(region, config)?.methods ?? []
  return methods.flatMap((method) => {
    const costCents = costOf(method, pack)
    return costCents === null ? [] : [rateOf(method, costCents)]
  })
}

/** Cost of a method for this package; null if it is unavailable or its formula is invalid. */
function costOf(method: ShippingMethod, pack: ShippingPackage): number | null {
  if (method.kind === 'free_shipping') return centsToQualify(method, pack) === 0 ? 0 : null
  if (method.kind === 'local_pickup') return method.costCents
  const items = pack.items ?? []
  const baseCents = method.cost === undefined ? method.costCents : formulaCents(method.cost, items)
  const classes = [...Map.groupBy(items, (item) => item.shippingClass)].map(([slug, classItems]) => {
    const formula = method.classCosts?.[slug]
    return formula === undefined ? 0 : formulaCents(formula, classItems)
  })
  if (baseCents === null || classes.includes(null)) return null
  const extras = classes.map((cents) => cents ?? 0)
  const extra =
    method.classRule === 'most-expensive' ? Math.max(0, ...extras) : extras.reduce((sum, cents) => sum + cents, 0)
  return Math.min(baseCents + extra, maxCents)
}

function formulaCents(text: string, items: readonly CostFormulaInput[]): number | null {
  const parsed = parseCostFormula(text)
  if (!parsed.ok) return null
  const sum = (part: (item: CostFormulaInput) => number) => items.reduce((total, item) => total + part(item), 0)
  return parsed.formula({ quantity: sum((item) => item.quantity), itemsCents: sum((item) => item.itemsCents) })
}

type FreeShipping = Extract<ShippingMethod, { kind: 'free_shipping' }>

/** Amount missing for free shipping: 0 if it is available, null if a required coupon is missing. */
function centsToQualify({ requires = 'amount', minAmountCents }: FreeShipping, pack: ShippingPackage): number | null {
  const missing = Math.max(0, minAmountCents - pack.itemsCents)
  const hasCoupon = pack.hasFreeShippingCoupon === true
  switch (requires) {
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

/** The selected rate if it is available, else the first one. */
export function selectedRate<Rate extends ShippingRate>(rates: readonly Rate[], rateId: string | null): Rate | null {
  return rates.find((rate) => rate.id === rateId) ?? rates[0] ?? null
}

/** Amount missing for free shipping: 0 if reached, null if it is not offered. */
export function centsToFreeShipping(
  pack: ShippingPackage,
  region: Region | null,
  config: ShippingConfig,
): number | null {
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

function matchesPostcode(postcode: string, pattern: string): boolean {
  const [candidate, rule] = [compactPostcode(postcode), compactPostcode(pattern)]
  const [from, to] = rule.split('...')
  if (from !== undefined && to !== undefined)
    return /^\d+$/.test(candidate) && Number(candidate) >= Number(from) && Number(candidate) <= Number(to)
  return rule.endsWith('*') ? candidate.startsWith(rule.slice(0, -1)) : candidate === rule
}

function rateOf(method: ShippingMethod, costCents: number): ShippingRate {
  return {
    id: `${method.kind}:${method.instanceId}`,
    methodId: method.kind,
    instanceId: method.instanceId,
    title: method.title,
    costCents,
    taxable: method.kind === 'free_shipping' ? false : method.taxable,
  }
}
