import { MAX_LINE_QUANTITY } from '../../shop/cart/cart.ts'
import { maxQuantity, type Sellable } from '../../shop/catalog/product.ts'

/**
 * Maximum quantity in responses. Sold-out products have the general limit: `is_in_stock` tells the difference
 * (store-products-filters.json).
 */
export function maxQuantityOffered(sellable: Pick<Sellable, 'isSoldIndividually' | 'stock'>): number {
  const max = maxQuantity(sellable)
  return max === null || max === 0 ? MAX_LINE_QUANTITY : max
}

/** Remaining stock, if low. */
export function lowStock({ stock }: Pick<Sellable, 'stock'>, threshold: number): number | null {
  return stock.tracksInventory && stock.onHand <= threshold ? stock.onHand : null
}
