import type { Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { parentsOf } from '../catalog/catalog.store.ts'
import { refreshProducts } from '../catalog/refresh-product.ts'
import type { InventorySettings } from './settings.ts'
import { availabilityChanged, type StockChange } from './stock.ts'

/**
 * After pieces were taken or put back: lists anew what sold out or came back, and drops the pages that say so. Pages tell
 * a number only when few are left, so most sales change no page.
 */
export async function invalidatePages(
  shop: WithSettings<InventorySettings>,
  tx: Tx,
  changes: readonly StockChange[],
  now: Date,
): Promise<void> {
  const { lowStockThreshold } = shop.settings()
  const affectedIds = changes
    .filter((item) => Math.min(item.before, item.after) <= lowStockThreshold)
    .map((item) => item.productId)
  if (affectedIds.length === 0) return
  const changedIds = changes.filter(availabilityChanged).map((item) => item.productId)
  const refreshed = await refreshProducts(tx, changedIds, now)
  const parents = await parentsOf(tx, affectedIds)
  const tags = [...new Set([...affectedIds, ...parents, ...refreshed])].map((id) => `product:${id}`)
  await invalidatePageTags(tx, changedIds.length > 0 ? [...tags, 'listing'] : tags)
}
