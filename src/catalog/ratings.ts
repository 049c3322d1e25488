/** How many of each rating there are, from five stars down, with the width of its bar. */
export function ratingCounts(ratings: readonly number[]): { rating: number; count: number; percent: number }[] {
  return [5, 4, 3, 2, 1].map((rating) => {
    const count = ratings.filter((given) => given === rating).length
    return { rating, count, percent: ratings.length === 0 ? 0 : Math.round((count * 100) / ratings.length) }
  })
}
