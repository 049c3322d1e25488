/** One row of products: recommended ones first, filled up with related ones, without duplicates, at most `count`. */
export const fillRow = (recommended: readonly number[], related: readonly number[], count: number): number[] =>
  [...new Set([...recommended, ...related])].slice(0, count)
