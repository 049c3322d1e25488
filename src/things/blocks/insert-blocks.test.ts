import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocksIn, type PageDocument } from '../entries/page-document.ts'
import { findBlock, insertAfter } from './insert-blocks.ts'

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

test('every inserted block, inner ones too, gets a number that is free', () => {
  const after = insertAfter(nested, [columns(1, { column_1: [text(1)] })], 1)
  expect(idsOf(after)).toEqual([1, 7, 8, 2, 3, 4, 5, 6])
})

test('blocks are inserted at the end of the page, if no other block is named or it is gone', () => {
  for (const id of [null, 99]) expect(idsOf(insertAfter(nested, [text(1)], id))).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('blocks are inserted into the slot of the block before them, and other blocks are the same objects', () => {
  const after = insertAfter(nested, [text(1)], 4)
  expect(findBlock(after, 2)).toEqual(
    columns(2, { column_1: [text(3)], column_2: [text(4), text(7, 'Text 1'), text(5)] }),
  )
  expect(after.blocks[0]).toBe(nested.blocks[0])
  expect(findBlock(after, 5)).toBe(findBlock(nested, 5))
})

const insertion = fc.record({
  blocks: fc.array(fc.constantFrom(text(1), columns(2, { column_1: [text(3)] })), { maxLength: 2 }),
  after: fc.option(fc.integer({ min: 1, max: 12 })),
})

test('any insertions leave the documents before them as they were, and give every block its own number', () => {
  fc.assert(
    fc.property(fc.array(insertion, { maxLength: 25 }), (insertions) => {
      const history: PageDocument[] = [nested]
      const written = [JSON.stringify(nested)]
      for (const { blocks, after: id } of insertions) {
        const after = insertAfter(history.at(-1) ?? nested, blocks, id)
        history.push(after)
        written.push(JSON.stringify(after))
      }
      for (let at = history.length - 1; at >= 0; at -= 1) expect(JSON.stringify(history[at])).toBe(written[at])
      for (const [at, { blocks, after: id }] of insertions.entries())
        expect(insertAfter(history[at] ?? nested, blocks, id)).toEqual(history[at + 1])
      const ids = blocksIn(history.at(-1) ?? nested)?.map((block) => block.id)
      if (ids) expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 300 },
  )
})
