import type { Picture } from '../../things/media/picture.ts'
import type { StockStatus } from '../inventory/stock.ts'

/** Data of a product card. */
export type ProductCardData = {
  readonly id: number
  readonly type: 'simple' | 'variable' | 'grouped' | 'external'
  readonly slug: string
  readonly name: string
  readonly sku: string
  readonly subtitle: string
  readonly kind: string | null
  readonly minCents: number | null
  readonly maxCents: number | null
  /** Regular price; equal to `minCents` if not on sale. */
  readonly regularMinCents: number | null
  readonly isSale: boolean
  readonly stockStatus: StockStatus
  readonly isFeatured: boolean
  readonly ratingHundredths: number
  readonly reviewCount: number
  readonly categorySlugs: readonly string[]
  /** The first is shown on the card, the second on hover. */
  readonly pictures: readonly Picture[]
  /** '50 g', '25–100 g' for the sizes in the price range; empty if unknown. */
  readonly size: string
  /** Published less than two weeks ago. */
  readonly isNew: boolean
  /** URL and button text of an external product; an empty text means the default one. */
  readonly externalUrl: string | null
  readonly buttonText: string
}
