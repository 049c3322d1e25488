import { compareLines, textLines } from '../../../../things/entries/compare-text.ts'
import { type Block, type PageDocument, slotsOf } from '../../../../things/entries/page-document.ts'
import { canonicalJson } from './page-copies.ts'

export type BlockDifference = {
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  /** The block in the newer document, or in the older one if it was removed. */
  readonly block: Block
}

type Placed = { readonly block: Block; readonly line: string; readonly own: string }

/** Blocks by number, with the place of each and its settings without the blocks in it. */
function placesOf(blocks: readonly Block[], place = ''): Placed[] {
  return blocks.flatMap((block) => {
    const slots = slotsOf(block)
    const names = new Set(slots.map(([name]) => name))
    // An empty slot is the same as none.
    const own = Object.entries(block).filter(
      ([name, value]) => !names.has(name) && !(Array.isArray(value) && value.length === 0),
    )
    return [
      { block, line: `${place}#${block.id} ${block.lib}/${block.block}`, own: canonicalJson(Object.fromEntries(own)) },
      ...slots.flatMap(([name, inner]) => placesOf(inner, `${block.id}/${name}`)),
    ]
  })
}

/** What differs between two documents, block by block, in the order of the newer one with what was removed in between. */
export function compareDocuments(older: PageDocument, newer: PageDocument): BlockDifference[] {
  const [before, after] = [placesOf(older.blocks), placesOf(newer.blocks)]
  const keyOf = ({ block }: Placed) => `${block.id} ${block.lib}/${block.block}`
  const olderByKey = new Map(before.map((one) => [keyOf(one), one]))
  const newerByKey = new Map(after.map((one) => [keyOf(one), one]))
  const [olderByLine, newerByLine] = [before, after].map((list) => new Map(list.map((one) => [one.line, one])))
  const lines = compareLines(
    before.map(({ line }) => line),
    after.map(({ line }) => line),
  )
  return lines.flatMap(({ kind, text }): BlockDifference[] => {
    const one = (kind === 'removed' ? olderByLine : newerByLine)?.get(text)
    if (!one) return []
    if (kind === 'removed') return newerByKey.has(keyOf(one)) ? [] : [{ kind, block: one.block }]
    const other = olderByKey.get(keyOf(one))
    if (!other) return [{ kind: 'added', block: one.block }]
    const moved: BlockDifference[] = kind === 'added' ? [{ kind: 'moved', block: one.block }] : []
    return one.own === other.own ? moved : [...moved, { kind: 'changed', block: one.block }]
  })
}

const MAX_TEXT = 60
const spoken = ['title', 'header', 'text', 'html', 'description', 'caption', 'blockTitle']

/** What a block says, to tell it from others of its kind: the first of its texts, without markup. */
export function textOfBlock(block: Block): string {
  const texts = spoken.map((name) => (typeof block[name] === 'string' ? textLines(block[name]).join(' ') : ''))
  const text = texts.find((one) => one !== '') ?? ''
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
