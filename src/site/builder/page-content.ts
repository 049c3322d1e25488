import { escapeHtml } from '../../platform/web/plain-text.ts'
import type { BlockRegistry } from '../../things/blocks/block.ts'
import { controlsOf, type OptionsSchema, readOptions } from '../../things/blocks/options.ts'
import { innerOf, itemsOf } from '../../things/blocks/render-document.tsx'
import { cleanContent } from '../../things/entries/clean-content.ts'
import { type Block, blocksIn, type PageDocument, slotsOf } from '../../things/entries/page-document.ts'

/**
 * The document as it is stored: HTML of people is cleaned wherever an option takes it. Blocks that this shop does not
 * have stay as they are; nothing of them is shown but the cleaned HTML that their editor has rendered.
 */
export function cleanDocument(registry: BlockRegistry, document: PageDocument): PageDocument {
  const cleanBlock = (one: Block): Block => {
    const inner = slotsOf(one).map(([slot, blocks]) => [slot, blocks.map(cleanBlock)] as const)
    const definition = registry.find(one)
    if (!definition) return { ...one, ...Object.fromEntries(inner) }
    const { item, options } = definition
    const items = item
      ? { items: itemsOf(one).map((given) => withCleanHtml(item.options, given, item.enclosesText)) }
      : {}
    return { ...one, ...withCleanHtml(options, one), ...items, ...Object.fromEntries(inner) }
  }
  const { foreign, ...rest } = document
  const known = new Set((blocksIn(document) ?? []).map(({ id }) => `${id}`))
  const kept = Object.entries(foreign ?? {}).filter(([id]) => known.has(id))
  return {
    ...rest,
    blocks: document.blocks.map(cleanBlock),
    ...(kept.length > 0 ? { foreign: Object.fromEntries(kept.map(([id, html]) => [id, cleanContent(html)])) } : {}),
  }
}

function withCleanHtml(schema: OptionsSchema, given: Readonly<Record<string, unknown>>, enclosesText = false) {
  const names = controlsOf(schema).flatMap(([name, control]) =>
    control === 'rich' || control === 'markup' ? [name] : [],
  )
  const cleaned = [...names, ...(enclosesText ? ['html'] : [])].flatMap((name) => {
    const value = given[name]
    return typeof value === 'string' ? [[name, cleanContent(value)] as const] : []
  })
  return { ...given, ...Object.fromEntries(cleaned) }
}

/** What a document says, as HTML for search, feeds, and whoever reads the text alone. */
export function contentOf(registry: BlockRegistry, document: PageDocument): string {
  const partsOf = (one: Block): string[] => {
    const definition = registry.find(one)
    if (!definition) return [document.foreign?.[one.id] ?? '']
    const { options } = readOptions(definition.options, one)
    const toHtml = definition.contentHtml ?? definition.html
    const own = toHtml ? [toHtml(options as never)] : linesOf(definition.options, one)
    const { item } = definition
    const items = item
      ? itemsOf(one).flatMap((given) => [
          ...linesOf(item.options, given),
          item.enclosesText && typeof given.html === 'string' ? given.html : '',
        ])
      : []
    const inner = innerOf(definition, one).flatMap(([, blocks]) => blocks.flatMap(partsOf))
    return [...own, ...items, ...inner]
  }
  return document.blocks
    .flatMap(partsOf)
    .filter((part) => part !== '')
    .join('\n')
}

/** Texts of options, without defaults. */
const linesOf = (schema: OptionsSchema, given: Readonly<Record<string, unknown>>): string[] => {
  const { options } = readOptions(schema, given)
  const unwritten = readOptions(schema, {}).options
  return controlsOf(schema).flatMap(([name, control]) =>
    (control === 'text' || control === 'lines') && options[name] !== '' && options[name] !== unwritten[name]
      ? [`<p>${escapeHtml(String(options[name])).replaceAll('\n', '<br>')}</p>`]
      : [],
  )
}
