import type { Db } from '../../database/connect.ts'
import { KeptFew } from '../kept-few.ts'
import { type Bits, grownBits, setBit } from '../shelf-index/bits.ts'
import { ofIds } from '../shelf-index/select.ts'
import type { ShelfIndex } from '../shelf-index/shelf-index.ts'
import type { WordsChange } from '../shelf-index/words-log.ts'
import { matchingAmong, matchingIds } from './search.store.ts'

/** Words whose sets are kept: 16 KB each at 100,000 products. */
const MOST_KEPT = 400

type Kept = { readonly version: number; readonly bits: Bits }

/**
 * The set of products that each word finds. Reading it for a word that half the shop carries takes a tenth of a second,
 * so sets are kept, and where products have changed only those are asked about again.
 */
export class WordSets {
  readonly #db: Db
  readonly #kept = new KeptFew<Kept>(MOST_KEPT)
  readonly #underWay = new Map<string, Promise<Kept>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Not to be changed. Right for the index as it is when this answers, but for what changed while it was asked. */
  async find(index: ShelfIndex, query: string): Promise<Bits> {
    // Who asks for the same word at the same time waits, and then only asks about what has changed since.
    await this.#underWay.get(query)?.catch(() => undefined)
    const known = this.#kept.get(query)
    const changes = known ? index.words.since(known.version) : null
    if (known && changes?.length === 0) return known.bits
    const reading = this.#read(index, query, known, changes)
    this.#underWay.set(query, reading)
    try {
      const fresh = await reading
      this.#kept.set(query, fresh)
      return fresh.bits
    } finally {
      if (this.#underWay.get(query) === reading) this.#underWay.delete(query)
    }
  }

  async #read(
    index: ShelfIndex,
    query: string,
    known: Kept | undefined,
    changes: readonly WordsChange[] | null,
  ): Promise<Kept> {
    const { version } = index.words
    if (!known || !changes) return { version, bits: ofIds(index, await matchingIds(this.#db, query)) }
    const ids = await matchingAmong(this.#db, query, [...new Set(changes.map(({ id }) => id))])
    return { version, bits: mended(index, known.bits, changes, ids) }
  }
}

function mended(index: ShelfIndex, bits: Bits, changes: readonly WordsChange[], ids: readonly number[]): Bits {
  const fresh = grownBits(bits, index.capacity)
  for (const { slot } of changes) setBit(fresh, slot, false)
  for (const id of ids) {
    const slot = index.slotOf(id)
    if (slot !== undefined) setBit(fresh, slot, true)
  }
  return fresh
}
