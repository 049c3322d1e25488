import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/database/connect.ts'
import type { CategoryWithCount, Facets } from '../listing.ts'
import { openSearch } from '../search/search.ts'
import { changesSince, readAllRows, readRows, readTerms, snapshotNow } from './product-index.store.ts'
import { ofEachIndex, ProductIndex } from './product-index.ts'
import { sortOrderNames } from './sort-orders.ts'

export type LiveProductIndex = ReturnType<typeof openProductIndex>

const MAX_CACHED_COUNTS = 300

/** After this long without a request the log of deleted products may have been pruned, so the index is reloaded completely. */
export const INDEX_CHANGES_TTL_MS = 24 * 3_600_000

/** Requests that arrive during an update share the next one: only that is certain to see all committed before them. */
export function openProductIndex(db: Db, now: () => Date) {
  let loaded: { index: ProductIndex; snapshot: string; readAt: number } | null = null
  let inFlight: Promise<ProductIndex> | null = null
  let queued: Promise<ProductIndex> | null = null

  const read = async (): Promise<ProductIndex> => {
    // Requests of the same tick share this update: nothing has been sent yet.
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

  /** The index with everything committed before the call. Do not use it after another `await`. */
  const current = (): Promise<ProductIndex> => {
    if (queued) return queued
    const reading = (inFlight ?? Promise.resolve()).catch(() => undefined).then(read)
    queued = reading
    inFlight = reading
    return reading
  }

  return {
    current,
    facets: new CountCache<Facets>(MAX_CACHED_COUNTS),
    categories: new CountCache<readonly CategoryWithCount[]>(1),
    search: openSearch(db, now),
    async warm() {
      const index = await current()
      for (const name of sortOrderNames) await index.sortOrders.prepare(name, setImmediate)
    },
  }
}

/** Loads all products. Concurrent changes are picked up by `update`, based on the snapshot taken before. */
async function load(db: Db): Promise<{ index: ProductIndex; snapshot: string }> {
  const index = new ProductIndex()
  const snapshot = await snapshotNow(db)
  index.terms.replaceAll(...(await readTerms(db)))
  for await (const rows of readAllRows(db)) for (const row of rows) index.upsert(row)
  return { index, snapshot }
}

async function update(db: Db, index: ProductIndex, since: string): Promise<string> {
  const changes = await changesSince(db, since)
  if (changes.areTermsChanged) index.terms.replaceAll(...(await readTerms(db)))
  // Deletions first: a reused id is among the changed ones as well.
  for (const id of changes.deleted) index.remove(id)
  for await (const rows of readRows(db, changes.changed)) for (const row of rows) index.upsert(row)
  return changes.snapshot
}

/** Cache for counts that many visitors need, such as those of unfiltered listings; cleared when the index changes. */
export class CountCache<Value> {
  readonly #cacheOf: (index: ProductIndex) => LRUCache<string, { readonly edition: number; readonly value: Value }>

  constructor(max: number) {
    this.#cacheOf = ofEachIndex(() => new LRUCache({ max }))
  }

  get(index: ProductIndex, key: string, count: () => Value): Value {
    const cache = this.#cacheOf(index)
    const cached = cache.get(key)
    if (cached && cached.edition === index.version) return cached.value
    const value = count()
    cache.set(key, { edition: index.version, value })
    return value
  }
}
