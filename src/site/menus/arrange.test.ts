import fc from 'fast-check'
import { expect, test } from 'vitest'
import { move, moveTo, sizeAt, withoutItem } from './arrange.ts'

/** `A b c D`: small letters are below the capital before them. */
const read = (text: string) => text.split(' ').map((name) => ({ name, depth: name === name.toUpperCase() ? 0 : 1 }))
const write = (items: readonly { readonly name: string; readonly depth: number }[] | null): string | null =>
  items && items.map(({ name, depth }) => (depth === 0 ? name.toUpperCase() : name.toLowerCase())).join(' ')

test('an item goes past its neighbours and keeps what is below it', () => {
  const items = read('A b c D E f')
  expect(write(move(items, 0, 'down'))).toBe('D A b c E f')
  expect(write(move(items, 3, 'down'))).toBe('A b c E f D')
  expect(write(move(items, 4, 'up'))).toBe('A b c E f D')
  expect(write(move(items, 1, 'down'))).toBe('A c b D E f')
  expect(write(move(items, 2, 'down'))).toBe('A b D c E f')
  expect(write(move(items, 5, 'up'))).toBe('A b c D f E')
  expect([move(items, 0, 'up'), move(items, 1, 'up'), move(items, 5, 'down')]).toEqual([null, null, null])
})

test('an item goes below the one before it, and out again behind what is left there', () => {
  const items = read('A b c D E f')
  expect(write(move(items, 3, 'in'))).toBe('A b c d E f')
  expect(write(move(items, 1, 'out'))).toBe('A c B D E f')
  expect([move(items, 0, 'in'), move(items, 4, 'in'), move(items, 1, 'in'), move(items, 3, 'out')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('an item that goes leaves what was below it', () => {
  expect(write(withoutItem(read('A b c D e'), 0))).toBe('B C D e')
  expect(write(withoutItem(read('A b c D e'), 2))).toBe('A b D e')
})

const menu = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 12 })
  .map((inner) => inner.map((isInner, index) => ({ name: `item ${index}`, depth: Number(isInner && index > 0) })))

test('however items are moved, none is lost and none is below nothing', () => {
  const isMenu = (items: readonly { readonly depth: number }[]) =>
    items[0]?.depth === 0 && items.every(({ depth }) => depth === 0 || depth === 1)
  fc.assert(
    fc.property(menu, fc.nat(11), fc.nat(12), fc.integer({ min: -3, max: 3 }), (items, index, to, wantedDepth) => {
      const at = index % items.length
      const names = items.map(({ name }) => name).toSorted()
      const size = sizeAt(items, at)
      const results = [
        moveTo(items, at, Math.min(to, items.length - size), wantedDepth),
        ...(['up', 'down', 'in', 'out'] as const).map((way) => move(items, at, way)),
      ]
      for (const moved of results) {
        if (!moved) continue
        expect(moved.map(({ name }) => name).toSorted()).toEqual(names)
        expect(isMenu(moved)).toBe(true)
      }
    }),
  )
})
