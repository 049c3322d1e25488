import { parentsOf } from '../catalog/catalog.store.ts'
import { refreshProducts } from '../catalog/refresh-product.ts'
import type { Tx } from '../database/connect.ts'
import type { Shop } from '../shop.ts'
import { announceTags } from '../web/page-tags.ts'
import { hasTurned, type Moved } from './stock.ts'

/**
 * After pieces were taken or put back: lists anew what sold out or came back, and drops the pages that say so. Pages tell
 * a number only when few are left, so most sales change no page.
 */
export async function tellPages(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  moved: readonly Moved[],
  now: Date,
): Promise<void> {
  const { lowStock } = shop.settings()
  const told = moved.filter((item) => Math.min(item.before, item.after) <= lowStock).map((item) => item.productId)
  if (told.length === 0) return
  const turned = moved.filter(hasTurned).map((item) => item.productId)
  const refreshed = await refreshProducts(tx, turned, now)
  const parents = await parentsOf(tx, told)
  const tags = [...new Set([...told, ...parents, ...refreshed])].map((id) => `product:${id}`)
  await announceTags(tx, turned.length > 0 ? [...tags, 'listing'] : tags)
}
