import type { ProductCardData } from '../catalog/product-card.ts'

/** One row of product cards: recommended products first, filled up with related ones, without duplicates, at most `count`. */
export function fillRow(recommended: readonly ProductCardData[], related: readonly ProductCardData[], count: number) {
  const ids = new Set(recommended.map(({ id }) => id))
  return [...recommended, ...related.filter(({ id }) => !ids.has(id))].slice(0, count)
}
