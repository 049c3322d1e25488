import type { StockStatus } from '../inventory/stock.ts'
import { isPurchasable, type Product, priceRange, stockStatusOf } from './product.ts'

type ProductField = 'id' | 'slug' | 'name' | 'sku' | 'subtitle' | 'isFeatured' | 'externalUrl' | 'buttonText'

export type ProductCardData = Pick<Product, ProductField | 'ratingHundredths' | 'reviewCount' | 'pictures'> & {
  readonly type: Exclude<Product['type'], 'variation'>
  readonly kind: string | null
  readonly minCents: number | null
  readonly maxCents: number | null
  readonly regularMinCents: number | null
  readonly isSale: boolean
  readonly stockStatus: StockStatus
  readonly categorySlugs: readonly string[]
  readonly size: string
  readonly isNew: boolean
}

type ClassInput = Pick<ProductCardData, 'id' | 'stockStatus' | 'categorySlugs' | 'isFeatured' | 'isSale'> & {
  readonly type: Product['type']
  readonly hasPicture: boolean
  readonly isPurchasable: boolean
}

/** Public class names of a product, on its card and around its page (html-notes.md, "card" and "wrapper"). */
const classesOf = (input: ClassInput): string =>
  [
    'product',
    'type-product',
    `post-${input.id}`,
    'status-publish',
    input.stockStatus,
    ...input.categorySlugs.map((slug) => `product_cat-${slug}`),
    input.hasPicture && 'has-post-thumbnail',
    input.isFeatured && 'featured',
    input.isSale && 'sale',
    'taxable',
    'shipping-taxable',
    input.isPurchasable && 'purchasable',
    `product-type-${input.type}`,
  ]
    .filter(Boolean)
    .join(' ')

export const cardClasses = (card: ProductCardData): string =>
  classesOf({ ...card, hasPicture: card.pictures.length > 0, isPurchasable: card.minCents !== null })

export function productClasses(product: Product, now: Date): string {
  return classesOf({
    ...product,
    stockStatus: aggregateStockStatus(product),
    categorySlugs: product.categories.map((category) => category.slug),
    hasPicture: product.pictures.length > 0,
    isSale: priceRange(product, now)?.isSale ?? false,
    isPurchasable: [product, ...product.variations].some((item) => isPurchasable(item, now)),
  })
}

/** A variable product is in stock while one of its variations is, a grouped one while one of its children is. */
export function aggregateStockStatus(
  product: Pick<Product, 'type' | 'stock' | 'variations'> & Partial<Pick<Product, 'groupItems'>>,
): StockStatus {
  if (product.type !== 'variable' && product.type !== 'grouped') return stockStatusOf(product.stock)
  const statuses = [
    ...product.variations.map((variation) => stockStatusOf(variation.stock)),
    ...(product.groupItems ?? []).map((item) => aggregateStockStatus(item)),
  ]
  if (statuses.includes('instock')) return 'instock'
  return statuses.includes('onbackorder') ? 'onbackorder' : 'outofstock'
}
