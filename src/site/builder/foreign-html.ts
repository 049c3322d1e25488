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
  const elements = elementsOf(cleaned)
  const outermost = elements.filter(({ isOutermost }) => isOutermost)
  const elementsById = elementsByBlockId(elements)
  const htmlByBlock = foreign.flatMap((one) => {
    const place = outermost.length === blocks.length ? blocks.indexOf(one) : -1
    const part =
      place < 0
        ? elementsById.get(one.id)
        : { start: outermost[place]?.start ?? 0, end: outermost[place + 1]?.start ?? cleaned.length }
    return part ? [[one.id, cleaned.slice(part.start, part.end).trim()] as const] : []
  })
  return Object.fromEntries(htmlByBlock.length > 0 || cleaned === '' ? htmlByBlock : [[first.id, cleaned]])
}

/** Outermost blocks that this shop does not have; their nested blocks belong to them. */
export const foreignBlocks = (registry: BlockRegistry, blocks: readonly Block[]): Block[] =>
  blocks.flatMap((one) =>
    registry.find(one) ? slotsOf(one).flatMap(([, inner]) => foreignBlocks(registry, inner)) : [one],
  )

type Element = { readonly tag: string; readonly start: number; end: number; readonly isOutermost: boolean }

const childless = new Set(['img', 'br', 'hr', 'source'])

/** Elements of sanitized HTML, in which every tag is closed. */
function elementsOf(html: string): Element[] {
  const all: Element[] = []
  const open: Element[] = []
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    const end = index + tag.length
    if (slash) {
      const ended = open.pop()
      if (ended) ended.end = end
      continue
    }
    const element: Element = { tag, start: index, end, isOutermost: open.length === 0 }
    all.push(element)
    if (!childless.has(name)) open.push(element)
  }
  return all
}

/** For each block id, the first element with it in its class. */
function elementsByBlockId(elements: readonly Element[]): ReadonlyMap<number, Element> {
  const elementsById = elements.flatMap((element) =>
    Array.from(
      (/\sclass="([^"]*)"/.exec(element.tag)?.[1] ?? '').matchAll(/-block-(\d+)(?![\w-])/g),
      ([, id]) => [Number(id), element] as const,
    ),
  )
  return new Map(elementsById.toReversed())
}
