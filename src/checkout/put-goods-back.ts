import type { Tx } from '../database/connect.ts'
import type { Order } from '../orders/orders.store.ts'
import type { Shop } from '../shop.ts'
import { returnStock } from '../stock/stock.store.ts'
import { tellPages } from '../stock/tell-pages.ts'

/** Puts the goods of an order whose money went back on the shelf, where the owner's setting says so. Answers what was done, in words. */
export async function putGoodsBack(
  shop: Pick<Shop, 'settings' | 'now'>,
  tx: Tx,
  order: Pick<Order, 'id' | 'completedAt'>,
): Promise<string> {
  const { restockRefunded } = shop.settings()
  if (restockRefunded === 'never') return 'Its goods were not put back on the shelf.'
  if (restockRefunded === 'unsent' && order.completedAt !== null)
    return 'It was sent, so its goods were not put back on the shelf.'
  const moved = await returnStock(tx, order.id, 'refund')
  await tellPages(shop, tx, moved, shop.now())
  return moved.length === 0 ? '' : 'Its goods were put back on the shelf.'
}
