import type { ProductCardData } from './listing.ts'

/**
 * One row of cards: what the owner recommends first, then what is near, each product once, at most `count`. A row with
 * two cards in it looks like a mistake.
 */
export function fillRow(
  recommended: readonly ProductCardData[],
  related: readonly ProductCardData[],
  count: number,
): ProductCardData[] {
  const ids = new Set(recommended.map(({ id }) => id))
  return [...recommended, ...related.filter(({ id }) => !ids.has(id))].slice(0, count)
}
