import { expect, test } from 'vitest'
import type { ProductCardData } from '../catalog/product-card.ts'
import { fillRow } from './fill-row.ts'

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as ProductCardData)
const ids = (row: readonly ProductCardData[]) => row.map(({ id }) => id)

test('what the owner recommends comes first, and each product once', () => {
  expect(ids(fillRow(cards(7, 3), cards(3, 5, 9, 11), 4))).toEqual([7, 3, 5, 9])
})

test('a row is never longer than asked for, and as long as there is something', () => {
  expect(ids(fillRow(cards(1, 2, 3, 4, 5), cards(6), 4))).toEqual([1, 2, 3, 4])
  expect(ids(fillRow([], cards(6), 4))).toEqual([6])
})
