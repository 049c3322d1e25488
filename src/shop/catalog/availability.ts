import { type Sellable, stockStatusOf } from './product.ts'

const availabilities = {
  instock: { text: 'In stock' as string, className: 'in-stock', isAvailable: true },
  outofstock: { text: 'Sold out', className: 'out-of-stock', isAvailable: false },
  onbackorder: {
    text: 'On backorder: order now and we will ship it when it arrives',
    className: 'available-on-backorder',
    isAvailable: true,
  },
} as const
type Availability = (typeof availabilities)[keyof typeof availabilities]

/** Quantities are shown only at or below `lowStock`. */
export function availabilityOf({ stock }: Pick<Sellable, 'stock'>, lowStock: number): Availability {
  const availability = availabilities[stockStatusOf(stock)]
  const isLow = availability === availabilities.instock && stock.tracksInventory && stock.onHand <= lowStock
  return isLow ? { ...availabilities.instock, text: `Only ${stock.onHand} left` } : availability
}
