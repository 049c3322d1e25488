import { describe, expect, test } from 'vitest'
import type { Sellable } from '../catalog/product.ts'
import type { StoredLine } from './cart.store.ts'
import { MAX_LINES } from './cart.ts'
import { mergeLines } from './merge-carts.ts'

const tea = (id: number, more: Partial<Sellable> = {}): Sellable => ({
  id,
  type: 'simple',
  parentId: null,
  slug: `tea-${id}`,
  name: `Tea ${id}`,
  status: 'publish',
  sku: '',
  regularPriceCents: 1000,
  salePriceCents: null,
  saleFrom: null,
  saleUntil: null,
  taxClass: 'grocery',
  shippingClass: '',
  isTaxable: true,
  isVirtual: false,
  isSoldIndividually: false,
  isDownloadable: false,
  isLocked: false,
  weightGrams: 100,
  netGrams: 100,
  choices: {},
  stock: { tracksInventory: false, onHand: 0, backorders: 'no', status: 'instock', lowStockAmount: null },
  picture: null,
  ...more,
})
const line = (key: string, sellable: Sellable, quantity: number, position = 1): StoredLine => ({
  key,
  sellable,
  quantity,
  choices: {},
  quotedPriceCents: 1000,
  position,
})
const shown = (lines: readonly StoredLine[]) => lines.map(({ key, quantity }) => [key, quantity])

describe('the rows of docs/cart-merging.md', () => {
  test('[MINI-06] row 3: different lines are combined, the older ones first', () => {
    const { lines, skipped: skippedLines } = mergeLines([line('a', tea(1), 2)], [line('b', tea(2), 1)])
    expect(shown(lines)).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(skippedLines).toEqual([])
  })

  test('[MINI-06] row 4: the same line gets the larger quantity, not the sum', () => {
    expect(shown(mergeLines([line('a', tea(1), 2)], [line('a', tea(1), 3)]).lines)).toEqual([['a', 3]])
    expect(shown(mergeLines([line('a', tea(1), 4)], [line('a', tea(1), 3)]).lines)).toEqual([['a', 4]])
  })

  test('[MINI-06] row 5: a product sold individually appears once, even with different options', () => {
    const single = tea(1, { isSoldIndividually: true })
    expect(shown(mergeLines([line('a', single, 1)], [line('a', single, 1)]).lines)).toEqual([['a', 1]])
    expect(shown(mergeLines([line('a', single, 1)], [line('b', single, 1)]).lines)).toEqual([['b', 1]])
  })

  test('[MINI-06] row 6: two lines sharing one stock: the newer gets its full quantity, the older the rest', () => {
    const few = tea(1, {
      stock: { tracksInventory: true, onHand: 3, backorders: 'no', status: 'instock', lowStockAmount: null },
    })
    expect(shown(mergeLines([line('a', few, 2)], [line('b', few, 2)]).lines)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  test('[MINI-06] row 6: a single line above the stock stays, for the cart page to report', () => {
    const few = tea(1, {
      stock: { tracksInventory: true, onHand: 3, backorders: 'no', status: 'instock', lowStockAmount: null },
    })
    expect(shown(mergeLines([line('a', few, 5)], []).lines)).toEqual([['a', 5]])
  })

  test('[MINI-06] row 8: the same product with other options is another line', () => {
    const [small, large] = [tea(56, { type: 'variation', parentId: 55 }), tea(57, { type: 'variation', parentId: 55 })]
    expect(shown(mergeLines([line('s', small, 1)], [line('l', large, 1)]).lines)).toEqual([
      ['s', 1],
      ['l', 1],
    ])
  })

  test('[MINI-06] row 9: beyond a hundred lines the newest are kept', () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => line(`k${from + index}`, tea(from + index), 1, index + 1))
    const { lines, skipped: leftOut } = mergeLines(many(1, 80), many(61, 80))
    expect(lines).toHaveLength(MAX_LINES)
    expect(leftOut.map(({ key }) => key)).toEqual(Array.from({ length: 40 }, (_, index) => `k${21 + index}`))
    expect(many(61, 80).every(({ key }) => lines.some((line) => line.key === key))).toBe(true)
  })
})
