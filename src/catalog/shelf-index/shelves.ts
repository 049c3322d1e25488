import type { Db } from '../../database/connect.ts'
import type { CategoryWithCount, Facets } from '../listing.ts'
import { openSearch, type SearchShelves } from '../search/search.ts'
import { Counted } from './counted.ts'
import { newsSince, readRows, readShelf, readTerms, snapshotNow } from './shelf-index.store.ts'
import { ShelfIndex } from './shelf-index.ts'
import { orderNames } from './shelf-orders.ts'

/** This process's own copy of what stands on the shelves. */
export type Shelves = {
  /** The index with everything that was committed before the call. Do not hold on to it across another wait. */
  current(): Promise<ShelfIndex>
  readonly facets: Counted<Facets>
  readonly categories: Counted<readonly CategoryWithCount[]>
  /** What a search finds in an index that is current. */
  readonly search: SearchShelves
  /** Reads the shelves and sorts them, so that the first visitor need not wait for it. */
  warm(): Promise<void>
}

/** Shelves with and without filters whose counts are kept. */
const MOST_COUNTED = 300

/** After this long without a question the notes about deleted products may be gone, and everything is read anew. */
export const NOTES_KEPT_MS = 24 * 3_600_000

/**
 * Reads nothing until the first question. Each question then costs one small statement; questions that come while one is
 * under way share the next one, because that one alone is sure to see what they must see.
 */
export function openShelves(db: Db, now: () => Date): Shelves {
  let known: { index: ShelfIndex; snapshot: string; readAt: number } | null = null
  let underWay: Promise<ShelfIndex> | null = null
  let next: Promise<ShelfIndex> | null = null

  const read = async (): Promise<ShelfIndex> => {
    // What is asked for in the same breath joins this reading: nothing has been sent yet.
    await Promise.resolve()
    next = null
    const startedAt = now().getTime()
    if (known === null || startedAt - known.readAt > NOTES_KEPT_MS) known = { ...(await load(db)), readAt: startedAt }
    const { index } = known
    const snapshot = await update(db, index, known.snapshot)
    known = { index, snapshot, readAt: startedAt }
    return index
  }

  const current = (): Promise<ShelfIndex> => {
    if (next) return next
    const reading = (underWay ?? Promise.resolve()).catch(() => undefined).then(read)
    next = reading
    underWay = reading
    return reading
  }

  return {
    current,
    facets: new Counted(MOST_COUNTED),
    categories: new Counted(1),
    search: openSearch(db, now),
    async warm() {
      const index = await current()
      for (const name of orderNames) {
        index.orders.slots(name)
        await new Promise((done) => setImmediate(done))
      }
    },
  }
}

/** Everything. What is written meanwhile is caught up with by `update`, from the snapshot taken before. */
async function load(db: Db): Promise<{ index: ShelfIndex; snapshot: string }> {
  const index = new ShelfIndex()
  const snapshot = await snapshotNow(db)
  const named = await readTerms(db)
  index.terms.name(named.terms, named.attributes)
  for await (const rows of readShelf(db)) for (const row of rows) index.apply(row)
  return { index, snapshot }
}

/** Catches up with what was committed since `snapshot`, and answers the snapshot that is now known of. */
async function update(db: Db, index: ShelfIndex, since: string): Promise<string> {
  const news = await newsSince(db, since)
  if (news.areTermsChanged) {
    const named = await readTerms(db)
    index.terms.name(named.terms, named.attributes)
  }
  // Deleted first: a number that was given to a new product is among the changed ones as well.
  for (const id of news.deleted) index.remove(id)
  for await (const rows of readRows(db, news.changed)) for (const row of rows) index.apply(row)
  return news.snapshot
}
