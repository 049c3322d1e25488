import type { Shortfall } from '../../inventory/stock.ts'
import type { Order } from '../orders.store.ts'

/** The first thing of which there is too little. */
export function shortOf(lines: Order['lines'], [shortfall]: readonly Shortfall[]) {
  const line = lines.find((one) => (one.variationId || one.productId) === shortfall?.productId)
  return { kind: 'short', name: line?.name ?? 'A product', available: shortfall?.available ?? 0 } as const
}
