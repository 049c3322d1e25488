import type { entries } from '../../things/entries/entries.table.ts'
import type { PageDocument } from '../../things/entries/page-document.ts'
import type { terms } from '../../things/entries/terms.table.ts'
import type { Picture } from '../../things/media/media.table.ts'
import type { StockLevel, StockStatus } from '../inventory/stock.ts'
import type { attributes, ProductType, productAttributes, products } from './catalog.table.ts'

type EntryRow = Readonly<typeof entries.$inferSelect>
type ProductRow = Readonly<typeof products.$inferSelect>
export type Term = Readonly<
  Pick<typeof terms.$inferSelect, 'id' | 'taxonomy' | 'slug' | 'name' | 'parentId' | 'tint'> & {
    picturePath?: string | null
    pictureWidth?: number | null
  }
>

export type ProductPrices = Pick<ProductRow, 'regularPriceCents' | 'salePriceCents' | 'saleFrom' | 'saleUntil'>

type TaxAndShipping =
  | 'taxClass'
  | 'isTaxable'
  | 'isVirtual'
  | 'isDownloadable'
  | 'weightGrams'
  | 'shippingClass'
  | 'netGrams'

export type Sellable = ProductPrices &
  Pick<ProductRow, 'id' | 'type' | 'parentId' | 'isSoldIndividually' | TaxAndShipping> & {
    readonly slug: string
    readonly name: string
    readonly status: string
    readonly sku: string
    /** Has a password that was not entered: its texts are empty, and it cannot be bought. */
    readonly isLocked: boolean
    /** Attributes of a variation by slug; an empty string means any. */
    readonly choices: Readonly<Record<string, string>>
    readonly stock: StockLevel
    readonly picture: Picture | null
  }

export type Dimensions = Pick<ProductRow, 'lengthCm' | 'widthCm' | 'heightCm'>

/** `description` is HTML of its own, not to be shown while it is locked. */
export type Variation = Sellable & Dimensions & { readonly description: string }

export type ProductAttribute = Readonly<
  typeof attributes.$inferSelect &
    Pick<typeof productAttributes.$inferSelect, 'isVisible' | 'isForVariations' | 'defaultSlug'>
> & { readonly terms: readonly Term[] }

/** A child of a grouped product. Variable children include their variations, for price ranges. */
export type GroupItem = Sellable & { readonly variations: readonly Variation[] }

type Presentation =
  | 'subtitle'
  | 'facts'
  | 'isFeatured'
  | 'ratingHundredths'
  | 'reviewCount'
  | 'externalUrl'
  | 'buttonText'

export type Product = Sellable &
  Dimensions &
  Pick<ProductRow, Presentation> &
  Pick<EntryRow, 'seoTitle' | 'seoDescription'> & {
    readonly hasPassword: boolean
    readonly excerpt: string
    readonly content: string
    readonly builderDocument: PageDocument | null
    readonly publishedAt: Date
    readonly pictures: readonly Picture[]
    readonly categories: readonly Term[]
    readonly tags: readonly Term[]
    readonly attributes: readonly ProductAttribute[]
    readonly variations: readonly Variation[]
    readonly groupItems: readonly GroupItem[]
  }

export type PriceRange = NonNullable<ReturnType<typeof priceRangeOf>>

const isSaleActive = (prices: ProductPrices, now: Date): boolean =>
  prices.salePriceCents !== null &&
  prices.regularPriceCents !== null &&
  prices.salePriceCents < prices.regularPriceCents &&
  (prices.saleFrom === null || prices.saleFrom <= now) &&
  (prices.saleUntil === null || now < prices.saleUntil)

/** Current price per item in cents; null without a price, which makes it unpurchasable. */
export function priceAt(prices: ProductPrices, now: Date): { cents: number | null; isSale: boolean } {
  return isSaleActive(prices, now)
    ? { cents: prices.salePriceCents, isSale: true }
    : { cents: prices.regularPriceCents, isSale: false }
}

export function nextPriceChange(all: readonly ProductPrices[], now: Date): Date | undefined {
  const dates = all
    .flatMap((prices) => [prices.saleFrom, prices.saleUntil])
    .filter((date) => date !== null && date > now)
  return dates.toSorted((a, b) => Number(a) - Number(b))[0] ?? undefined
}

export function stockStatusOf(stock: StockLevel): StockStatus {
  if (!stock.tracksInventory) return stock.status
  if (stock.onHand > 0) return 'instock'
  return stock.backorders === 'no' ? 'outofstock' : 'onbackorder'
}

/** Maximum quantity per cart; null for unlimited. */
export function maxQuantity(sellable: Pick<Sellable, 'isSoldIndividually' | 'stock'>): number | null {
  if (sellable.isSoldIndividually) return 1
  if (!sellable.stock.tracksInventory || sellable.stock.backorders !== 'no') return null
  return sellable.stock.onHand
}

export function isPurchasable(sellable: Sellable, now: Date): boolean {
  return (
    sellable.status === 'publish' &&
    !sellable.isLocked &&
    (sellable.type === 'simple' || sellable.type === 'variation') &&
    priceAt(sellable, now).cents !== null
  )
}

type PricedItem = ProductPrices & { readonly stock: StockLevel; readonly netGrams: number | null }
type PricedSellable = PricedItem & { readonly type: ProductType; readonly variations: readonly PricedItem[] }
type PricedProduct = PricedSellable & { readonly groupItems?: readonly PricedSellable[] }

const pricedItems = (product: PricedProduct): readonly PricedItem[] => {
  if (product.type === 'variable') return product.variations
  if (product.type === 'grouped') return (product.groupItems ?? []).flatMap((item) => pricedItems(item))
  return [product]
}

/** The items whose prices are displayed: those in stock, or all if none is. `refreshProducts` uses the same rule. */
export function availableOrAll<T extends ProductPrices>(items: readonly T[], isAvailable: (item: T) => boolean) {
  const priced = items.filter((item) => item.regularPriceCents !== null)
  const available = priced.filter(isAvailable)
  return available.length > 0 ? available : priced
}

export const displayedOffers = (product: PricedProduct): readonly PricedItem[] =>
  availableOrAll(pricedItems(product), (item) => stockStatusOf(item.stock) !== 'outofstock')

/** Lowest to highest of the items in stock. A sold-out product shows its former prices. */
export const priceRange = (product: PricedProduct, now: Date): PriceRange | null =>
  priceRangeOf(displayedOffers(product), now)

/** The price range over all items, sold out or not, as in `price_range` of WooCommerce's Store API. */
export const fullPriceRange = (product: PricedProduct, now: Date): PriceRange | null =>
  priceRangeOf(pricedItems(product), now)

export function priceRangeOf(priced: readonly ProductPrices[], now: Date) {
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

const availabilities = {
  instock: { text: 'In stock' as string, className: 'in-stock', isAvailable: true },
  outofstock: { text: 'Sold out', className: 'out-of-stock', isAvailable: false },
  onbackorder: {
    text: 'On backorder: order now and we will ship it when it arrives',
    className: 'available-on-backorder',
    isAvailable: true,
  },
} as const
type Availability = (typeof availabilities)[keyof typeof availabilities]

/** Quantities are shown only at or below the product's own low stock amount, or else the shop's, `lowStock`. */
export function availabilityOf({ stock }: Pick<Sellable, 'stock'>, lowStock: number): Availability {
  const availability = availabilities[stockStatusOf(stock)]
  const isAtMost = stock.tracksInventory && stock.onHand <= (stock.lowStockAmount ?? lowStock)
  const isLow = availability === availabilities.instock && isAtMost
  return isLow ? { ...availabilities.instock, text: `Only ${stock.onHand} left` } : availability
}
