import { type Bits, emptyBits, resizedBits, setBit, unionBits } from './bits.ts'
import type { IndexAttribute, IndexTerm } from './index-row.ts'

/** Categories, tags, brands and attribute values: what they are called, and which products have them. */
export class IndexTerms {
  #terms = new Map<number, IndexTerm>()
  #bySlug = new Map<string, IndexTerm>()
  #byTaxonomy = new Map<string, IndexTerm[]>()
  #children = new Map<number, number[]>()
  #attributes: readonly IndexAttribute[] = []
  #version = 0
  /** What products have themselves. */
  readonly #directBits = new Map<number, Bits>()
  /** With what the terms below have; worked out when it is asked for, until something changes. */
  readonly #subtreeBits = new Map<number, Bits>()

  /** Every attribute of the shop, in the order they were made. */
  get attributes(): readonly IndexAttribute[] {
    return this.#attributes
  }

  /** Rises with every change of names, and of who has which term. */
  get version(): number {
    return this.#version
  }

  /** Takes the place of all terms and attributes that were known. */
  replaceAll(terms: readonly IndexTerm[], attributes: readonly IndexAttribute[]): void {
    this.#terms = new Map(terms.map((term) => [term.id, term]))
    this.#bySlug = new Map(terms.map((term) => [`${term.taxonomy} ${term.slug}`, term]))
    const sorted = terms.toSorted((a, b) => a.position - b.position || a.id - b.id)
    this.#byTaxonomy = Map.groupBy(sorted, (term) => term.taxonomy)
    this.#children = new Map()
    for (const { id, parentId } of sorted) {
      if (parentId === null) continue
      const siblings = this.#children.get(parentId)
      if (siblings) siblings.push(id)
      else this.#children.set(parentId, [id])
    }
    this.#attributes = attributes
    this.#invalidate()
  }

  /** The terms of a taxonomy in menu order. */
  inTaxonomy(taxonomy: string): readonly IndexTerm[] {
    return this.#byTaxonomy.get(taxonomy) ?? []
  }

  find(taxonomy: string, slug: string): IndexTerm | undefined {
    return this.#bySlug.get(`${taxonomy} ${slug}`)
  }

  byId(id: number): IndexTerm | undefined {
    return this.#terms.get(id)
  }

  /** Puts the slot with these terms and with no others. A new slot has none yet. */
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

  /** Products that have this very term. May be shorter than others: what is beyond its end is not in it. */
  directBits(id: number): Bits | undefined {
    return this.#directBits.get(id)
  }

  /** Ids of the terms this slot has itself. */
  *idsAt(slot: number): Generator<number> {
    for (const [id, bits] of this.#directBits) if (((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0) yield id
  }

  /** Products that have the term or one below it. Not to be changed. */
  subtreeBits(id: number, capacity: number): Bits {
    const cached = this.#subtreeBits.get(id)
    if (cached && cached.length === capacity >>> 5) return cached
    const bits = emptyBits(capacity)
    const seen = new Set<number>()
    const queue = [id]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      // A circle of categories can only be made by hand; it must not stop the shop.
      if (seen.has(next)) continue
      seen.add(next)
      const directBits = this.#directBits.get(next)
      if (directBits) unionBits(bits, directBits)
      queue.push(...(this.#children.get(next) ?? []))
    }
    this.#subtreeBits.set(id, bits)
    return bits
  }
}
