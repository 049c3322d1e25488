import { describe, expect, test } from 'vitest'
import { type Block, blocksIn, DOCUMENT_VERSION, MAX_BLOCK_DEPTH, MAX_BLOCKS, readDocument } from './page-document.ts'

const block = (id: number, more: Record<string, unknown> = {}): Block => ({
  id,
  lib: 'Samovar',
  block: 'heading',
  ...more,
})
const nested = (depth: number): Block => (depth === 1 ? block(depth) : block(depth, { content: [nested(depth - 1)] }))

describe('a document of every version is read as the present one', () => {
  test('without version: blocks named themselves template', () => {
    const stored = { blocks: [{ id: 4, lib: 'Default', template: 'sktbuilder_main', header: 'Tea' }] }
    expect(readDocument(stored)).toEqual({
      version: DOCUMENT_VERSION,
      blocks: [{ id: 4, lib: 'Default', block: 'sktbuilder_main', header: 'Tea' }],
    })
  })

  test('3.0.5: numbers as text, blocks without a library', () => {
    const stored = { version: '3.0.5', blocks: [{ id: '7', block: 'sktbuilder_text' }] }
    expect(readDocument(stored)?.blocks).toEqual([{ id: 7, lib: 'Default', block: 'sktbuilder_text' }])
  })

  test('the list of blocks itself', () => {
    expect(readDocument([block(1)])).toEqual({ version: DOCUMENT_VERSION, blocks: [block(1)] })
  })

  test('a later version stays what it is', () => {
    expect(readDocument({ version: '9.1', blocks: [block(1)] })).toEqual({ version: '9.1', blocks: [block(1)] })
  })
})

test('settings of any block stay as they are', () => {
  const settings = { title: 'Tea <b>', items: [{ id: 1, order: 2, deep: { list: [1, null, true] } }], flag: 0 }
  const document = { version: DOCUMENT_VERSION, blocks: [block(3, settings)] }
  expect(readDocument(document)).toEqual(document)
})

test('blocks with one number get numbers of their own, inner ones too', () => {
  const read = readDocument([block(2), block(2, { content: [block(2)] })])
  expect((read && blocksIn(read))?.map(({ id }) => id)).toEqual([2, 3, 4])
})

test('what is no document, too many blocks, or nested too deep is refused', () => {
  for (const value of [
    null,
    0,
    'text',
    {},
    { blocks: {} },
    [null],
    [[]],
    ['heading'],
    [{ id: 1 }],
    [block(-1)],
    [block(1.5)],
    [block(Number.NaN)],
    [block(1, { lib: '<script>' })],
    [block(1, { block: '' })],
    [nested(MAX_BLOCK_DEPTH + 1)],
    Array.from({ length: MAX_BLOCKS + 1 }, (_, id) => block(id)),
    [block(1, { content: Array.from({ length: MAX_BLOCKS }, (_, id) => block(id + 2)) })],
  ])
    expect(readDocument(value), JSON.stringify(value)?.slice(0, 60)).toBeNull()
  expect(readDocument([nested(MAX_BLOCK_DEPTH)])).not.toBeNull()
  expect(readDocument(Array.from({ length: MAX_BLOCKS }, (_, id) => block(id)))).not.toBeNull()
})
