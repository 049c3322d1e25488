import { LRUCache } from 'lru-cache'
import type { ProductIndex } from './product-index.ts'

/** Cache for counts that many visitors need, such as those of unfiltered listings; cleared when the index changes. */
export class CountCache<Value> {
  readonly #cache: LRUCache<string, { readonly edition: number; readonly value: Value }>

  constructor(max: number) {
    this.#cache = new LRUCache({ max })
  }

  get(index: ProductIndex, key: string, count: () => Value): Value {
    const cached = this.#cache.get(key)
    if (cached && cached.edition === index.version) return cached.value
    const value = count()
    this.#cache.set(key, { edition: index.version, value })
    return value
  }
}
