import { DomUtils, parseDocument } from 'htmlparser2'
import type { BlockRegistry } from '../../things/blocks/block.ts'
import { cleanContent } from '../../things/entries/clean-content.ts'
import { type Block, slotsOf } from '../../things/entries/page-document.ts'

/** Sectioning tags become `div`: sanitizing removes them, but blocks of other editors start with them. */
const sectioningTags = /<(\/?)(?:section|article|header|footer|main|aside|nav)\b/gi

/**
 * Splits the HTML rendered by another editor among blocks unknown to this shop. By position if every block is one
 * element, else by the block id in a class; otherwise the first unknown block gets all of it.
 */
export function foreignHtml(registry: BlockRegistry, blocks: readonly Block[], html: string): Record<string, string> {
  const foreign = foreignBlocks(registry, blocks)
  const [first] = foreign
  if (!first) return {}
  const cleaned = cleanContent(html.replace(sectioningTags, '<$1div'))
  const { children } = parseDocument(cleaned, { withStartIndices: true, withEndIndices: true })
  const outermost = children.filter((node) => DomUtils.isTag(node))
  const isByPosition = outermost.length === blocks.length
  const htmlByBlock = foreign.flatMap((one) => {
    const marked = new RegExp(`-block-${one.id}(?![\\w-])`)
    const place = isByPosition ? blocks.indexOf(one) : -1
    const element = outermost[place] ?? DomUtils.findOne(({ attribs }) => marked.test(attribs.class ?? ''), children)
    if (!element) return []
    // By position, the text up to the next element is the block's too.
    const end = place < 0 ? (element.endIndex ?? 0) + 1 : outermost[place + 1]?.startIndex
    return [[one.id, cleaned.slice(element.startIndex ?? 0, end ?? undefined).trim()] as const]
  })
  return Object.fromEntries(htmlByBlock.length > 0 || cleaned === '' ? htmlByBlock : [[first.id, cleaned]])
}

/** Outermost blocks that this shop does not have; their nested blocks belong to them. */
export const foreignBlocks = (registry: BlockRegistry, blocks: readonly Block[]): Block[] =>
  blocks.flatMap((one) =>
    registry.find(one) ? slotsOf(one).flatMap(([, inner]) => foreignBlocks(registry, inner)) : [one],
  )
