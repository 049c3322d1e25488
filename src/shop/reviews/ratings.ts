import type { RatingCounts } from './reviews.store.ts'

export type RatingBar = { readonly rating: number; readonly count: number; readonly percent: number }

/** How many of each rating there are, from five stars down, with the width of its bar. */
export function ratingBars(counts: RatingCounts): RatingBar[] {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts
    .map((count, index) => ({
      rating: index + 1,
      count,
      percent: all === 0 ? 0 : Math.round((count * 100) / all),
    }))
    .toReversed()
}
