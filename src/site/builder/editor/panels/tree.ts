import type { Block, PageDocument } from '../../../../things/entries/page-document.ts'
import type { KnownBlocks } from '../puck-document.ts'

/** A row of the outline: a block or a slot. */
export type TreeRow = {
  readonly key: string
  readonly title: string
  readonly level: number
  /** Id of the block, or of the block that owns the slot. */
  readonly id: number
  readonly slot: string | undefined
}

type Shown = (id: number, slot: string) => boolean

/** The outline rows of a document, in document order. */
export function treeRows(document: PageDocument, known: KnownBlocks, unknown: string, isShown: Shown): TreeRow[] {
  const rowsOf = (block: Block, level: number): TreeRow[] => {
    const definition = known.get(`${block.lib}/${block.block}`)
    const slots = definition?.slots ?? []
    return [
      { key: `${block.id}`, title: definition?.title ?? unknown, level, id: block.id, slot: undefined },
      ...slots.flatMap(({ name, title }) => {
        const inner = blocksOf(block, name)
        if (inner.length === 0 && !isShown(block.id, name)) return []
        return [
          { key: `${block.id}/${name}`, title, level: level + 1, id: block.id, slot: name },
          ...inner.flatMap((one) => rowsOf(one, level + 2)),
        ]
      }),
    ]
  }
  return document.blocks.flatMap((block) => rowsOf(block, 1))
}

export const blocksOf = (block: Block, slot: string): readonly Block[] =>
  Array.isArray(block[slot]) ? (block[slot] as readonly Block[]) : []
