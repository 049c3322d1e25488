import { type Block, blocksIn, type PageDocument, slotsOf } from '../entries/page-document.ts'

export const findBlock = (document: PageDocument, id: number): Block | undefined =>
  (blocksIn(document) ?? []).find((one) => one.id === id)

/**
 * The document with copies of blocks after another block, or at the end of the page. The copies get ids that are unused
 * on the page. The old document is not modified, so undo restores it; unrelated blocks stay the same objects.
 */
export function insertAfter(document: PageDocument, blocks: readonly Block[], id: number | null): PageDocument {
  const added = numbered(document, blocks)
  const inserted = id === null ? null : insertedIn(document.blocks, added, id)
  return { ...document, blocks: inserted ?? [...document.blocks, ...added] }
}

/** Null if the block is not in the list, nor in a slot of its blocks. */
function insertedIn(list: readonly Block[], added: readonly Block[], id: number): readonly Block[] | null {
  const index = list.findIndex((one) => one.id === id)
  if (index >= 0) return list.toSpliced(index + 1, 0, ...added)
  for (const [at, one] of list.entries())
    for (const [slot, inner] of slotsOf(one)) {
      const changed = insertedIn(inner, added, id)
      if (changed) return list.with(at, { ...one, [slot]: changed })
    }
  return null
}

/** Copies with ids that are unused on the page, also for nested blocks. */
function numbered(document: PageDocument, blocks: readonly Block[]): Block[] {
  let next = (blocksIn(document) ?? []).reduce((highest, { id }) => Math.max(highest, id), 0)
  const copy = (one: Block): Block => {
    next += 1
    const id = next
    return { ...one, id, ...Object.fromEntries(slotsOf(one).map(([slot, inner]) => [slot, inner.map(copy)])) }
  }
  return blocks.map(copy)
}
