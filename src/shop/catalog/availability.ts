import { type Sellable, stockStatusOf } from './product.ts'

/** Stock text of a product. `className` is a public class name. */
export type Availability = {
  readonly text: string
  readonly className: 'in-stock' | 'out-of-stock' | 'available-on-backorder'
  readonly isAvailable: boolean
}

/** Quantities are shown only at or below `lowStock`. */
export function availabilityOf(sellable: Pick<Sellable, 'stock'>, lowStock: number): Availability {
  const { stock } = sellable
  const status = stockStatusOf(stock)
  if (status === 'outofstock') return { text: 'Sold out', className: 'out-of-stock', isAvailable: false }
  if (status === 'onbackorder') {
    return {
      text: 'On backorder: order now and we will ship it when it arrives',
      className: 'available-on-backorder',
      isAvailable: true,
    }
  }
  const isLow = stock.tracksInventory && stock.onHand <= lowStock
  return { text: isLow ? `Only ${stock.onHand} left` : 'In stock', className: 'in-stock', isAvailable: true }
}
