import { expect, test } from 'vitest'
import { findRises, lowered, measure } from './ratchet.ts'

const run = Array.from({ length: 7 }, (_, index) => `const value${index} = ${index}`).join('\n')

test('measures lines of rooms, crowded folders and lines that stand twice', () => {
  const sources = [
    { path: 'src/shop/cart/cart.ts', text: `${run}\n\n` },
    { path: 'src/shop/cart/pages/cart-page.tsx', text: `  ${run.replaceAll('\n', '\n  ')}` },
    ...Array.from({ length: 31 }, (_, index) => ({ path: `src/site/menus/menu-${index}.ts`, text: 'export {}' })),
  ]
  expect(measure(sources)).toEqual({
    lines: { 'shop/cart': 14, 'site/menus': 31 },
    files: { 'src/site/menus': 31 },
    repeated: 2,
  })
})

const bounds = { lines: { 'shop/cart': 100, 'shop/gone': 5 }, files: { 'src/shop/cart': 40 }, repeated: 9 }

test('a room or folder that grows, and a new room, are rises', () => {
  expect(findRises({ lines: { 'shop/cart': 100 }, files: { 'src/shop/cart': 40 }, repeated: 9 }, bounds)).toEqual([])
  const grown = {
    lines: { 'shop/cart': 101, 'shop/new': 1 },
    files: { 'src/shop/cart': 41, 'src/x': 31 },
    repeated: 10,
  }
  expect(findRises(grown, bounds)).toEqual([
    'shop/cart: 101 lines, 100 allowed',
    'shop/new: 1 lines, 0 allowed',
    'src/shop/cart: 41 files in one folder, 40 allowed',
    'src/x: 31 files in one folder, 30 allowed',
    '10 runs of lines twice, 9 allowed',
  ])
})

test('bounds fall with what they bound, and never rise by themselves', () => {
  expect(lowered({ lines: { 'shop/cart': 90, 'shop/new': 1 }, files: {}, repeated: 12 }, bounds)).toEqual({
    lines: { 'shop/cart': 90 },
    files: {},
    repeated: 9,
  })
})
