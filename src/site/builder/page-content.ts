import { escapeHtml } from '../../platform/web/plain-text.ts'
import type { BlockRegistry } from '../../things/blocks/block.ts'
import { controlsOf, type OptionsSchema, readOptions } from '../../things/blocks/options.ts'
import { innerOf, itemsOf, shownItems } from '../../things/blocks/render-document.tsx'
import { cleanContent } from '../../things/entries/clean-content.ts'
import { type Block, blocksIn, type PageDocument, slotsOf } from '../../things/entries/page-document.ts'

/**
 * Sanitizes all HTML options of a document for storage. Blocks that this shop does not have stay unchanged; only the
 * sanitized HTML rendered by their editor is ever shown.
 */
export function cleanDocument(registry: BlockRegistry, document: PageDocument): PageDocument {
  const cleanBlock = (one: Block): Block => {
    const inner = slotsOf(one).map(([slot, blocks]) => [slot, blocks.map(cleanBlock)] as const)
    const definition = registry.find(one)
    if (!definition) return { ...one, ...Object.fromEntries(inner) }
    const { item, options } = definition
    const items = item
      ? { items: itemsOf(one).map((values) => withCleanHtml(item.options, values, item.enclosesText)) }
      : {}
    return { ...one, ...withCleanHtml(options, one), ...items, ...Object.fromEntries(inner) }
  }
  const { foreign, ...rest } = document
  const known = new Set((blocksIn(document) ?? []).map(({ id }) => `${id}`))
  const foreignEntries = Object.entries(foreign ?? {}).filter(([id]) => known.has(id))
  return {
    ...rest,
    blocks: document.blocks.map(cleanBlock),
    ...(foreignEntries.length > 0
      ? { foreign: Object.fromEntries(foreignEntries.map(([id, html]) => [id, cleanContent(html)])) }
      : {}),
  }
}

function withCleanHtml(schema: OptionsSchema, values: Readonly<Record<string, unknown>>, enclosesText = false) {
  const names = controlsOf(schema).flatMap(([name, control]) =>
    control === 'rich' || control === 'markup' ? [name] : [],
  )
  const cleaned = [...names, ...(enclosesText ? ['html'] : [])].flatMap((name) => {
    const value = values[name]
    return typeof value === 'string' ? [[name, cleanContent(value)] as const] : []
  })
  return { ...values, ...Object.fromEntries(cleaned) }
}

/** The text of a document as HTML, for search, feeds and text-only readers. */
export function contentOf(registry: BlockRegistry, document: PageDocument): string {
  const partsOf = (one: Block): string[] => {
    const definition = registry.find(one)
    if (!definition) return [document.foreign?.[one.id] ?? '']
    const { options } = readOptions(definition.options, one)
    const toHtml = definition.contentHtml ?? definition.html
    const own = toHtml ? [toHtml(options as never)] : linesOf(definition.options, options)
    const items = shownItems(definition, one).flatMap(({ options: values, html }) => [
      ...(definition.item ? linesOf(definition.item.options, values) : []),
      html,
    ])
    const inner = innerOf(definition, one).flatMap(([, blocks]) => blocks.flatMap(partsOf))
    return [...own, ...items, ...inner]
  }
  return document.blocks
    .flatMap(partsOf)
    .filter((part) => part !== '')
    .join('\n')
}

/** Text options as paragraphs, without defaults. */
const linesOf = (schema: OptionsSchema, options: Readonly<Record<string, unknown>>): string[] => {
  const defaults = readOptions(schema, {}).options
  return controlsOf(schema).flatMap(([name, control]) =>
    (control === 'text' || control === 'lines') && options[name] !== '' && options[name] !== defaults[name]
      ? [`<p>${escapeHtml(String(options[name])).replaceAll('\n', '<br>')}</p>`]
      : [],
  )
}
