import type { RatingCounts } from './reviews.store.ts'

export type RatingBar = { readonly rating: number; readonly count: number; readonly percent: number }

/** Number of reviews per rating, from five stars down, with the bar width. */
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
