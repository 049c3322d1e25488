import { type Sellable, stockStatusOf } from './product.ts'

/** What is said about a thing's stock. `className` is the wire's. */
export type Availability = {
  readonly text: string
  readonly className: 'in-stock' | 'out-of-stock' | 'available-on-backorder'
  readonly canBeHad: boolean
}

/** Numbers are told only when few are left: at or below `lowStock`. */
export function availabilityOf(sellable: Pick<Sellable, 'shelf'>, lowStock: number): Availability {
  const { shelf } = sellable
  const status = stockStatusOf(shelf)
  if (status === 'outofstock') return { text: 'Sold out', className: 'out-of-stock', canBeHad: false }
  if (status === 'onbackorder') {
    return {
      text: 'On backorder: order now and we will ship it when it arrives',
      className: 'available-on-backorder',
      canBeHad: true,
    }
  }
  const isLow = shelf.isKept && shelf.onHand <= lowStock
  return { text: isLow ? `Only ${shelf.onHand} left` : 'In stock', className: 'in-stock', canBeHad: true }
}
