import type { ProductType, StockStatus, Visibility } from '../../catalog/catalog.table.ts'

/** What the index knows of one product or variation. */
export type IndexRow = {
  readonly id: number
  readonly type: ProductType
  /** The product a variation belongs to. */
  readonly parentId: number | null
  readonly isPublished: boolean
  readonly visibility: Visibility
  readonly title: string
  readonly slug: string
  readonly menuOrder: number
  /** Microseconds since 1970, as finely as the database sorts them. */
  readonly publishedMicros: number
  readonly updatedMicros: number
  /** Lowest and highest price now; null where there is none. */
  readonly minCents: number | null
  readonly maxCents: number | null
  readonly onSale: boolean
  readonly stockStatus: StockStatus
  readonly isFeatured: boolean
  readonly ratingHundredths: number
  readonly reviewCount: number
  readonly totalSales: number
  /** Changes with the words a search finds the product by. */
  readonly searchTextHash: number
  /** Categories, tags, brands and attribute values the product itself has. */
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
