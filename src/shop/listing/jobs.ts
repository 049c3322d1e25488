import { handle, schedule } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { refreshSales } from '../catalog/refresh-product.ts'
import { recountWords } from '../catalog/search/search-vector.ts'
import { INDEX_CHANGES_TTL_MS } from './index/live-product-index.ts'
import { deleteOldIndexChanges } from './index/product-index.store.ts'

type Shop = Pick<Platform, 'db' | 'now'>

export const listingJobs = [
  handle(schedule('refresh-sales', '* * * * *'), ({ db, now }: Shop) => refreshSales(db, now())),
  handle(schedule('prune-product-index', '43 9 * * *'), async ({ db, now }: Shop) => {
    await deleteOldIndexChanges(db, new Date(now().getTime() - 2 * INDEX_CHANGES_TTL_MS))
    await recountWords(db)
  }),
]
