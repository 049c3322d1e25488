import { MOST_PIECES } from '../cart/cart.ts'
import { mostPieces, type Sellable } from '../catalog/product.ts'

/** Most pieces an answer offers. What is sold out offers the general limit: `is_in_stock` tells (store-products-filters.json). */
export function mostOffered(sellable: Pick<Sellable, 'isSoldIndividually' | 'shelf'>): number {
  const most = mostPieces(sellable)
  return most === null || most === 0 ? MOST_PIECES : most
}

/** How many are left, told only when few are. */
export function lowStock({ shelf }: Pick<Sellable, 'shelf'>, threshold: number): number | null {
  return shelf.isKept && shelf.onHand <= threshold ? shelf.onHand : null
}
