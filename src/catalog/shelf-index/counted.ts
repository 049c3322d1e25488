import { KeptFew } from '../kept-few.ts'
import type { ShelfIndex } from './shelf-index.ts'

/** Counts that many visitors ask for, such as those beside an unfiltered shelf: kept until what is counted has changed. */
export class Counted<Value> {
  readonly #kept: KeptFew<{ readonly edition: number; readonly value: Value }>

  constructor(most: number) {
    this.#kept = new KeptFew(most)
  }

  get(index: ShelfIndex, key: string, count: () => Value): Value {
    const known = this.#kept.get(key)
    if (known && known.edition === index.edition) return known.value
    const value = count()
    this.#kept.set(key, { edition: index.edition, value })
    return value
  }
}
