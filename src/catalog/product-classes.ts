import type { Card } from './listing.ts'
import { isPurchasable, type Product, priceRange, stockStatusOf } from './product.ts'

/** Class names that say what a product is, on its card and around its page (html-notes.md, "card" and "wrapper"). */
type Marks = {
  readonly id: number
  readonly type: string
  readonly stockStatus: string
  readonly categorySlugs: readonly string[]
  readonly hasPicture: boolean
  readonly isFeatured: boolean
  readonly isSale: boolean
  readonly isPurchasable: boolean
}

const classesOf = (marks: Marks): string =>
  [
    'product',
    'type-product',
    `post-${marks.id}`,
    'status-publish',
    marks.stockStatus,
    ...marks.categorySlugs.map((slug) => `product_cat-${slug}`),
    marks.hasPicture && 'has-post-thumbnail',
    marks.isFeatured && 'featured',
    marks.isSale && 'sale',
    'taxable',
    'shipping-taxable',
    marks.isPurchasable && 'purchasable',
    `product-type-${marks.type}`,
  ]
    .filter(Boolean)
    .join(' ')

export const cardClasses = (card: Card): string =>
  classesOf({ ...card, hasPicture: card.pictures.length > 0, isPurchasable: card.minCents !== null })

export function productClasses(product: Product, now: Date): string {
  const range = priceRange(product, now)
  return classesOf({
    id: product.id,
    type: product.type,
    stockStatus: overallStock(product),
    categorySlugs: product.categories.map((category) => category.slug),
    hasPicture: product.pictures.length > 0,
    isFeatured: product.isFeatured,
    isSale: range?.isSale ?? false,
    isPurchasable: [product, ...product.variations].some((item) => isPurchasable(item, now)),
  })
}

/** A variable product can be had while one of its variations can, a grouped one while one of its parts can. */
export function overallStock(
  product: Pick<Product, 'type' | 'shelf' | 'variations'> & { readonly parts?: Product['parts'] },
): 'instock' | 'outofstock' | 'onbackorder' {
  if (product.type !== 'variable' && product.type !== 'grouped') return stockStatusOf(product.shelf)
  const statuses = [
    ...product.variations.map((variation) => stockStatusOf(variation.shelf)),
    ...(product.parts ?? []).map((part) => overallStock(part)),
  ]
  if (statuses.includes('instock')) return 'instock'
  return statuses.includes('onbackorder') ? 'onbackorder' : 'outofstock'
}
