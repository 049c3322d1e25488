import { sumOf } from '../../../platform/money/money.ts'
import type { ShippingRate, ShippingZone } from '../../pricing/shipping.ts'
import { createTaxLookup, type TaxClass } from '../../pricing/tax.ts'
import { calculateTaxes } from '../../pricing/tax-amounts.ts'
import type { AgreedPrice, LineToPrice, PricingConfig } from '../../pricing/total.ts'
import type { Meta } from '../order-meta.ts'
import { soldIdOf } from '../order-parts.store.ts'
import type { Order } from '../orders.store.ts'

/* Requested changes to an order's items, not priced yet. Amounts are before tax, in the currency's smallest unit. */

export type LineChange = AgreedPrice & {
  /** Id of a line of the order; without one it is a new line. */
  readonly id?: number | undefined
  readonly product?: { readonly id: number } | { readonly sku: string } | undefined
  /** 0 removes the line. */
  readonly quantity?: number | undefined
  readonly name?: string | undefined
  readonly meta?: readonly Meta[]
}

export type FeeChange = {
  /** Position and previous name, which identify a fee, because fees have no ids. */
  readonly index?: number | undefined
  readonly before?: string | undefined
  readonly isRemoved?: boolean
  readonly name?: string | undefined
  readonly cents?: number | undefined
  readonly taxClass?: TaxClass | undefined
  readonly isTaxed?: boolean | undefined
  /** Of a new fee. */
  readonly meta?: readonly Meta[]
}

export type ShippingChange = {
  readonly id?: number | undefined
  readonly isRemoved?: boolean
  readonly rateId?: string | undefined
  readonly title?: string | undefined
  readonly cents?: number | undefined
  readonly isTaxed?: boolean | undefined
  /** Of a new line. */
  readonly meta?: readonly Meta[]
}

export type ItemsChange = {
  readonly lines: readonly LineChange[]
  readonly fees: readonly FeeChange[]
  readonly shipping: readonly ShippingChange[]
  /** All codes that the order shall have; undefined: unchanged. */
  readonly coupons?: readonly string[] | undefined
  /** The total and lines that the change is based on; if they differ now, the change is refused as outdated. */
  readonly totalBefore?: number | undefined
  readonly linesBefore?: readonly Pick<OrderLine, 'id' | 'quantity'>[] | undefined
}

export type ItemsProblem =
  | { readonly kind: 'unknown-item' | 'no-product' | 'total-by-coupon' | 'amount' | 'tax-class' }
  | { readonly kind: 'unknown-product'; readonly index: number }
  | { readonly kind: 'not-sold' | 'no-price'; readonly name: string }
  | { readonly kind: 'coupon'; readonly text: string }
  | { readonly kind: 'short'; readonly name: string; readonly available: number }
  | { readonly kind: 'closed' | 'being-paid' | 'refunded-in-part' | 'anonymised' }
  /** The order is paid or its payment is promised, so the total must not change. */
  | { readonly kind: 'total-fixed'; readonly totalCents: number }
  | { readonly kind: 'outdated'; readonly totalCents: number; readonly lines: readonly OrderLine[] }

type OrderLine = Order['lines'][number]

/** Scales a line's amount to another quantity; half a cent is rounded away from zero. */
const scaleCents = (cents: number, { quantity: from }: OrderLine, to: number): number =>
  from === to ? cents : Math.round((cents * to) / from)

/** The unit price that invoices show. */
export const unitPriceOf = ({ agreed, quantity, unitPriceCents }: LineToPrice): number =>
  agreed?.subtotalCents === undefined ? unitPriceCents : Math.round(agreed.subtotalCents / quantity)

/** Prices a stored line again, at its own price and with a discount that the staff has given. */
export function repriceLine(line: OrderLine, order: Order, config: PricingConfig, change: LineChange): LineToPrice {
  const quantity = change.quantity ?? line.quantity
  const base = createTaxLookup(config.taxTable, config.base, order.createdAt)
  const entered = { cents: line.unitPriceCents * line.quantity, taxClass: line.taxClass }
  const rules = { pricesIncludeTax: order.pricesIncludeTax, roundTax: 'line' } as const
  const isByCatalogue = calculateTaxes([entered], rules, base, base)[0]?.netCents === line.subtotalCents
  const byCoupons = sumOf(order.coupons, (coupon) => coupon.discountCents)
  const isDiscounted = line.totalCents !== line.subtotalCents && byCoupons === 0
  const storedPrice = {
    subtotalCents: isByCatalogue ? undefined : scaleCents(line.subtotalCents, line, quantity),
    totalCents: isDiscounted ? scaleCents(line.totalCents, line, quantity) : undefined,
  }
  const isNewPrice = change.subtotalCents !== undefined
  const agreed = isNewPrice
    ? { subtotalCents: change.subtotalCents, totalCents: change.totalCents }
    : { ...storedPrice, ...(change.totalCents === undefined ? {} : { totalCents: change.totalCents }) }
  const repriced = {
    key: String(line.id),
    productId: soldIdOf(line),
    parentId: line.variationId === 0 ? null : line.productId,
    name: line.name,
    quantity,
    unitPriceCents: line.unitPriceCents,
    taxClass: line.taxClass,
    // Unless its product says otherwise: a deleted one may have been shipped.
    needsShipping: true,
    weightGrams: 0,
    agreed,
  }
  return isNewPrice ? { ...repriced, unitPriceCents: unitPriceOf(repriced) } : repriced
}

/**
 * A new line of the catalogue in an order that was priced with tax while the shop's prices now exclude it, or the
 * reverse: an agreed price, because the order reads its own prices as before.
 */
export function atCurrentPrice(line: LineToPrice, order: Order | null, config: PricingConfig): LineToPrice {
  const isReadAlike = order === null || order.pricesIncludeTax === config.pricesIncludeTax
  if (isReadAlike || line.agreed?.subtotalCents !== undefined) return line
  const base = createTaxLookup(config.taxTable, config.base, order.createdAt)
  const entered = { cents: line.unitPriceCents * line.quantity, taxClass: line.taxClass }
  const rules = { pricesIncludeTax: config.pricesIncludeTax, roundTax: 'line' } as const
  const subtotalCents = calculateTaxes([entered], rules, base, base)[0]?.netCents
  return { ...line, agreed: { ...line.agreed, subtotalCents } }
}

export type FeeItem = Required<Pick<FeeChange, 'meta'>> & {
  readonly name: string
  readonly cents: number
  readonly taxClass: TaxClass
  readonly isTaxed: boolean
}

/** Null: a change refers to a fee that the order does not have. */
export function applyFeeChanges(order: Pick<Order, 'fees' | 'taxLines'> | null, changes: readonly FeeChange[]) {
  const stored = order?.fees ?? []
  const isUnknown = ({ index, before }: FeeChange) =>
    index !== undefined && (before === undefined || stored[index]?.name !== before)
  if (changes.some(isUnknown)) return null
  const kept = stored.flatMap((fee, index): FeeItem[] => {
    const change = changes.findLast((one) => one.index === index)
    if (change?.isRemoved) return []
    const wasTaxed =
      fee.taxClass === undefined ? fee.taxCents !== 0 || order?.taxLines.length === 0 : fee.taxClass !== null
    return [
      {
        name: change?.name ?? fee.name,
        cents: change?.cents ?? fee.totalCents,
        taxClass: change?.taxClass ?? fee.taxClass ?? 'standard',
        isTaxed: change?.isTaxed ?? wasTaxed,
        meta: fee.meta ?? [],
      },
    ]
  })
  const added = changes
    .filter(({ index, isRemoved }) => index === undefined && !isRemoved)
    .map(({ name = '', cents = 0, taxClass = 'standard', isTaxed = true, meta = [] }) => {
      return { name, cents, taxClass, isTaxed, meta }
    })
  return [...kept, ...added]
}

export type ShippingItem = Required<Pick<ShippingChange, 'meta'>> & {
  readonly id: number | null
  readonly rate: ShippingRate
}

/** Null: a change refers to a shipping line that the order does not have. */
export function applyShippingChanges(
  order: Pick<Order, 'shippingLines' | 'taxLines'> | null,
  changes: readonly ShippingChange[],
  zones: readonly ShippingZone[],
): ShippingItem[] | null {
  const methods = zones.flatMap((zone) => zone.methods)
  const stored = order?.shippingLines ?? []
  // An API client may send a method that this shop does not have; it is charged as sent.
  const termsOf = (rateId: string): Terms =>
    methods.find(({ kind, instanceId }) => `${kind}:${instanceId}` === rateId) ?? {}
  if (changes.some(({ id }) => id !== undefined && !stored.some((line) => line.id === id))) return null
  const kept = stored.flatMap((line) => {
    const change = changes.findLast(({ id }) => id === line.id)
    // Of the checkout's lines: a method that was charged without tax, beside taxed items, is not taxable. Of one that cost
    // nothing, only the shop's method says so.
    const wasCharged = line.taxCents !== 0 || order?.taxLines.length === 0
    const wasTaxed = line.isTaxable ?? (line.totalCents === 0 ? termsOf(line.rateId).taxable : wasCharged)
    const { rateId = line.rateId, title = line.title, cents = line.totalCents, isTaxed } = change ?? {}
    const own = rateId === line.rateId ? { place: line.place } : termsOf(rateId)
    const terms = { taxable: wasTaxed, ...own, isTaxed }
    return change?.isRemoved ? [] : [{ id: line.id, meta: line.meta, rate: rateOf(rateId, title, cents, terms) }]
  })
  const added = changes
    .filter(({ id, isRemoved }) => id === undefined && !isRemoved)
    .map(({ rateId = '', title = '', cents = 0, isTaxed, meta = [] }) => ({
      id: null,
      meta,
      rate: rateOf(rateId, title, cents, { ...termsOf(rateId), isTaxed }),
    }))
  return [...kept, ...added]
}

/** What a method says of its rates. */
type Terms = { readonly title?: string; readonly taxable?: boolean; readonly place?: string | null }
type SentTerms = Terms & Pick<ShippingChange, 'isTaxed'>

function rateOf(
  id: string,
  title: string,
  costCents: number,
  { taxable = true, isTaxed, place }: SentTerms,
): ShippingRate {
  const [methodId = '', instanceId = ''] = id.split(':')
  return {
    id,
    methodId: methodId as ShippingRate['methodId'],
    instanceId: Number(instanceId),
    title,
    costCents,
    taxable: isTaxed ?? taxable,
    ...(place ? { place } : {}),
  }
}
