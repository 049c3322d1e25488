import { expect, test } from 'vitest'
import { ratingCounts } from './ratings.ts'

test('[REV-01] ratings are counted from five stars down', () => {
  expect(ratingCounts([5, 5, 4, 1])).toEqual([
    { rating: 5, count: 2, percent: 50 },
    { rating: 4, count: 1, percent: 25 },
    { rating: 3, count: 0, percent: 0 },
    { rating: 2, count: 0, percent: 0 },
    { rating: 1, count: 1, percent: 25 },
  ])
})

test('no ratings make empty bars', () => {
  expect(ratingCounts([]).every(({ count, percent }) => count === 0 && percent === 0)).toBe(true)
})
