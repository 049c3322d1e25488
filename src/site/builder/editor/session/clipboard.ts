import { insertAfter } from '../../../../things/blocks/insert-blocks.ts'
import {
  type Block,
  blocksIn,
  emptyDocument,
  MAX_DOCUMENT_LENGTH,
  type PageDocument,
  readDocument,
} from '../../../../things/entries/page-document.ts'
import { attempt } from './page-copies.ts'

/** Identifies clipboard text as blocks of this editor. */
const MARK = 'samovar/blocks'

export const clipboardText = (blocks: readonly Block[]): string =>
  JSON.stringify({ type: MARK, version: emptyDocument.version, blocks })

/** Blocks in any clipboard text; null if it has none. */
export function parseClipboard(text: string): readonly Block[] | null {
  if (text.length > MAX_DOCUMENT_LENGTH || !text.includes(MARK)) return null
  const parsed = attempt(() => JSON.parse(text) as { type?: unknown; version?: unknown; blocks?: unknown } | null)
  return parsed?.type === MARK ? readBlocks(parsed) : null
}

/** Validated blocks of a template or the clipboard; null if they are invalid. */
export function readBlocks({ blocks, version }: { blocks?: unknown; version?: unknown }): readonly Block[] | null {
  const read = readDocument({ blocks, version: version ?? emptyDocument.version })
  return read && read.blocks.length > 0 ? read.blocks : null
}

/**
 * Inserts blocks after the selected one, or at the end; also returns the id of the first. Null if the page would become
 * too large or too deep.
 */
export function withBlocks(
  document: PageDocument,
  blocks: readonly Block[],
  selected: number | null,
): { readonly document: PageDocument; readonly id: number } | null {
  const after = insertAfter(document, blocks, selected)
  if (!readDocument(after) || JSON.stringify(after).length > MAX_DOCUMENT_LENGTH) return null
  const known = new Set(blocksIn(document)?.map(({ id }) => id))
  const first = blocksIn(after)?.find(({ id }) => !known.has(id))
  return first ? { document: after, id: first.id } : null
}
