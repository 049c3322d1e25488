import { inOrder } from '../../catalog/term-order.ts'
import { type Bits, emptyBits, hasBit, resizedBits, setBit, unionBits } from './bits.ts'
import type { IndexAttribute, IndexTerm } from './product-index.store.ts'

export class IndexTerms {
  #terms = new Map<number, IndexTerm>()
  #bySlug = new Map<string, IndexTerm>()
  #byTaxonomy = new Map<string, IndexTerm[]>()
  #children = new Map<number | null, IndexTerm[]>()
  #attributes: readonly IndexAttribute[] = []
  #version = 0
  readonly #directBits = new Map<number, Bits>()
  /** Products per term, with descendants; computed on demand and dropped on change. */
  readonly #subtreeBits = new Map<number, Bits>()

  get attributes(): readonly IndexAttribute[] {
    return this.#attributes
  }

  /** Incremented with every change of terms or assignments. */
  get version(): number {
    return this.#version
  }

  replaceAll(terms: readonly IndexTerm[], attributes: readonly IndexAttribute[]): void {
    this.#terms = new Map(terms.map((term) => [term.id, term]))
    this.#bySlug = new Map(terms.map((term) => [`${term.taxonomy} ${term.slug}`, term]))
    const sorted = terms.toSorted((a, b) => a.position - b.position || a.id - b.id)
    this.#byTaxonomy = Map.groupBy(sorted, (term) => term.taxonomy)
    for (const { slug, orderBy } of attributes) this.#byTaxonomy.set(slug, [...inOrder(this.inTaxonomy(slug), orderBy)])
    this.#children = Map.groupBy(sorted, (term) => term.parentId)
    this.#attributes = attributes
    this.#invalidate()
  }

  inTaxonomy(taxonomy: string): readonly IndexTerm[] {
    return this.#byTaxonomy.get(taxonomy) ?? []
  }

  find(taxonomy: string, slug: string): IndexTerm | undefined {
    return this.#bySlug.get(`${taxonomy} ${slug}`)
  }

  byId(id: number): IndexTerm | undefined {
    return this.#terms.get(id)
  }

  assign(slot: number, termIds: readonly number[], capacity: number, isNew: boolean): void {
    let isChanged = false
    if (!isNew) {
      for (const [id, bits] of this.#directBits) {
        if (!termIds.includes(id) && setBit(bits, slot, false)) isChanged = true
      }
    }
    for (const id of termIds) if (setBit(this.#bitsFor(id, capacity), slot, true)) isChanged = true
    if (isChanged) this.#invalidate()
  }

  #invalidate(): void {
    this.#version += 1
    this.#subtreeBits.clear()
  }

  #bitsFor(id: number, capacity: number): Bits {
    const existing = this.#directBits.get(id)
    if (existing && existing.length >= capacity >>> 5) return existing
    const bits = existing ? resizedBits(existing, capacity) : emptyBits(capacity)
    this.#directBits.set(id, bits)
    return bits
  }

  /** Products assigned to the term itself. May be shorter than other sets: bits beyond its end are 0. */
  directBits(id: number): Bits | undefined {
    return this.#directBits.get(id)
  }

  *idsAt(slot: number): Generator<number> {
    for (const [id, bits] of this.#directBits) if (hasBit(bits, slot)) yield id
  }

  subtreeBits(id: number, capacity: number): Bits {
    const cached = this.#subtreeBits.get(id)
    if (cached && cached.length === capacity >>> 5) return cached
    const bits = emptyBits(capacity)
    const seen = new Set<number>()
    const queue = [id]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      // Guards against cycles in the category tree, which only direct changes in the database can create.
      if (seen.has(next)) continue
      seen.add(next)
      const directBits = this.#directBits.get(next)
      if (directBits) unionBits(bits, directBits)
      for (const child of this.#children.get(next) ?? []) queue.push(child.id)
    }
    this.#subtreeBits.set(id, bits)
    return bits
  }
}
