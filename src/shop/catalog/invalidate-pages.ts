import type { Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { availabilityChanged, type StockChange } from '../inventory/stock.ts'
import { parentsOf } from './catalog.store.ts'
import { refreshProducts } from './refresh-product.ts'

/** Pages show a quantity only when stock is low, so most sales invalidate nothing. */
export async function invalidatePages(
  shop: WithSettings<InventorySettings>,
  tx: Tx,
  changes: readonly StockChange[],
  now: Date,
): Promise<void> {
  const { lowStockThreshold } = shop.settings()
  const affectedIds = changes
    .filter((item) => Math.min(item.before, item.after) <= (item.lowStockAmount ?? lowStockThreshold))
    .map((item) => item.productId)
  if (affectedIds.length === 0) return
  const changedIds = changes.filter(availabilityChanged).map((item) => item.productId)
  const refreshed = await refreshProducts(tx, changedIds, now)
  const parents = await parentsOf(tx, affectedIds)
  const tags = [...new Set([...affectedIds, ...parents, ...refreshed])].map((id) => `product:${id}`)
  await invalidatePageTags(tx, changedIds.length > 0 ? [...tags, 'listing'] : tags)
}
