import { LruCache } from '../../catalog/lru-cache.ts'
import type { ProductIndex } from './product-index.ts'

/** Counts that many visitors ask for, such as those beside an unfiltered shelf: kept until what is counted has changed. */
export class CountCache<Value> {
  readonly #cache: LruCache<{ readonly edition: number; readonly value: Value }>

  constructor(max: number) {
    this.#cache = new LruCache(max)
  }

  get(index: ProductIndex, key: string, count: () => Value): Value {
    const cached = this.#cache.get(key)
    if (cached && cached.edition === index.version) return cached.value
    const value = count()
    this.#cache.set(key, { edition: index.version, value })
    return value
  }
}
