import { expect, test } from 'vitest'
import type { ProductCardData } from '../catalog/product-card.ts'
import { fillRow } from './fill-row.ts'

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as ProductCardData)
const ids = (row: readonly ProductCardData[]) => row.map(({ id }) => id)

test('the owner’s recommendations are first, and each product is shown once', () => {
  expect(ids(fillRow(cards(7, 3), cards(3, 5, 9, 11), 4))).toEqual([7, 3, 5, 9])
})

test('a row has at most the requested number of products, and is filled while there are products', () => {
  expect(ids(fillRow(cards(1, 2, 3, 4, 5), cards(6), 4))).toEqual([1, 2, 3, 4])
  expect(ids(fillRow([], cards(6), 4))).toEqual([6])
})
