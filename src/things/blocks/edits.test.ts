import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, blocksIn, type PageDocument } from '../entries/page-document.ts'
import { applyEdit, type Edit, findBlock, positionOf } from './edits.ts'

const text = (id: number, words = `Text ${id}`): Block => ({ id, lib: 'Samovar', block: 'rich_text', text: words })
const columns = (id: number, slots: Readonly<Record<string, readonly Block[]>>): Block => ({
  id,
  lib: 'Samovar',
  block: 'layout_columns',
  ...slots,
})
const page = (...blocks: Block[]): PageDocument => ({ version: '4.0.0', blocks })
const idsOf = (document: PageDocument) => blocksIn(document)?.map(({ id }) => id)
const nested = page(text(1), columns(2, { column_1: [text(3)], column_2: [text(4), text(5)] }), text(6))

describe('insert', () => {
  test('gives every block, inner ones too, a number that is free', () => {
    const after = applyEdit(nested, { kind: 'insert', blocks: [columns(1, { column_1: [text(1)] })], at: { index: 1 } })
    expect(idsOf(after)).toEqual([1, 7, 8, 2, 3, 4, 5, 6])
  })

  test('before the beginning is at it, and behind the end is at that', () => {
    expect(idsOf(applyEdit(nested, { kind: 'insert', blocks: [text(1)], at: { index: -5 } }))?.[0]).toBe(7)
    expect(idsOf(applyEdit(nested, { kind: 'insert', blocks: [text(1)], at: { index: 99 } }))?.at(-1)).toBe(7)
  })

  test('into a slot that is missing makes it; into a block that is gone does nothing', () => {
    const at = (id: number) => ({ parent: { id, slot: 'column_3' }, index: 0 })
    const after = applyEdit(nested, { kind: 'insert', blocks: [text(1)], at: at(2) })
    expect(findBlock(after, 2)?.column_3).toEqual([text(7, 'Text 1')])
    expect(applyEdit(nested, { kind: 'insert', blocks: [text(1)], at: at(99) })).toBe(nested)
  })
})

describe('move', () => {
  test('within a list, the place is that after it was taken out', () => {
    const three = page(text(1), text(2), text(3))
    expect(idsOf(applyEdit(three, { kind: 'move', id: 1, to: { index: 1 } }))).toEqual([2, 1, 3])
    expect(idsOf(applyEdit(three, { kind: 'move', id: 1, to: { index: 2 } }))).toEqual([2, 3, 1])
  })

  test('from one slot to another, and out to the page', () => {
    const across = applyEdit(nested, { kind: 'move', id: 3, to: { parent: { id: 2, slot: 'column_2' }, index: 1 } })
    expect(positionOf(across, 3)).toEqual({ parent: { id: 2, slot: 'column_2' }, index: 1 })
    expect(positionOf(applyEdit(nested, { kind: 'move', id: 4, to: { index: 0 } }), 4)).toEqual({ index: 0 })
  })

  test('into itself or what is in it, and of what is gone, is none', () => {
    const into = (id: number, parent: number): Edit => ({
      kind: 'move',
      id,
      to: { parent: { id: parent, slot: 'column_1' }, index: 0 },
    })
    expect(applyEdit(nested, into(2, 2))).toBe(nested)
    const deep = applyEdit(nested, {
      kind: 'insert',
      blocks: [columns(1, {})],
      at: { parent: { id: 2, slot: 'column_1' }, index: 0 },
    })
    expect(applyEdit(deep, into(2, 7))).toBe(deep)
    expect(applyEdit(nested, into(99, 2))).toBe(nested)
  })
})

test('setting leaves what a block is, and the other blocks are the same objects', () => {
  const after = applyEdit(nested, { kind: 'set', id: 4, settings: { text: 'New', id: 1, lib: 'x', block: 'y' } })
  expect(findBlock(after, 4)).toEqual(text(4, 'New'))
  expect(after.blocks[0]).toBe(nested.blocks[0])
  expect(findBlock(after, 5)).toBe(findBlock(nested, 5))
  expect(applyEdit(nested, { kind: 'set', id: 99, settings: { text: 'New' } })).toBe(nested)
})

test('a duplicate stands behind its original, with numbers of its own', () => {
  expect(idsOf(applyEdit(nested, { kind: 'duplicate', id: 2 }))).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 6])
})

test('removing takes what is in a block along', () => {
  expect(idsOf(applyEdit(nested, { kind: 'remove', id: 2 }))).toEqual([1, 6])
  expect(applyEdit(nested, { kind: 'remove', id: 99 })).toBe(nested)
})

const id = fc.integer({ min: 1, max: 12 })
const position = fc.record({
  index: fc.integer({ min: 0, max: 6 }),
  parent: fc.option(fc.record({ id, slot: fc.constantFrom('column_1', 'column_2') }), { nil: undefined }),
})
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    blocks: fc.array(fc.constantFrom(text(1), columns(2, { column_1: [text(3)] })), { maxLength: 2 }),
    at: position,
  }),
  fc.record({ kind: fc.constant('move' as const), id, to: position }),
  fc.record({ kind: fc.constant('set' as const), id, settings: fc.record({ text: fc.string() }) }),
  fc.record({ kind: fc.constant('duplicate' as const), id }),
  fc.record({ kind: fc.constant('remove' as const), id }),
)

test('[BLD-11 undo] after any edits, undoing gives every document before as it was, and redoing every later one', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
      const history: PageDocument[] = [nested]
      const written = [JSON.stringify(nested)]
      for (const one of edits) {
        const after = applyEdit(history.at(-1) ?? nested, one)
        history.push(after)
        written.push(JSON.stringify(after))
      }
      for (let at = history.length - 1; at >= 0; at -= 1) expect(JSON.stringify(history[at])).toBe(written[at])
      for (const [at, one] of edits.entries()) expect(applyEdit(history[at] ?? nested, one)).toEqual(history[at + 1])
      const ids = blocksIn(history.at(-1) ?? nested)?.map((block) => block.id)
      if (ids) expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 300 },
  )
})
