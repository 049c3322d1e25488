import type { BlockRegistry } from '../../things/blocks/block.ts'
import { cleanContent } from '../../things/entries/clean-content.ts'
import { type Block, slotsOf } from '../../things/entries/page-document.ts'

/** Texts of the shop have none of these; the blocks of other editors begin with them. */
const sections = /<(\/?)(?:section|article|header|footer|main|aside|nav)\b/gi

/**
 * What an editor of other blocks has rendered, one block after another, for those that this shop does not have: by their
 * place if every block is one element, else by the class with their number, else all of it for the first of them.
 */
export function foreignHtml(registry: BlockRegistry, blocks: readonly Block[], html: string): Record<string, string> {
  const foreign = foreignBlocks(registry, blocks)
  const [first] = foreign
  if (!first) return {}
  const cleaned = cleanContent(html.replace(sections, '<$1div'))
  const elements = elementsOf(cleaned)
  const outermost = elements.filter(({ isOutermost }) => isOutermost)
  const numbered = byNumber(elements)
  const found = foreign.flatMap((one) => {
    const place = outermost.length === blocks.length ? blocks.indexOf(one) : -1
    const part =
      place < 0
        ? numbered.get(one.id)
        : { start: outermost[place]?.start ?? 0, end: outermost[place + 1]?.start ?? cleaned.length }
    return part ? [[one.id, cleaned.slice(part.start, part.end).trim()] as const] : []
  })
  return Object.fromEntries(found.length > 0 || cleaned === '' ? found : [[first.id, cleaned]])
}

/** Blocks that this shop does not have; what is in them is theirs. */
export const foreignBlocks = (registry: BlockRegistry, blocks: readonly Block[]): Block[] =>
  blocks.flatMap((one) =>
    registry.find(one) ? slotsOf(one).flatMap(([, inner]) => foreignBlocks(registry, inner)) : [one],
  )

type Element = { readonly tag: string; readonly start: number; end: number; readonly isOutermost: boolean }

const childless = new Set(['img', 'br', 'hr', 'source'])

/** The elements of cleaned HTML, in which every tag is closed. */
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

/** The first element with the number of a block in its class, of every block. */
function byNumber(elements: readonly Element[]): ReadonlyMap<number, Element> {
  const numbered = elements.flatMap((element) =>
    Array.from(
      (/\sclass="([^"]*)"/.exec(element.tag)?.[1] ?? '').matchAll(/-block-(\d+)(?![\w-])/g),
      ([, id]) => [Number(id), element] as const,
    ),
  )
  return new Map(numbered.toReversed())
}
