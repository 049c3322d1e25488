import { forEachBit, hasBit } from './bits.ts'
import type { ProductIndex } from './product-index.ts'

/** Those that share most categories and tags: in stock first, then by rating, then by age. Deterministic. */
export function relatedTo(index: ProductIndex, productId: number, count: number): number[] {
  const own = index.slotOf(productId)
  if (own === undefined) return []
  const shared = new Uint8Array(index.capacity)
  for (const termId of index.terms.idsAt(own)) {
    const taxonomy = index.terms.byId(termId)?.taxonomy
    if (taxonomy !== 'product_cat' && taxonomy !== 'product_tag') continue
    forEachBit(index.terms.directBits(termId) ?? new Int32Array(0), (slot) => {
      shared[slot] = Math.min(255, (shared[slot] ?? 0) + 1)
    })
  }
  const listed = index.set('listed')
  const soldOut = index.set('stock outofstock')
  const { ratingHundredths, id } = index.columns
  const isBetter = (a: number, b: number): boolean => {
    const byStock = Number(hasBit(soldOut, a)) - Number(hasBit(soldOut, b))
    if (byStock !== 0) return byStock < 0
    const byTerms = (shared[b] ?? 0) - (shared[a] ?? 0)
    if (byTerms !== 0) return byTerms < 0
    const byRating = (ratingHundredths[b] ?? 0) - (ratingHundredths[a] ?? 0)
    return byRating === 0 ? (id[a] ?? 0) < (id[b] ?? 0) : byRating < 0
  }
  const best: number[] = []
  for (let slot = 0; slot < index.capacity; slot += 1) {
    if (shared[slot] === 0 || slot === own || !hasBit(listed, slot)) continue
    const last = best[count - 1]
    if (last !== undefined && !isBetter(slot, last)) continue
    const at = best.findIndex((other) => isBetter(slot, other))
    best.splice(at === -1 ? best.length : at, 0, slot)
    best.length = Math.min(best.length, count)
  }
  return best.map((slot) => index.idAt(slot))
}
