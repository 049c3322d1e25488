import { expect, test } from 'vitest'
import { ratingBars } from './load-reviews.ts'

test('[REV-05] the histogram counts every rating from five stars down', () => {
  expect(ratingBars([1, 0, 0, 1, 2])).toEqual([
    { rating: 5, count: 2, percent: 50 },
    { rating: 4, count: 1, percent: 25 },
    { rating: 3, count: 0, percent: 0 },
    { rating: 2, count: 0, percent: 0 },
    { rating: 1, count: 1, percent: 25 },
  ])
})

test('[REV-05] without reviews every bar is empty', () => {
  expect(ratingBars([0, 0, 0, 0, 0]).every(({ count, percent }) => count === 0 && percent === 0)).toBe(true)
})
