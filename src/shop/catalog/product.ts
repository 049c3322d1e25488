import type { Picture } from '../../things/media/picture.ts'
import type { Shelf, StockStatus } from '../inventory/stock-level.ts'
import type { TeaFacts } from './facts.ts'
import type { PriceRange } from './price-range.ts'

export type ProductType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'
export type Term = {
  readonly id: number
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
  readonly parentId: number | null
  readonly tint: string | null
}

/** Prices as entered; which one counts depends on the moment: `priceAt`. */
export type ProductPrices = {
  readonly regularPriceCents: number | null
  readonly salePriceCents: number | null
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
}

/** What can stand in a cart: a simple product or a variation. */
export type Sellable = ProductPrices & {
  readonly id: number
  readonly type: ProductType
  /** The variable product a variation belongs to. */
  readonly parentId: number | null
  readonly slug: string
  readonly name: string
  readonly status: string
  readonly sku: string
  readonly taxClass: 'standard' | 'grocery' | 'supplement'
  readonly isTaxable: boolean
  readonly isVirtual: boolean
  readonly isSoldIndividually: boolean
  readonly weightGrams: number | null
  readonly shippingClass: string
  readonly netGrams: number | null
  /** A variation's own values by attribute slug; an empty text means any. */
  readonly choices: Readonly<Record<string, string>>
  readonly stock: Shelf
  readonly picture: Picture | null
}

export type ProductAttribute = {
  readonly id: number
  readonly slug: string
  readonly label: string
  readonly isVisible: boolean
  readonly isForVariations: boolean
  readonly defaultSlug: string | null
  readonly terms: readonly Term[]
}

/** One of the things a grouped product is made of. What can be chosen of a variable one comes with it, for its prices. */
export type GroupItem = Sellable & { readonly variations: readonly Sellable[] }

export type Product = Sellable & {
  /** HTML. */
  readonly excerpt: string
  readonly content: string
  readonly subtitle: string
  readonly facts: TeaFacts | null
  readonly isFeatured: boolean
  readonly visibility: 'visible' | 'catalog' | 'search' | 'hidden'
  readonly publishedAt: Date
  readonly ratingHundredths: number
  readonly reviewCount: number
  readonly totalSales: number
  readonly pictures: readonly Picture[]
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
  readonly attributes: readonly ProductAttribute[]
  readonly variations: readonly Sellable[]
  /** Of a grouped product, in the owner's order: those that are published. */
  readonly groupItems: readonly GroupItem[]
  /** Where an external product is sold, and what its button says; an empty text means the usual words. */
  readonly externalUrl: string | null
  readonly externalText: string
}

const isSaleActive = (prices: ProductPrices, now: Date): boolean =>
  prices.salePriceCents !== null &&
  prices.regularPriceCents !== null &&
  prices.salePriceCents < prices.regularPriceCents &&
  (prices.saleFrom === null || prices.saleFrom <= now) &&
  (prices.saleUntil === null || now < prices.saleUntil)

/** What one piece costs now, in cents; null when it has no price and so cannot be sold. */
export function priceAt(prices: ProductPrices, now: Date): { cents: number | null; isSale: boolean } {
  return isSaleActive(prices, now)
    ? { cents: prices.salePriceCents, isSale: true }
    : { cents: prices.regularPriceCents, isSale: false }
}

/** The next moment at which a sale of these begins or ends, for caches that must not outlive it. */
export function nextPriceChange(all: readonly ProductPrices[], now: Date): Date | undefined {
  const dates = all
    .flatMap((prices) => [prices.saleFrom, prices.saleUntil])
    .filter((date) => date !== null && date > now)
  return dates.toSorted((a, b) => Number(a) - Number(b))[0] ?? undefined
}

/** Can it be had at all right now? */
export function stockStatusOf(stock: Shelf): StockStatus {
  if (!stock.isKept) return stock.status
  if (stock.onHand > 0) return 'instock'
  return stock.backorders === 'no' ? 'outofstock' : 'onbackorder'
}

/** Most pieces one cart may hold; null where nothing limits it. */
export function maxQuantity(sellable: Pick<Sellable, 'isSoldIndividually' | 'stock'>): number | null {
  if (sellable.isSoldIndividually) return 1
  if (!sellable.stock.isKept || sellable.stock.backorders !== 'no') return null
  return sellable.stock.onHand
}

export function isPurchasable(sellable: Sellable, now: Date): boolean {
  return (
    sellable.status === 'publish' &&
    (sellable.type === 'simple' || sellable.type === 'variation') &&
    priceAt(sellable, now).cents !== null
  )
}

/** Something with a price, and whether it is there. */
type PricedItem = ProductPrices & { readonly stock: Shelf; readonly netGrams: number | null }
type PricedSellable = PricedItem & { readonly type: ProductType; readonly variations: readonly PricedItem[] }
type PricedProduct = PricedSellable & { readonly groupItems?: readonly PricedSellable[] }

/** What has a price of a product: itself, its variations, or the parts it is grouped of. */
const pricedItems = (product: PricedProduct): readonly PricedItem[] => {
  if (product.type === 'variable') return product.variations
  if (product.type === 'grouped') return (product.groupItems ?? []).flatMap((item) => pricedItems(item))
  return [product]
}

/**
 * Of things with a price those that a shopper is told the price of: what can be had, or all of them once nothing can be.
 * `refreshProducts` counts by the same rule.
 */
export function availableOrAll<T extends ProductPrices>(
  items: readonly T[],
  isAvailable: (item: T) => boolean,
): readonly T[] {
  const priced = items.filter((item) => item.regularPriceCents !== null)
  const available = priced.filter(isAvailable)
  return available.length > 0 ? available : priced
}

/** What the price of this product is made of now: those of its variations or parts that can be had. */
export const displayedOffers = (product: PricedProduct): readonly PricedItem[] =>
  availableOrAll(pricedItems(product), (item) => stockStatusOf(item.stock) !== 'outofstock')

/**
 * Prices of a product as its card and page show them: one price, or from the cheapest variation or part that can be had to
 * the dearest. A product of which nothing can be had shows what it cost.
 */
export const priceRange = (product: PricedProduct, now: Date): PriceRange | null =>
  priceRangeOf(displayedOffers(product), now)

/** The same over everything with a price, sold out or not, as the Store API's recorded `price_range` counts. */
export const fullPriceRange = (product: PricedProduct, now: Date): PriceRange | null =>
  priceRangeOf(pricedItems(product), now)

/** From the lowest of these prices to the highest; null where there is none. */
export function priceRangeOf(priced: readonly ProductPrices[], now: Date): PriceRange | null {
  const prices = priced
    .map((item) => priceAt(item, now))
    .filter((price): price is { cents: number; isSale: boolean } => price.cents !== null)
  if (prices.length === 0) return null
  const cents = prices.map((price) => price.cents)
  const regular = priced.map((item) => item.regularPriceCents).filter((price) => price !== null)
  return {
    minCents: Math.min(...cents),
    maxCents: Math.max(...cents),
    regularMinCents: Math.min(...regular),
    regularMaxCents: Math.max(...regular),
    isSale: prices.some((price) => price.isSale),
  }
}
