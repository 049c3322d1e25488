import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { refreshAllProducts } from './refresh-product.ts'

/** Not tried again: whoever asked for it asks again. */
export const refreshProductsJob = defineJob<Record<string, never>>('refresh-all-products', 0)

/** Works out again what listings show of every product. */
export async function refreshProductsAndPages({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const { changed } = await refreshAllProducts(db, now())
  if (changed.length > 0) await invalidatePageTags(db, ['*'])
}
