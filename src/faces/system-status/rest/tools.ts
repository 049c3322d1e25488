import type { Platform } from '../../../platform/web/context.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { deleteExpiredCarts } from '../../../shop/cart/change-cart.store.ts'
import { refreshProductsJob } from '../../../shop/catalog/refresh-product.ts'
import { deleteExpiredLists } from '../../../shop/saved/saved.store.ts'

export type ToolShop = Pick<Platform, 'db' | 'jobs' | 'now' | 'url'>

/** A maintenance task, with the message when it is done. */
type Tool = {
  readonly id: string
  readonly name: string
  readonly action: string
  readonly description: string
  readonly run: (shop: ToolShop) => Promise<string>
}

/** WooCommerce's tools that apply to this shop. */
export const tools: readonly Tool[] = [
  {
    id: 'clear_transients',
    name: 'WooCommerce transients',
    action: 'Clear transients',
    description: 'This tool will clear the product/shop transients cache.',
    async run({ db }) {
      await invalidatePageTags(db, ['*'])
      return 'Product transients cleared'
    },
  },
  {
    id: 'clear_expired_transients',
    name: 'Expired transients',
    action: 'Clear transients',
    description: 'This tool will clear ALL expired transients from WordPress.',
    async run({ db, now }) {
      const deleted = await deleteExpiredCarts(db, now())
      await deleteExpiredLists(db, now())
      return `${deleted} transients rows cleared`
    },
  },
  {
    id: 'regenerate_product_lookup_tables',
    name: 'Product lookup tables',
    action: 'Regenerate',
    description: 'This tool will work out again what listings show of every product. It runs in the background.',
    async run({ jobs }) {
      await jobs.enqueueNow(refreshProductsJob, {})
      return 'Lookup tables are regenerating'
    },
  },
]
