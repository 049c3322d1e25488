import type { entries } from '../../../things/entries/entries.table.ts'
import type { attributes, products, terms } from '../../catalog/catalog.table.ts'

type ProductColumn = 'id' | 'type' | 'parentId' | 'visibility' | 'onSale' | 'stockStatus' | 'isFeatured'
type CountedColumn = 'ratingHundredths' | 'reviewCount' | 'totalSales'

/** Indexed fields of a product or variation. */
export type IndexRow = Readonly<
  Pick<typeof products.$inferSelect, ProductColumn | CountedColumn> &
    Pick<typeof entries.$inferSelect, 'title' | 'slug' | 'menuOrder'>
> & {
  readonly isPublished: boolean
  /** Microseconds since 1970, the precision of the database. */
  readonly publishedMicros: number
  readonly updatedMicros: number
  /** Current lowest and highest price; null without a price. */
  readonly minCents: number | null
  readonly maxCents: number | null
  /** Changes with the product's search vector. */
  readonly searchTextHash: number
  /** The product's own categories, tags, brands and attribute values. */
  readonly termIds: readonly number[]
}

export type IndexTerm = typeof terms.$inferSelect
export type IndexAttribute = typeof attributes.$inferSelect
