import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/database/connect.ts'
import { type Bits, countIntersection, hasBit, intersectBits, resizedBits, setBit } from '../index/bits.ts'
import { ofEachIndex, type ProductIndex, type SearchChange } from '../index/product-index.ts'
import { bitsOfIds, type Matches, pageInOrder } from '../index/select.ts'
import * as store from './search.store.ts'
import { closestWord } from './tokenize.ts'

/** Ranking reads the words of each match, so only the best sellers are ranked (docs/decisions/search-ranking.md). */
const MAX_RANKED = 1000
/** Number of cached rankings: searches repeat while typing, filtering and paginating. */
const MAX_CACHED = 300
/** Sales change and break ties, so rankings expire. */
const RANKING_TTL_MS = 5 * 60_000

export type SearchResult = Matches & { readonly correctedSearch: string | null }
export type SearchProducts = (index: ProductIndex, search: string, isExact: boolean) => Promise<SearchResult>

type CachedRanking = { readonly version: number; readonly expiresAt: number; readonly ids: readonly number[] }

/** Search over the index of a process. Cached results are never older than the index passed in. */
export function openSearch(db: Db, now: () => Date): SearchProducts {
  const compiledCache = new LRUCache<string, store.CompiledSearch>({ max: MAX_CACHED })
  const rankingsOf = ofEachIndex(() => new LRUCache<string, CachedRanking>({ max: MAX_CACHED }))
  const setsOf = ofEachIndex(() => new WordMatchCache(db))

  const compile = async (search: string): Promise<store.CompiledSearch & { readonly skuIds?: readonly number[] }> => {
    const cached = compiledCache.get(search)
    if (cached) return cached
    const { compiled, skuIds } = await store.compileSearch(db, search)
    compiledCache.set(search, compiled)
    return { ...compiled, skuIds }
  }

  const rank = async (index: ProductIndex, search: string, query: string, bits: Bits, skuIds: readonly number[]) => {
    const { version } = index.searchChanges
    const rankings = rankingsOf(index)
    const cached = rankings.get(search)
    if (cached && cached.version === version && now().getTime() < cached.expiresAt) return cached.ids
    const bySku = skuIds.filter((id) => hasBit(bits, index.slotOf(id) ?? index.capacity))
    const bestSellers = pageInOrder(index, bits, 'popularity', { offset: 0, limit: MAX_RANKED })
    const ids = await store.rankedIds(db, {
      ids: [...new Set([...bySku, ...bestSellers])],
      query,
      search,
      skuIds: bySku,
    })
    rankings.set(search, { version, expiresAt: now().getTime() + RANKING_TTL_MS, ids })
    return ids
  }

  const matchAllWords = async (index: ProductIndex, search: string): Promise<Matches> => {
    let { version } = index.searchChanges
    const { tokenQueries, skuIds: firstSkuIds } = await compile(search)
    if (tokenQueries.length === 0) return { bits: bitsOfIds(index, []), ranked: [] }
    // Slots may be reused while the database is queried; those are queried again.
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) version = index.searchChanges.version
      const [skuIds, ...matchSets] = await Promise.all([
        (attempt === 0 && firstSkuIds) || store.idsBySku(db, search),
        ...tokenQueries.map((query) => setsOf(index).find(index, query)),
      ])
      const [first = bitsOfIds(index, []), ...others] = matchSets
      const every = others.reduce<Bits>((bits, other) => intersectBits(bits, other), first.slice())
      for (const id of skuIds) setBit(every, index.slotOf(id) ?? index.capacity, true)
      const bits = intersectBits(every, index.set('searchable'))
      const ranked = await rank(index, search, store.joinQueries(tokenQueries), bits, skuIds)
      if (index.searchChanges.version === version || attempt === 3) return { bits, ranked }
    }
  }

  const find: SearchProducts = async (index, search, isExact) => {
    const exactResult = await matchAllWords(index, search)
    const uncorrected = { ...exactResult, correctedSearch: null }
    if (exactResult.ranked.length > 0 || isExact) return uncorrected
    const { words } = await compile(search)
    const matchCounts = await Promise.all(
      words.map(async ({ query }) =>
        countIntersection(await setsOf(index).find(index, query), index.set('searchable')),
      ),
    )
    const unknown = words.filter((_, at) => matchCounts[at] === 0).map(({ plain }) => plain)
    if (unknown.length === 0) return uncorrected
    const similar = await store.similarWords(db, unknown)
    const corrected = words.map(({ plain }) =>
      unknown.includes(plain) ? closestWord(plain, similar.get(plain) ?? []) : plain,
    )
    if (corrected.includes(null)) return uncorrected
    const correctedSearch = corrected.join(' ')
    const correctedResult = await matchAllWords(index, correctedSearch)
    return correctedResult.ranked.length > 0 ? { ...correctedResult, correctedSearch } : uncorrected
  }

  /** A page asks for cards and counts concurrently: both share one search while the index is unchanged. */
  const inFlight = new Map<string, { index: ProductIndex; version: number; result: Promise<SearchResult> }>()

  return (index, search, isExact) => {
    const name = `${isExact} ${search}`
    const { version } = index.searchChanges
    const running = inFlight.get(name)
    if (running?.index === index && running.version === version) return running.result
    const end = find(index, search, isExact).finally(() => {
      if (inFlight.get(name)?.result === end) inFlight.delete(name)
    })
    inFlight.set(name, { index, version, result: end })
    return end
  }
}

/** Maximum number of cached sets: 16 KB each at 100,000 products. */
const MAX_CACHED_SETS = 400

type CachedMatches = { readonly version: number; readonly bits: Bits }

/**
 * For one index. A query for a common word takes a tenth of a second, so that only products that have changed are
 * queried again.
 */
export class WordMatchCache {
  readonly #db: Db
  readonly #cache = new LRUCache<string, CachedMatches>({ max: MAX_CACHED_SETS })
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
    if (!cached || !changes) return { version, bits: bitsOfIds(index, await store.matchingIds(this.#db, query)) }
    const ids = await store.matchingSubset(this.#db, query, [...new Set(changes.map(({ id }) => id))])
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
