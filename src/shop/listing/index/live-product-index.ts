import type { Db } from '../../../platform/database/connect.ts'
import type { CategoryWithCount, Facets } from '../listing.ts'
import { openSearch, type SearchProducts } from '../search/search.ts'
import { CountCache } from './count-cache.ts'
import { changesSince, readAllRows, readRows, readTerms, snapshotNow } from './product-index.store.ts'
import { ProductIndex } from './product-index.ts'
import { sortOrderNames } from './sort-orders.ts'

/** This process's own copy of what stands on the shelves. */
export type LiveProductIndex = {
  /** The index with everything that was committed before the call. Do not hold on to it across another wait. */
  current(): Promise<ProductIndex>
  readonly facets: CountCache<Facets>
  readonly categories: CountCache<readonly CategoryWithCount[]>
  /** What a search finds in an index that is current. */
  readonly search: SearchProducts
  /** Reads the shelves and sorts them, so that the first visitor need not wait for it. */
  warm(): Promise<void>
}

/** Shelves with and without filters whose counts are kept. */
const MAX_CACHED_COUNTS = 300

/** After this long without a question the notes about deleted products may be gone, and everything is read anew. */
export const INDEX_CHANGES_TTL_MS = 24 * 3_600_000

/**
 * Reads nothing until the first question. Each question then costs one small statement; questions that come while one is
 * under way share the next one, because that one alone is sure to see what they must see.
 */
export function openProductIndex(db: Db, now: () => Date): LiveProductIndex {
  let loaded: { index: ProductIndex; snapshot: string; readAt: number } | null = null
  let inFlight: Promise<ProductIndex> | null = null
  let queued: Promise<ProductIndex> | null = null

  const read = async (): Promise<ProductIndex> => {
    // What is asked for in the same breath joins this reading: nothing has been sent yet.
    await Promise.resolve()
    queued = null
    const startedAt = now().getTime()
    if (loaded === null || startedAt - loaded.readAt > INDEX_CHANGES_TTL_MS)
      loaded = { ...(await load(db)), readAt: startedAt }
    const { index } = loaded
    const snapshot = await update(db, index, loaded.snapshot)
    loaded = { index, snapshot, readAt: startedAt }
    return index
  }

  const current = (): Promise<ProductIndex> => {
    if (queued) return queued
    const reading = (inFlight ?? Promise.resolve()).catch(() => undefined).then(read)
    queued = reading
    inFlight = reading
    return reading
  }

  return {
    current,
    facets: new CountCache(MAX_CACHED_COUNTS),
    categories: new CountCache(1),
    search: openSearch(db, now),
    async warm() {
      const index = await current()
      for (const name of sortOrderNames) {
        index.sortOrders.slots(name)
        await new Promise((done) => setImmediate(done))
      }
    },
  }
}

/** Everything. What is written meanwhile is caught up with by `update`, from the snapshot taken before. */
async function load(db: Db): Promise<{ index: ProductIndex; snapshot: string }> {
  const index = new ProductIndex()
  const snapshot = await snapshotNow(db)
  const taxonomy = await readTerms(db)
  index.terms.replaceAll(taxonomy.terms, taxonomy.attributes)
  for await (const rows of readAllRows(db)) for (const row of rows) index.upsert(row)
  return { index, snapshot }
}

/** Catches up with what was committed since `snapshot`, and answers the snapshot that is now known of. */
async function update(db: Db, index: ProductIndex, since: string): Promise<string> {
  const changes = await changesSince(db, since)
  if (changes.areTermsChanged) {
    const taxonomy = await readTerms(db)
    index.terms.replaceAll(taxonomy.terms, taxonomy.attributes)
  }
  // Deleted first: a number that was given to a new product is among the changed ones as well.
  for (const id of changes.deleted) index.remove(id)
  for await (const rows of readRows(db, changes.changed)) for (const row of rows) index.upsert(row)
  return changes.snapshot
}
