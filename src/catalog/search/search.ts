/** Searching the shelves: by all words, best answers first, and by words spelt alike when nothing is spelt as typed. */
import type { Db } from '../../database/connect.ts'
import { KeptFew } from '../kept-few.ts'
import { type Bits, countShared, hasBit, keepBits, setBit } from '../shelf-index/bits.ts'
import { type Matches, ofIds, pageInOrder } from '../shelf-index/select.ts'
import type { ShelfIndex } from '../shelf-index/shelf-index.ts'
import { type AskedSearch, askedSearch, idsOfSku, rankedIds, wordsAlike } from './search.store.ts'
import { nearestWord, piecesOf } from './search-words.ts'
import { WordSets } from './word-sets.ts'

/** Ranking reads the words of each match. Of more than these the best sellers are ranked (docs/decisions/ranking-a-thousand.md). */
const MOST_RANKED = 1000
/** Searches whose ranking is kept: what is typed letter by letter, with its filters and pages, is asked again at once. */
const MOST_KEPT = 300
/** Sales move on meanwhile, and they break ties. */
const KEPT_MS = 5 * 60_000

export type Found = Matches & {
  /** What was looked for instead; null where it was what was typed. */
  readonly correctedSearch: string | null
}
export type SearchShelves = (index: ShelfIndex, search: string, isExact: boolean) => Promise<Found>

type Ranked = { readonly version: number; readonly until: number; readonly ids: readonly number[] }

/** A search over the index of a process. What it keeps is never older than the index it is asked with. */
export function openSearch(db: Db, now: () => Date): SearchShelves {
  const asked = new KeptFew<AskedSearch>(MOST_KEPT)
  const rankings = new KeptFew<Ranked>(MOST_KEPT)
  const sets = new WordSets(db)

  const ask = async (search: string): Promise<AskedSearch> => {
    const known = asked.get(search)
    if (known) return known
    const fresh = await askedSearch(db, piecesOf(search))
    asked.set(search, fresh)
    return fresh
  }

  const rank = async (index: ShelfIndex, search: string, query: string, bits: Bits, skuIds: readonly number[]) => {
    const { version } = index.words
    const known = rankings.get(search)
    if (known && known.version === version && now().getTime() < known.until) return known.ids
    const bySku = skuIds.filter((id) => hasBit(bits, index.slotOf(id) ?? index.capacity))
    const sellers = pageInOrder(index, bits, 'popularity', { offset: 0, limit: MOST_RANKED })
    const ids = await rankedIds(db, { ids: [...new Set([...bySku, ...sellers])], query, search, skuIds: bySku })
    rankings.set(search, { version, until: now().getTime() + KEPT_MS, ids })
    return ids
  }

  const findWords = async (index: ShelfIndex, search: string): Promise<Matches> => {
    const { pieces } = await ask(search)
    if (pieces.length === 0) return { bits: ofIds(index, []), ranked: [] }
    // Slots may go to other products while the database is asked: then it is asked about those again.
    for (let attempt = 0; ; attempt += 1) {
      const { version } = index.words
      const [skuIds, ...found] = await Promise.all([
        idsOfSku(db, search),
        ...pieces.map((query) => sets.find(index, query)),
      ])
      const [first = ofIds(index, []), ...others] = found
      const every = others.reduce<Bits>((bits, other) => keepBits(bits, other), first.slice())
      for (const id of skuIds) setBit(every, index.slotOf(id) ?? index.capacity, true)
      const bits = keepBits(every, index.set('searchable'))
      const ranked = await rank(index, search, pieces.join(' & '), bits, skuIds)
      if (index.words.version === version || attempt === 3) return { bits, ranked }
    }
  }

  const find: SearchShelves = async (index, search, isExact) => {
    const typed = await findWords(index, search)
    if (typed.ranked.length > 0 || isExact) return { ...typed, correctedSearch: null }
    const { words } = await ask(search)
    const carried = await Promise.all(
      words.map(async ({ query }) => countShared(await sets.find(index, query), index.set('searchable'))),
    )
    const unknown = words.filter((_, at) => carried[at] === 0).map(({ plain }) => plain)
    if (unknown.length === 0) return { ...typed, correctedSearch: null }
    const alike = await wordsAlike(db, unknown)
    const corrected = words.map(({ plain }) =>
      unknown.includes(plain) ? nearestWord(plain, alike.get(plain) ?? []) : plain,
    )
    if (corrected.includes(null)) return { ...typed, correctedSearch: null }
    const correctedSearch = corrected.join(' ')
    const meant = await findWords(index, correctedSearch)
    return meant.ranked.length > 0 ? { ...meant, correctedSearch } : { ...typed, correctedSearch: null }
  }

  /** A page asks for its cards and for its counts at the same time: one search answers both while nothing has changed. */
  type UnderWay = { readonly index: ShelfIndex; readonly version: number; readonly end: Promise<Found> }
  const underWay = new Map<string, UnderWay>()

  return (index, search, isExact) => {
    const name = `${isExact} ${search}`
    const { version } = index.words
    const running = underWay.get(name)
    if (running?.index === index && running.version === version) return running.end
    const end = find(index, search, isExact).finally(() => {
      if (underWay.get(name)?.end === end) underWay.delete(name)
    })
    underWay.set(name, { index, version, end })
    return end
  }
}
