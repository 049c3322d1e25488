import { expect, test } from 'vitest'
import { fillRow } from './listing.ts'

test('the owner’s recommendations are first, and each product is shown once', () => {
  expect(fillRow([7, 3], [3, 5, 9, 11], 4)).toEqual([7, 3, 5, 9])
})

test('a row has at most the requested number of products, and is filled while there are products', () => {
  expect(fillRow([1, 2, 3, 4, 5], [6], 4)).toEqual([1, 2, 3, 4])
  expect(fillRow([], [6], 4)).toEqual([6])
})
