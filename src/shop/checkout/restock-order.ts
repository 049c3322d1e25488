import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { returnStock } from '../inventory/stock.store.ts'
import type { Order } from '../orders/orders.store.ts'
import type { OrderSettings } from '../orders/settings.ts'

/** Restocks a fully refunded order if the settings say so. Returns a description of what was done. */
export async function restockOrder(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings & OrderSettings>,
  tx: Tx,
  order: Pick<Order, 'id' | 'completedAt'>,
): Promise<string> {
  const { restockRefunded } = shop.settings()
  if (restockRefunded === 'never') return 'Its items were not restocked.'
  if (restockRefunded === 'unsent' && order.completedAt !== null) return 'It was sent, so its items were not restocked.'
  const changes = await returnStock(tx, order.id, 'refund')
  await invalidatePages(shop, tx, changes, shop.now())
  return changes.length === 0 ? '' : 'Its items were restocked.'
}
