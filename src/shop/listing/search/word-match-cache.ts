import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/database/connect.ts'
import { type Bits, resizedBits, setBit } from '../index/bits.ts'
import type { ProductIndex } from '../index/product-index.ts'
import type { SearchChange } from '../index/search-change-log.ts'
import { bitsOfIds } from '../index/select.ts'
import { matchingIds, matchingSubset } from './search.store.ts'

/** Maximum number of cached sets: 16 KB each at 100,000 products. */
const MAX_CACHED = 400

type CachedMatches = { readonly version: number; readonly bits: Bits }

/**
 * Cache of the products that match each word. A query for a common word takes a tenth of a second, so its set is
 * cached, and only products that have changed are queried again.
 */
export class WordMatchCache {
  readonly #db: Db
  readonly #cache = new LRUCache<string, CachedMatches>({ max: MAX_CACHED })
  readonly #inFlight = new Map<string, Promise<CachedMatches>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Read-only. Current for the index at the time of return, except for changes during the query. */
  async find(index: ProductIndex, query: string): Promise<Bits> {
    // Concurrent requests for the same word wait, and then query only what has changed since.
    await this.#inFlight.get(query)?.catch(() => undefined)
    const cached = this.#cache.get(query)
    const changes = cached ? index.searchChanges.since(cached.version) : null
    if (cached && changes?.length === 0) return cached.bits
    const reading = this.#read(index, query, cached, changes)
    this.#inFlight.set(query, reading)
    try {
      const fresh = await reading
      this.#cache.set(query, fresh)
      return fresh.bits
    } finally {
      if (this.#inFlight.get(query) === reading) this.#inFlight.delete(query)
    }
  }

  async #read(
    index: ProductIndex,
    query: string,
    cached: CachedMatches | undefined,
    changes: readonly SearchChange[] | null,
  ): Promise<CachedMatches> {
    const { version } = index.searchChanges
    if (!cached || !changes) return { version, bits: bitsOfIds(index, await matchingIds(this.#db, query)) }
    const ids = await matchingSubset(this.#db, query, [...new Set(changes.map(({ id }) => id))])
    return { version, bits: withChanges(index, cached.bits, changes, ids) }
  }
}

function withChanges(index: ProductIndex, bits: Bits, changes: readonly SearchChange[], ids: readonly number[]): Bits {
  const updated = resizedBits(bits, index.capacity)
  for (const { slot } of changes) setBit(updated, slot, false)
  for (const id of ids) {
    const slot = index.slotOf(id)
    if (slot !== undefined) setBit(updated, slot, true)
  }
  return updated
}
