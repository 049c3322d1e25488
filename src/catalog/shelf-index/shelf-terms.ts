import { addBits, type Bits, emptyBits, grownBits, setBit } from './bits.ts'
import type { ShelfAttribute, ShelfTerm } from './shelf-row.ts'

/** Categories, tags, brands and attribute values: what they are called, and which products have them. */
export class ShelfTerms {
  #terms = new Map<number, ShelfTerm>()
  #bySlug = new Map<string, ShelfTerm>()
  #byTaxonomy = new Map<string, ShelfTerm[]>()
  #children = new Map<number, number[]>()
  #attributes: readonly ShelfAttribute[] = []
  #edition = 0
  /** What products have themselves. */
  readonly #own = new Map<number, Bits>()
  /** With what the terms below have; worked out when it is asked for, until something changes. */
  readonly #whole = new Map<number, Bits>()

  /** Every attribute of the shop, in the order they were made. */
  get attributes(): readonly ShelfAttribute[] {
    return this.#attributes
  }

  /** Rises with every change of names, and of who has which term. */
  get edition(): number {
    return this.#edition
  }

  /** Takes the place of all terms and attributes that were known. */
  name(terms: readonly ShelfTerm[], attributes: readonly ShelfAttribute[]): void {
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
    this.#forgetWhole()
  }

  /** The terms of a taxonomy in menu order. */
  of(taxonomy: string): readonly ShelfTerm[] {
    return this.#byTaxonomy.get(taxonomy) ?? []
  }

  find(taxonomy: string, slug: string): ShelfTerm | undefined {
    return this.#bySlug.get(`${taxonomy} ${slug}`)
  }

  byId(id: number): ShelfTerm | undefined {
    return this.#terms.get(id)
  }

  /** Puts the slot with these terms and with no others. A new slot has none yet. */
  place(slot: number, termIds: readonly number[], capacity: number, isNew: boolean): void {
    let isChanged = false
    if (!isNew) {
      for (const [id, bits] of this.#own) {
        if (!termIds.includes(id) && setBit(bits, slot, false)) isChanged = true
      }
    }
    for (const id of termIds) if (setBit(this.#roomy(id, capacity), slot, true)) isChanged = true
    if (isChanged) this.#forgetWhole()
  }

  #forgetWhole(): void {
    this.#edition += 1
    this.#whole.clear()
  }

  #roomy(id: number, capacity: number): Bits {
    const known = this.#own.get(id)
    if (known && known.length >= capacity >>> 5) return known
    const bits = known ? grownBits(known, capacity) : emptyBits(capacity)
    this.#own.set(id, bits)
    return bits
  }

  /** Products that have this very term. May be shorter than others: what is beyond its end is not in it. */
  own(id: number): Bits | undefined {
    return this.#own.get(id)
  }

  /** Ids of the terms this slot has itself. */
  *at(slot: number): Generator<number> {
    for (const [id, bits] of this.#own) if (((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0) yield id
  }

  /** Products that have the term or one below it. Not to be changed. */
  whole(id: number, capacity: number): Bits {
    const known = this.#whole.get(id)
    if (known && known.length === capacity >>> 5) return known
    const bits = emptyBits(capacity)
    const seen = new Set<number>()
    const waiting = [id]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // A circle of categories can only be made by hand; it must not stop the shop.
      if (seen.has(next)) continue
      seen.add(next)
      const own = this.#own.get(next)
      if (own) addBits(bits, own)
      waiting.push(...(this.#children.get(next) ?? []))
    }
    this.#whole.set(id, bits)
    return bits
  }
}
