import type { StockStatus } from '../inventory/stock.ts'
import type { Product } from './product.ts'

type ProductField = 'id' | 'slug' | 'name' | 'sku' | 'subtitle' | 'isFeatured' | 'externalUrl' | 'buttonText'

/** Data of a product card. */
export type ProductCardData = Pick<Product, ProductField | 'ratingHundredths' | 'reviewCount' | 'pictures'> & {
  readonly type: Exclude<Product['type'], 'variation'>
  readonly kind: string | null
  readonly minCents: number | null
  readonly maxCents: number | null
  /** Regular price; equal to `minCents` if not on sale. */
  readonly regularMinCents: number | null
  readonly isSale: boolean
  readonly stockStatus: StockStatus
  readonly categorySlugs: readonly string[]
  /** '50 g', '25–100 g' for the sizes in the price range; empty if unknown. */
  readonly size: string
  /** Published less than two weeks ago. */
  readonly isNew: boolean
}
