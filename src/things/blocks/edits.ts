import { type Block, blocksIn, type PageDocument, slotsOf } from '../entries/page-document.ts'

/** Position of a block: a slot of another block, or the page itself, and the index in it. */
export type Position = {
  readonly parent?: { readonly id: number; readonly slot: string } | undefined
  readonly index: number
}

export type Edit =
  /** The inserted blocks get ids that are unused on the page. */
  | { readonly kind: 'insert'; readonly blocks: readonly Block[]; readonly at: Position }
  | { readonly kind: 'move'; readonly id: number; readonly to: Position }
  | { readonly kind: 'set'; readonly id: number; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly kind: 'duplicate'; readonly id: number }
  | { readonly kind: 'remove'; readonly id: number }

/**
 * The document after an edit. The old one is not modified, so undo restores it. An impossible edit, such as moving a
 * block into itself, returns the same document.
 */
export function applyEdit(document: PageDocument, edit: Edit): PageDocument {
  switch (edit.kind) {
    case 'insert':
      return inserted(document, numbered(document, edit.blocks), edit.at)
    case 'set': {
      const { id: _, lib: _lib, block: _block, ...settings } = edit.settings
      return changeBlock(document, edit.id, (one) => [{ ...one, ...settings }])
    }
    case 'remove':
      return changeBlock(document, edit.id, () => [])
    case 'duplicate':
      return changeBlock(document, edit.id, (one) => [one, ...numbered(document, [one])])
    case 'move': {
      const block = findBlock(document, edit.id)
      if (!block) return document
      const { parent, index } = edit.to
      if (parent && (blocksIn({ blocks: [block] }) ?? []).some(({ id }) => id === parent.id)) return document
      return inserted(applyEdit(document, { kind: 'remove', id: edit.id }), [block], { parent, index })
    }
  }
}

export const findBlock = (document: PageDocument, id: number): Block | undefined =>
  (blocksIn(document) ?? []).find((one) => one.id === id)

const blocksOf = (block: Block, slot: string): readonly Block[] =>
  Array.isArray(block[slot]) ? (block[slot] as readonly Block[]) : []

/** Position of a block; undefined if it is not on the page. */
export function positionOf({ blocks }: PageDocument, id: number): Position | undefined {
  const search = (list: readonly Block[], parent?: Position['parent']): Position | undefined => {
    const index = list.findIndex((one) => one.id === id)
    if (index >= 0) return { parent, index }
    for (const one of list)
      for (const [slot, inner] of slotsOf(one)) {
        const found = search(inner, { id: one.id, slot })
        if (found) return found
      }
    return undefined
  }
  return search(blocks)
}

/** After a block of the page, or at its end. */
export function positionAfter(page: PageDocument, id: number | null): Position {
  const at = id === null ? undefined : positionOf(page, id)
  return at ? { ...at, index: at.index + 1 } : { index: page.blocks.length }
}

const inserted = (document: PageDocument, added: readonly Block[], { parent, index }: Position): PageDocument =>
  withBlocksAt(document, parent, (list) => list.toSpliced(Math.max(0, index), 0, ...added))

/** The document with one block replaced by others. Unrelated blocks stay the same objects. */
function changeBlock(document: PageDocument, id: number, change: (block: Block) => readonly Block[]): PageDocument {
  const at = positionOf(document, id)
  if (!at) return document
  return withBlocksAt(document, at.parent, (list) => list.flatMap((one) => (one.id === id ? change(one) : [one])))
}

/** The document with another list of blocks in this slot, or on the page itself. */
function withBlocksAt(
  document: PageDocument,
  parent: Position['parent'],
  change: (blocks: readonly Block[]) => readonly Block[],
): PageDocument {
  if (!parent) return { ...document, blocks: change(document.blocks) }
  const { id, slot } = parent
  return changeBlock(document, id, (one) => [{ ...one, [slot]: change(blocksOf(one, slot)) }])
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
