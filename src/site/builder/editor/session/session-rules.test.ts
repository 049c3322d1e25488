import { describe, expect, test } from 'vitest'
import type { Block, PageDocument } from '../../../../things/entries/page-document.ts'
import { clipboardText, parseClipboard, withBlocks } from './clipboard.ts'
import { compareDocuments, textOfBlock } from './compare-documents.ts'
import { canonicalJson, copiesToOffer, type PageCopy, parseCopy, retryDelay } from './page-copies.ts'

const text = (id: number, words = `Text ${id}`): Block => ({ id, lib: 'Samovar', block: 'rich_text', text: words })
const columns = (id: number, column_1: readonly Block[]): Block => ({
  id,
  lib: 'Samovar',
  block: 'layout_columns',
  column_1,
})
const page = (...blocks: Block[]): PageDocument => ({ version: '4.0.0', blocks })
const copy = (given: Partial<PageCopy>): PageCopy => ({
  place: 'browser',
  document: page(text(1)),
  title: null,
  baseVersion: 3,
  savedAt: new Date('2026-11-26T10:00:00Z'),
  ...given,
})

describe('on opening', () => {
  const stored = { document: page(text(1)), title: 'About' }

  test('a copy that says the same as the page is not offered, whatever the order of its keys', () => {
    const same = {
      ...copy({}),
      document: { blocks: [{ text: 'Text 1', block: 'rich_text', lib: 'Samovar', id: 1 }], version: '4.0.0' },
    }
    expect(copiesToOffer(stored, [same, copy({ title: 'About' })])).toEqual([])
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })

  test('newer ones are first, and of two that say the same one is offered', () => {
    const server = copy({ place: 'server', document: page(text(1, 'New')), savedAt: new Date('2026-11-26T10:00:05Z') })
    const browser = copy({ document: page(text(1, 'New')) })
    const other = copy({ title: 'Another title', savedAt: new Date('2026-11-26T10:00:09Z') })
    expect(copiesToOffer(stored, [browser, server])).toEqual([server])
    expect(copiesToOffer(stored, [server, other])).toEqual([other, server])
  })

  test('what the browser has stored is read again; anything else is none', () => {
    const written = copy({ title: 'New title' })
    expect(parseCopy(JSON.stringify(written))).toEqual(written)
    for (const bad of [
      null,
      '',
      '{',
      '{}',
      '[]',
      '7',
      JSON.stringify(copy({ savedAt: new Date(0) })).replace('1970', 'x'),
    ])
      expect(parseCopy(bad)).toBeNull()
    expect(
      parseCopy('{"document":{"version":"4.0.0","blocks":[{"id":"x"}]},"baseVersion":1,"savedAt":"2026-01-01"}'),
    ).toBeNull()
  })
})

test('waits longer after each failure, and at the most a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([4000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

describe('comparing documents', () => {
  const kinds = (older: PageDocument, newer: PageDocument) =>
    compareDocuments(older, newer).map(({ kind, block }) => [kind, block.id])

  test('names what was added, removed, moved and changed, also in slots', () => {
    const older = page(text(1), text(2), columns(3, [text(4), text(5)]))
    expect(kinds(older, older)).toEqual([])
    expect(kinds(older, page(text(1), columns(3, [text(4), text(5)])))).toEqual([['removed', 2]])
    expect(kinds(older, page(text(1), text(2), columns(3, [text(4), text(5), text(6)])))).toEqual([['added', 6]])
    expect(kinds(older, page(text(1), text(2), columns(3, [text(4, 'New'), text(5)])))).toEqual([['changed', 4]])
    expect(kinds(older, page(text(1), text(2), text(5), columns(3, [text(4)])))).toEqual([['moved', 5]])
    expect(kinds(older, page(text(2, 'New'), text(1), columns(3, [text(4), text(5)])))).toContainEqual(['changed', 2])
  })

  test('a block of another kind under the same number is another block', () => {
    expect(kinds(page(text(1)), page(columns(1, [])))).toEqual([
      ['removed', 1],
      ['added', 1],
    ])
  })

  test('an empty slot is the same as none', () => {
    expect(kinds(page(columns(1, [])), page({ id: 1, lib: 'Samovar', block: 'layout_columns' }))).toEqual([])
  })

  test('a block is named by its words, without markup and not too long', () => {
    expect(textOfBlock(text(1, '<p>Green <b>tea</b></p>'))).toBe('Green tea')
    expect(textOfBlock(text(1, 'x'.repeat(200)))).toHaveLength(61)
    expect(textOfBlock({ id: 1, lib: 'Samovar', block: 'spacer', height: '20' })).toBe('')
  })
})

describe('clipboard', () => {
  test('blocks come back with new numbers, after the selected block or at the end', () => {
    const blocks = parseClipboard(clipboardText([columns(1, [text(2)])]))
    expect(blocks).not.toBeNull()
    const target = page(text(1), columns(2, [text(3)]))
    const after = withBlocks(target, blocks ?? [], 3)
    expect(after).toEqual({ id: 4, document: page(text(1), columns(2, [text(3), columns(4, [text(5, 'Text 2')])])) })
    expect(withBlocks(target, blocks ?? [], null)?.document.blocks).toHaveLength(3)
    expect(withBlocks(target, blocks ?? [], 99)?.document.blocks).toHaveLength(3)
  })

  test('nothing else is taken for blocks: other texts, other marks, wrong shapes, too many, too deep, too long', () => {
    const given = (blocks: unknown) => JSON.stringify({ type: 'samovar/blocks', version: '4.0.0', blocks })
    let deep = text(1)
    for (let id = 2; id <= 10; id += 1) deep = columns(id, [deep])
    const bad = [
      '',
      'samovar/blocks',
      '{"type":"samovar/blocks"',
      '{"type":"other","blocks":[{"id":1,"lib":"a","block":"samovar/blocks"}]}',
      given([]),
      given({ length: 1 }),
      given([null]),
      given([{ id: 1, lib: '"><img onerror=alert(1)>', block: 'rich_text' }]),
      given([{ id: -1, lib: 'Samovar', block: 'rich_text' }]),
      given(Array.from({ length: 401 }, (_, id) => text(id))),
      given([deep]),
      given([text(1, 'x'.repeat(400_001))]),
    ]
    for (const one of bad) expect(parseClipboard(one)).toBeNull()
  })

  test('a name that JavaScript uses itself is a setting like others', () => {
    const [block] =
      parseClipboard(
        '{"type":"samovar/blocks","version":"4.0.0","blocks":[{"id":1,"lib":"a","block":"b","__proto__":{"isAdmin":true}}]}',
      ) ?? []
    expect((block as { isAdmin?: boolean } | undefined)?.isAdmin).toBeUndefined()
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('a page that would become too large or too deep stays as it is', () => {
    const many = page(...Array.from({ length: 400 }, (_, id) => text(id + 1)))
    expect(withBlocks(many, [text(1)], null)).toBeNull()
    expect(withBlocks(page(text(1, 'x'.repeat(399_900))), [text(1, 'y'.repeat(200))], null)).toBeNull()
    let deep = text(1)
    for (let id = 2; id <= 8; id += 1) deep = columns(id, [deep])
    expect(withBlocks(page(deep), [columns(1, [text(2)])], 1)).toBeNull()
  })
})
