/** Searching the shelves: by all words, best answers first, and by words spelt alike when nothing is spelt as typed. */
import type { Db } from '../../database/connect.ts'
import { hasBit, keepBits } from '../shelf-index/bits.ts'
import { type Matches, ofIds, pageInOrder } from '../shelf-index/select.ts'
import type { ShelfIndex } from '../shelf-index/shelf-index.ts'
import { askedSearch, idsOfSku, matchingIds, rankedIds, unknownWords } from './search.store.ts'
import { nearestWord, piecesOf } from './search-words.ts'

/** Ranking reads the words of each match. Of more than these the best sellers are ranked (docs/decisions/ranking-a-thousand.md). */
const MOST_RANKED = 1000
/** Searches whose answers are kept: what is typed letter by letter, and its filters and pages, is asked again at once. */
const MOST_KEPT = 200
/** Sales move on meanwhile, and they break ties. */
const KEPT_MS = 60_000

export type Found = Matches & {
  /** What was looked for instead; null where it was what was typed. */
  readonly correctedSearch: string | null
}
export type SearchShelves = (index: ShelfIndex, search: string, isExact: boolean) => Promise<Found>

type Kept = { readonly wordsVersion: number; readonly until: number; readonly found: Promise<Found> }

/** A search that remembers its answers until words, products or a minute have changed. */
export function openSearch(db: Db, now: () => Date): SearchShelves {
  const kept = new Map<string, Kept>()
  return (index, search, isExact) => {
    const key = `${isExact} ${search}`
    const known = kept.get(key)
    const time = now().getTime()
    kept.delete(key)
    if (known && known.wordsVersion === index.wordsVersion && time < known.until) {
      kept.set(key, known)
      return known.found
    }
    const { wordsVersion } = index
    const found = find(db, index, search, isExact)
    kept.set(key, { wordsVersion, until: time + KEPT_MS, found })
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    const forget = () => {
      if (kept.get(key)?.found === found) kept.delete(key)
    }
    // The slots it speaks of may have gone to other products while the database was asked.
    found.then(() => index.wordsVersion !== wordsVersion && forget(), forget)
    return found
  }
}

async function find(db: Db, index: ShelfIndex, search: string, isExact: boolean): Promise<Found> {
  const typed = await findWords(db, index, search)
  if (typed.isAny || isExact) return { ...typed.matches, correctedSearch: null }
  const unknown = new Map((await unknownWords(db, typed.words)).map((one) => [one.word, one.candidates]))
  const words = typed.words.map(({ plain }) => nearestWord(plain, unknown.get(plain) ?? []) ?? plain)
  const corrected = words.join(' ')
  if (words.every((word, at) => word === typed.words[at]?.plain)) return { ...typed.matches, correctedSearch: null }
  const meant = await findWords(db, index, corrected)
  return meant.isAny ? { ...meant.matches, correctedSearch: corrected } : { ...typed.matches, correctedSearch: null }
}

async function findWords(db: Db, index: ShelfIndex, search: string) {
  const { query, words } = await askedSearch(db, piecesOf(search))
  if (query === null) return { isAny: false, words, matches: { bits: ofIds(index, []), ranked: [] } }
  const [ids, skuIds] = await Promise.all([matchingIds(db, query), idsOfSku(db, search)])
  const bits = keepBits(ofIds(index, [...ids, ...skuIds]), index.set('searchable'))
  const bySku = skuIds.filter((id) => hasBit(bits, index.slotOf(id) ?? index.capacity))
  const sellers = pageInOrder(index, bits, 'popularity', { offset: 0, limit: MOST_RANKED })
  const ranked = await rankedIds(db, { ids: [...new Set([...bySku, ...sellers])], query, search, skuIds })
  return { isAny: ranked.length > 0, words, matches: { bits, ranked } }
}
