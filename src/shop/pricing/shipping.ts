import { maxCents } from '../../platform/money/money.ts'
import { type CostFormulaInput, parseCostFormula } from './cost-formula.ts'
import type { Region } from './tax.ts'

/** What an address can be sent, and at what price. Methods are data, so the owner's settings can hold them later. */

export type ShippingMethod =
  | {
      readonly kind: 'flat_rate'
      readonly instanceId: number
      readonly title: string
      readonly costCents: number
      readonly taxable: boolean
      /** Instead of `costCents`, what it costs as the owner wrote it (`cost-formula.ts`). */
      readonly cost?: string
      /** What goods of a shipping class cost on top, by its slug; '' is for goods of none. */
      readonly classCosts?: Readonly<Record<string, string>>
      /** With goods of several classes: every class on top, or only the dearest. */
      readonly classRule?: 'each' | 'most-expensive'
    }
  | {
      readonly kind: 'free_shipping'
      readonly instanceId: number
      readonly title: string
      readonly minAmountCents: number
      /** What earns it: goods of `minAmountCents` (unless said otherwise), a coupon that gives it, one of them, or both. */
      readonly requires?: 'amount' | 'coupon' | 'either' | 'both'
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
  /** '*' is every country. */
  readonly countries: readonly string[]
  /** Only these provinces; left out, the whole country. */
  readonly states?: readonly string[]
  /** Only these postal codes: 'V8W 1P6', everything that begins alike 'V8*', or numbers from to '90210...90299'. */
  readonly postcodes?: readonly string[]
  readonly methods: readonly ShippingMethod[]
}

/** The first zone that holds the address counts. */
export type ShippingConfig = { readonly zones: readonly ShippingZone[] }

/** What is sent in one parcel. `itemsCents` is the price of its goods after discounts, before tax. */
export type ShippingPackage = {
  readonly itemsCents: number
  readonly weightGrams: number
  /** Whether a coupon of the cart gives free shipping. */
  readonly hasFreeShippingCoupon?: boolean
  readonly items?: readonly (CostFormulaInput & { readonly shippingClass: string })[]
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
export function ratesFor(pack: ShippingPackage, region: Region | null, config: ShippingConfig): ShippingRate[] {
  const methods = zoneOf(region, config)?.methods ?? []
  return methods.flatMap((method) => {
    const costCents = costOf(method, pack)
    return costCents === null ? [] : [rateOf(method, costCents)]
  })
}

/** What a method asks for this package; null when it is not to be had, or its owner's formula cannot be read. */
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

/** Goods still missing for free shipping: 0 once it is earned, null while it takes a coupon that is not there. */
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

/** The rate the shopper asked for while it is offered, else the first one. */
export function selectedRate<Rate extends ShippingRate>(rates: readonly Rate[], rateId: string | null): Rate | null {
  return rates.find((rate) => rate.id === rateId) ?? rates[0] ?? null
}

/** How many more cents of goods bring free shipping: 0 once reached, null where it is not offered. */
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
