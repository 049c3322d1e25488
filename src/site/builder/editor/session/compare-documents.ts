import { compareLines, textLines } from '../../../../things/entries/compare-text.ts'
import { type Block, type PageDocument, slotsOf } from '../../../../things/entries/page-document.ts'
import { canonicalJson } from './page-copies.ts'

export type BlockDifference = {
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  /** The block in the newer document, or in the older one if it was removed. */
  readonly block: Block
}

type PlacedBlock = { readonly block: Block; readonly key: string; readonly line: string; readonly settings: string }

/** All blocks in document order, each with its position and its settings without nested blocks. */
function placesOf(blocks: readonly Block[], place = ''): PlacedBlock[] {
  return blocks.flatMap((block) => {
    const slots = slotsOf(block)
    const names = new Set(slots.map(([name]) => name))
    // An empty slot equals a missing one.
    const settings = Object.entries(block).filter(
      ([name, value]) => !names.has(name) && !(Array.isArray(value) && value.length === 0),
    )
    const key = `${block.id} ${block.lib}/${block.block}`
    return [
      { block, key, line: `${place}#${key}`, settings: canonicalJson(Object.fromEntries(settings)) },
      ...slots.flatMap(([name, inner]) => placesOf(inner, `${block.id}/${name}`)),
    ]
  })
}

/** Differences block by block, in the order of the newer document, with removed blocks in between. */
export function compareDocuments(older: PageDocument, newer: PageDocument): BlockDifference[] {
  const [before, after] = [placesOf(older.blocks), placesOf(newer.blocks)]
  const settingsBefore = new Map(before.map(({ key, settings }) => [key, settings]))
  const keysAfter = new Set(after.map(({ key }) => key))
  const byLine = new Map([...before, ...after].map((one) => [one.line, one]))
  const lines = compareLines(
    before.map(({ line }) => line),
    after.map(({ line }) => line),
  )
  return lines.flatMap(({ kind, text }): BlockDifference[] => {
    const one = byLine.get(text)
    if (!one) return []
    const { block, key, settings } = one
    if (kind === 'removed') return keysAfter.has(key) ? [] : [{ kind, block }]
    if (!settingsBefore.has(key)) return [{ kind: 'added', block }]
    return [
      ...(kind === 'added' ? [{ kind: 'moved', block } as const] : []),
      ...(settingsBefore.get(key) === settings ? [] : [{ kind: 'changed', block } as const]),
    ]
  })
}

const MAX_TEXT = 60
const textOptions = ['title', 'header', 'text', 'html', 'description', 'caption', 'blockTitle']

/** A text that identifies a block: its first text option, without markup. */
export function textOfBlock(block: Block): string {
  const texts = textOptions.map((name) => (typeof block[name] === 'string' ? textLines(block[name]).join(' ') : ''))
  const text = texts.find((one) => one !== '') ?? ''
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
