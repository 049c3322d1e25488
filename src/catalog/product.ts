import { formatMoney } from '../money/format.ts'
import type { TeaFacts } from './facts.ts'

export type ProductType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'
export type StockStatus = 'instock' | 'outofstock' | 'onbackorder'

export type Picture = {
  readonly id: number
  readonly path: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly title: string
  readonly caption: string
}
export type Term = {
  readonly id: number
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
  readonly parentId: number | null
  readonly tint: string | null
}

/** Prices as entered; which one counts depends on the moment: `priceAt`. */
export type PriceList = {
  readonly regularPriceCents: number | null
  readonly salePriceCents: number | null
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
}
export type Shelf = {
  readonly isKept: boolean
  readonly onHand: number
  readonly backorders: 'no' | 'notify' | 'yes'
  readonly status: StockStatus
}

/** What can stand in a cart: a simple product or a variation. */
export type Sellable = PriceList & {
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
  readonly shelf: Shelf
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
export type Part = Sellable & { readonly variations: readonly Sellable[] }

export type Product = Sellable & {
  /** HTML. */
  readonly excerpt: string
  readonly content: string
  readonly line: string
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
  readonly parts: readonly Part[]
  /** Where an external product is sold, and what its button says; an empty text means the usual words. */
  readonly externalUrl: string | null
  readonly externalText: string
}

const saleIsOn = (prices: PriceList, now: Date): boolean =>
  prices.salePriceCents !== null &&
  prices.regularPriceCents !== null &&
  prices.salePriceCents < prices.regularPriceCents &&
  (prices.saleFrom === null || prices.saleFrom <= now) &&
  (prices.saleUntil === null || now < prices.saleUntil)

/** What one piece costs now, in cents; null when it has no price and so cannot be sold. */
export function priceAt(prices: PriceList, now: Date): { cents: number | null; isSale: boolean } {
  return saleIsOn(prices, now)
    ? { cents: prices.salePriceCents, isSale: true }
    : { cents: prices.regularPriceCents, isSale: false }
}

/** The next moment at which a sale of these begins or ends, for caches that must not outlive it. */
export function nextPriceChange(all: readonly PriceList[], now: Date): Date | undefined {
  const moments = all
    .flatMap((prices) => [prices.saleFrom, prices.saleUntil])
    .filter((moment) => moment !== null && moment > now)
  return moments.toSorted((a, b) => Number(a) - Number(b))[0] ?? undefined
}

/** Can it be had at all right now? */
export function stockStatusOf(shelf: Shelf): StockStatus {
  if (!shelf.isKept) return shelf.status
  if (shelf.onHand > 0) return 'instock'
  return shelf.backorders === 'no' ? 'outofstock' : 'onbackorder'
}

/** Most pieces one cart may hold; null where nothing limits it. */
export function mostPieces(sellable: Pick<Sellable, 'isSoldIndividually' | 'shelf'>): number | null {
  if (sellable.isSoldIndividually) return 1
  if (!sellable.shelf.isKept || sellable.shelf.backorders !== 'no') return null
  return sellable.shelf.onHand
}

export function isPurchasable(sellable: Sellable, now: Date): boolean {
  return (
    sellable.status === 'publish' &&
    (sellable.type === 'simple' || sellable.type === 'variation') &&
    priceAt(sellable, now).cents !== null
  )
}

export type PriceRange = {
  readonly minCents: number
  readonly maxCents: number
  readonly regularMinCents: number
  readonly regularMaxCents: number
  readonly isSale: boolean
}

type Priced = PriceList & { readonly type: ProductType; readonly variations: readonly PriceList[] }

/** What has a price of a product: itself, its variations, or the parts it is grouped of. */
const pricedThings = (product: Priced & { readonly parts?: readonly Priced[] }): readonly PriceList[] => {
  if (product.type === 'variable') return product.variations
  if (product.type === 'grouped') return (product.parts ?? []).flatMap((part) => pricedThings(part))
  return [product]
}

/** Prices of a product as its card shows them: one price, or from the cheapest variation or part to the dearest. */
export function priceRange(product: Priced & { readonly parts?: readonly Priced[] }, now: Date): PriceRange | null {
  const priced = pricedThings(product)
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

/** '$29.00 per 100 g', or nothing where the weight of the goods is not known. */
export function unitPriceText(cents: number, netGrams: number | null): string | null {
  if (netGrams === null || netGrams <= 0 || netGrams === 100) return null
  return `${formatMoney(Math.round((cents * 100) / netGrams))} per 100 g`
}
