import type { Address } from '../../../people/addresses/address.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { type Result, refused } from '../../../platform/database/result.ts'
import { exchangeOf } from '../../../platform/money/exchange.ts'
import { shopCurrency, sumOf } from '../../../platform/money/money.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { findProductIds, loadSellables } from '../../catalog/catalog.store.ts'
import { choiceLabels } from '../../catalog/choice-labels.ts'
import { packSize } from '../../catalog/pack-size.ts'
import { priceAt, type Sellable } from '../../catalog/product.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { convertCoupon, convertLine, convertPricing, findChargedExchange } from '../../pricing/convert-pricing.ts'
import { couponProblemText, priceOf, validateCoupons } from '../../pricing/coupon.ts'
import { loadCoupons } from '../../pricing/coupons.store.ts'
import { ratesFor, type ShippingRate } from '../../pricing/shipping.ts'
import { type Region, STANDARD, UNTAXED } from '../../pricing/tax.ts'
import { calculateTotal, type LineToPrice, type PricingConfig, packageOf } from '../../pricing/total.ts'
import { classExists } from '../../taxes/taxes.store.ts'
import { orderAmounts } from '../order-summary.ts'
import type { NewOrder, Order } from '../orders.store.ts'
import type { OrderFee } from '../orders.table.ts'
import {
  applyFeeChanges,
  applyShippingChanges,
  atCurrentPrice,
  type ItemsChange,
  type ItemsProblem,
  type LineChange,
  repriceLine,
  type ShippingItem,
  unitPriceOf,
} from './items.ts'

export type OrderToPrice = {
  /** Null for a new order. */
  readonly order: Order | null
  readonly billing: Address
  readonly shipping: Address
  readonly customerId: number | null
  readonly currency: string
  readonly now: Date
}

type Line = Omit<NewOrder['lines'][number], 'orderId'> & { readonly id?: number }
type OrderAmounts = ReturnType<typeof orderAmounts>
export type PricedItems = Omit<OrderAmounts, 'fees' | 'shippingLines'> & {
  readonly fees: OrderFee[]
  readonly shippingLines: readonly (OrderAmounts['shippingLines'][number] & {
    readonly isTaxable: boolean | null
    readonly meta: ShippingItem['meta']
  })[]
  readonly lines: readonly Line[]
  /** The id of each shipping line, null if it is new. */
  readonly shippingIds: readonly (number | null)[]
  readonly coupons: NonNullable<NewOrder['coupons']>
}

/** Also has the shop's shipping rates for it. */
export type PricedOrder = { readonly items: PricedItems; readonly rates: readonly ShippingRate[] }
type PriceResult = Result<PricedOrder, ItemsProblem>
type NewLine = { readonly line: LineToPrice; readonly change: LineChange; readonly sellable: Sellable }

/** Where the order is taxed: at the shipping address, else the billing address, else the shop's base. */
function regionOf({ billing, shipping }: Pick<OrderToPrice, 'billing' | 'shipping'>, base: Region): Region {
  const address = shipping.country === '' ? billing : shipping
  const country = address.country || base.country
  const state = address.state || (country === base.country ? base.state : '')
  return { country, state, postcode: address.postcode, city: address.city }
}

/** Applies a change to the items of an order, and prices them with `calculateTotal`. */
export async function priceItems(
  shop: WithPricing,
  tx: Tx,
  target: OrderToPrice,
  change: ItemsChange,
): Promise<PriceResult> {
  const { order, now } = target
  const rules = shop.pricing()
  const exchange = order ? exchangeOf(order) : findChargedExchange(rules, target.currency)
  if (!order && exchange === null && target.currency !== shopCurrency) return refused({ kind: 'amount' })
  const converted = convertPricing(rules, exchange)
  const config = { ...converted, pricesIncludeTax: order?.pricesIncludeTax ?? converted.pricesIncludeTax }
  const fees = applyFeeChanges(order, change.fees)
  const shipping = applyShippingChanges(order, change.shipping, config.shipping.zones)
  const stored = order?.lines ?? []
  const isUnknown = change.lines.some(({ id }) => id !== undefined && !stored.some((line) => line.id === id))
  if (isUnknown || !fees || !shipping) return refused({ kind: 'unknown-item' })
  for (const { taxClass = STANDARD } of change.fees)
    if (!(await classExists(tx, taxClass))) return refused({ kind: 'tax-class' })

  const added = await newLines(tx, change.lines, { now, order, config: converted })
  if (!added.ok) return added
  const kept = stored.flatMap((line) => {
    const changes = change.lines.filter(({ id }) => id === line.id)
    const merged = Object.assign({}, ...changes) as LineChange
    return merged.quantity === 0 ? [] : [{ stored: line, line: repriceLine(line, order as Order, config, merged) }]
  })
  const sellables = await loadSellables(
    tx,
    kept.map(({ line }) => line.productId),
  )
  const lines = [
    ...kept.map(({ line }) => {
      const sellable = sellables.get(line.productId)
      return { ...line, ...(sellable && { ...shippingFieldsOf(sellable), isOnSale: priceAt(sellable, now).isSale }) }
    }),
    ...added.lines.map(({ line }) => line),
  ]

  const current = order?.coupons.map(({ code }) => code) ?? []
  const codes = change.coupons ?? current
  const loaded = await loadCoupons(tx, codes, {
    cartId: null,
    email: target.billing.email,
    customerId: target.customerId,
  })
  const candidates = loaded.map((coupon) => convertCoupon(coupon, exchange))
  const check = { lines, email: target.billing.email, now, currency: exchange?.currency }
  // Coupons that the order has already stay valid, even after they have expired.
  const validBefore = candidates.filter(({ code }) => current.includes(code))
  const newCodes = codes.filter((code) => !validBefore.some((coupon) => coupon.code === code))
  if (lines.some((line) => !isAmount(amountOf(line)))) return refused({ kind: 'amount' })
  const { rejected } = validateCoupons(newCodes, candidates, check, validBefore)
  const [first] = rejected
  if (first) return refused({ kind: 'coupon', text: couponProblemText(first.code, first.problem) })

  const destination = regionOf(target, config.base)
  const total = calculateTotal({
    lines,
    destination,
    coupons: codes.flatMap((code) => candidates.filter((coupon) => coupon.code === code)),
    byHand: {
      fees: fees.map(({ meta: _, ...fee }, index) => ({ ...fee, id: String(index) })),
      shipping: shipping.map(({ rate }) => rate),
    },
    config,
    date: order?.createdAt ?? now,
  })
  const amounts = orderAmounts(total)
  const sums = [total.itemsSubtotalCents, total.itemsTotalCents, total.shippingCents, total.taxCents, total.totalCents]
  if (!sums.every(isAmount) || total.lines.some((line) => line.totalCents > line.subtotalCents))
    return refused({ kind: 'amount' })
  const requestedTotal = (key: string) => change.lines.find(({ id }) => String(id) === key)?.totalCents
  const isTotalIgnored = total.lines.some(({ key, totalCents, agreed }) => {
    const requested = requestedTotal(key) ?? (key.startsWith('new') ? agreed?.totalCents : undefined)
    return requested !== undefined && requested !== totalCents
  })
  if (isTotalIgnored) return refused({ kind: 'total-by-coupon' })

  const priced = (key: string) => {
    const line = total.lines.find((one) => one.key === key)
    if (!line) throw new Error(`The total has no line ${key}`)
    const { quantity, unitPriceCents, subtotalCents, totalCents, taxCents, taxClass } = line
    return { quantity, unitPriceCents, subtotalCents, totalCents, taxCents, taxClass }
  }
  const labels = await choiceLabels(
    tx,
    added.lines.map(({ sellable }) => sellable.choices),
  )
  return {
    ok: true,
    rates: ratesFor(packageOf(total.lines, total.coupons, config), destination, config.shipping),
    items: {
      ...amounts,
      fees: amounts.fees.map((fee, index) => ({
        ...fee,
        taxClass: fees[index]?.isTaxed ? fee.taxClass : null,
        meta: fees[index]?.meta ?? [],
      })),
      shippingLines: amounts.shippingLines.map((line, index) => ({
        ...line,
        isTaxable: shipping[index]?.rate.taxable ?? null,
        meta: shipping[index]?.meta ?? [],
      })),
      shippingIds: shipping.map(({ id }) => id),
      coupons: total.coupons.map(({ code, id, discountCents, discountTaxCents }) => ({
        code,
        couponId: id,
        discountCents,
        discountTaxCents,
        usedBy: target.billing.email,
      })),
      lines: [
        ...kept.map(({ stored: { orderId: _, ...line } }) => ({ ...line, ...priced(String(line.id)) })),
        ...added.lines.map(({ line, change: { name, meta = [] }, sellable }) => ({
          productId: sellable.parentId ?? sellable.id,
          variationId: sellable.parentId === null ? 0 : sellable.id,
          name: name ?? sellable.name,
          sku: sellable.sku,
          choices: [...labels(sellable.choices).filter(({ value }) => value !== ''), ...meta],
          packSize: packSize(sellable.netGrams),
          imagePath: sellable.picture?.path ?? null,
          reducesStock: sellable.stock.tracksInventory,
          isDownloadable: sellable.isDownloadable,
          ...priced(line.key),
        })),
      ],
    },
  }
}

const isAmount = (cents: number): boolean => Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_ID

const amountOf = ({ agreed, unitPriceCents, quantity }: LineToPrice): number =>
  Math.max(unitPriceCents * quantity, agreed?.subtotalCents ?? 0, agreed?.totalCents ?? 0)

/** The properties that decide its shipping. */
const shippingFieldsOf = ({ isVirtual, weightGrams, shippingClass }: Sellable) => ({
  needsShipping: !isVirtual,
  weightGrams: weightGrams ?? 0,
  shippingClass,
})

type Terms = Pick<OrderToPrice, 'now' | 'order'> & { readonly config: PricingConfig }

/** New lines, at the catalogue price unless another one was agreed. */
async function newLines(
  tx: Tx,
  changes: readonly LineChange[],
  { now, order, config }: Terms,
): Promise<Result<{ lines: readonly NewLine[] }, ItemsProblem>> {
  const newItems = changes.filter(({ id }) => id === undefined)
  if (newItems.some(({ product }) => !product)) return refused({ kind: 'no-product' })
  const skus = newItems.flatMap(({ product }) => (product && 'sku' in product ? [product.sku] : []))
  const bySku = await findProductIds(tx, skus)
  const idOf = ({ product }: LineChange) =>
    product && 'sku' in product ? (bySku.get(product.sku) ?? 0) : (product?.id ?? 0)
  const sellables = await loadSellables(tx, newItems.map(idOf))
  const lines: NewLine[] = []
  for (const [index, change] of newItems.entries()) {
    const sellable = sellables.get(idOf(change))
    if (!sellable) return refused({ kind: 'unknown-product', index })
    const { name, quantity = 1 } = { ...change, name: sellable.name }
    if (sellable.status === 'trash' || (sellable.type !== 'simple' && sellable.type !== 'variation'))
      return refused({ kind: 'not-sold', name })
    const { cents, isSale } = priceAt(sellable, now)
    if (cents === null && change.subtotalCents === undefined) return refused({ kind: 'no-price', name })
    const catalogueLine: LineToPrice = {
      key: `new ${index}`,
      productId: sellable.id,
      parentId: sellable.parentId,
      name,
      quantity,
      unitPriceCents: cents ?? 0,
      taxClass: sellable.isTaxable ? sellable.taxClass : UNTAXED,
      ...shippingFieldsOf(sellable),
      isOnSale: isSale,
      agreed: { subtotalCents: change.subtotalCents, totalCents: change.totalCents },
    }
    const converted = convertLine(catalogueLine, config.exchange ?? null)
    if (!isAmount(priceOf(converted))) return refused({ kind: 'amount' })
    const line = atCurrentPrice(converted, order, config)
    lines.push({ line: { ...line, unitPriceCents: unitPriceOf(line) }, change, sellable })
  }
  return { ok: true, lines }
}

/** Quantity by the product or variation whose stock is counted. */
export const quantityByProduct = (lines: readonly { productId: number; variationId?: number; quantity: number }[]) =>
  new Map(
    [...Map.groupBy(lines, (line) => line.variationId || line.productId)].map(([productId, own]) => [
      productId,
      sumOf(own, (line) => line.quantity),
    ]),
  )
