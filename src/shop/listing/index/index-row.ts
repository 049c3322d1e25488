import type { ProductType, StockStatus, Visibility } from '../../catalog/catalog.table.ts'

/** Indexed fields of a product or variation. */
export type IndexRow = {
  readonly id: number
  readonly type: ProductType
  /** The variable product that owns a variation. */
  readonly parentId: number | null
  readonly isPublished: boolean
  readonly visibility: Visibility
  readonly title: string
  readonly slug: string
  readonly menuOrder: number
  /** Microseconds since 1970, the precision of the database. */
  readonly publishedMicros: number
  readonly updatedMicros: number
  /** Current lowest and highest price; null without a price. */
  readonly minCents: number | null
  readonly maxCents: number | null
  readonly onSale: boolean
  readonly stockStatus: StockStatus
  readonly isFeatured: boolean
  readonly ratingHundredths: number
  readonly reviewCount: number
  readonly totalSales: number
  /** Changes with the product's search vector. */
  readonly searchTextHash: number
  /** The product's own categories, tags, brands and attribute values. */
  readonly termIds: readonly number[]
}

export type IndexTerm = {
  readonly id: number
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly parentId: number | null
  readonly imageId: number | null
  readonly position: number
  readonly tint: string | null
}
export type IndexAttribute = { readonly id: number; readonly slug: string; readonly label: string }
