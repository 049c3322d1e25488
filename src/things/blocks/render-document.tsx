import { and, inArray } from 'drizzle-orm'
import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { ExchangeContext } from '../../platform/ui/exchange-context.ts'
import { type Block, blocksIn, isBlock, type PageDocument } from '../entries/page-document.ts'
import { isPicture, media, pictureColumns } from '../media/media.table.ts'
import {
  type BlockDefinition,
  type BlockPlace,
  type BlockProps,
  type BlockRegistry,
  defineBlock,
  type Heading,
  type Loaded,
} from './block.ts'
import { mediaIdsIn, readOptions } from './options.ts'

/** Texts of a page with their shortcodes expanded, and what the page needs for them. */
export type ExpandedTexts = {
  readonly texts: readonly string[]
  readonly headings: readonly Heading[]
  readonly frames: readonly string[]
  readonly scripts: readonly string[]
  readonly tags: readonly string[]
  readonly isPersonal: boolean
}

export type ExpandTexts = (texts: readonly string[]) => Promise<ExpandedTexts>

export type RenderedDocument = Omit<ExpandedTexts, 'texts'> & {
  readonly html: string
  readonly expiresAt: Date | null
}

type Rendering = BlockPlace & {
  readonly registry: BlockRegistry
  readonly expand: ExpandTexts
  /** For the editor: slots are empty elements, and texts that can be typed into are marked. */
  readonly isEditing?: boolean
}

type Prepared = {
  readonly block: Block
  readonly definition: BlockDefinition
  readonly options: Readonly<Record<string, unknown>>
  readonly items: readonly { readonly options: unknown; readonly html: string }[]
  readonly html: string
  readonly loaded: Loaded<unknown> | null
}

/** A page document as HTML for visitors. Blocks that this shop does not have show what their own editor has rendered. */
export async function renderDocument(document: PageDocument, rendering: Rendering): Promise<RenderedDocument> {
  const { db, registry, expand, isEditing = false, exchange } = rendering
  const prepared = await Promise.all(
    (blocksIn(document) ?? []).map((block) => prepare(block, registry.find(block) ?? foreignIn(document), rendering)),
  )
  const ids = [...new Set(prepared.flatMap(pictureIdsIn))]
  const [expanded, pictures] = await Promise.all([
    expand(prepared.flatMap(({ html, items }) => [html, ...items.map((item) => item.html)])),
    ids.length === 0
      ? []
      : db
          .select(pictureColumns)
          .from(media)
          .where(and(isPicture, inArray(media.id, ids))),
  ])
  const texts = expanded.texts.values()
  const nextText = (): string => texts.next().value ?? ''
  const views = new Map(
    prepared.map((one) => [
      one.block.id,
      { ...one, html: nextText(), items: one.items.map((item) => ({ ...item, html: nextText() })) },
    ]),
  )
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))

  const viewOf = (block: Block): ReactNode => {
    const one = views.get(block.id)
    if (!one) return null
    const { definition, options, items, html, loaded } = one
    const View = definition.View as unknown as ComponentType<BlockProps>
    const slots = (definition.slots ?? []).map(({ name }) => {
      const inner = block[name]
      const content = isEditing ? (
        <div data-slot={name} />
      ) : Array.isArray(inner) ? (
        inner.filter(isBlock).map(viewOf)
      ) : null
      return [name, content] as const
    })
    return (
      <View
        key={block.id}
        options={options}
        items={items}
        html={html}
        data={loaded?.data}
        slots={Object.fromEntries(slots)}
        pictures={byId}
        headings={expanded.headings}
        id={`block-${block.id}`}
        edit={(option) => (isEditing ? { 'data-edit': option } : {})}
      />
    )
  }
  const { texts: _, ...needs } = expanded
  const loads = prepared.flatMap(({ loaded }) => loaded ?? [])
  const ends = loads.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? [])
  return {
    ...needs,
    html: renderToStaticMarkup(<ExchangeContext value={exchange}>{document.blocks.map(viewOf)}</ExchangeContext>),
    scripts: [...new Set([...needs.scripts, ...loads.flatMap(({ scripts = [] }) => scripts)])],
    tags: [...new Set([...needs.tags, ...loads.flatMap(({ tags = [] }) => tags)])],
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  }
}

/** A block that this shop does not have: what its own editor has rendered, with shortcodes expanded as in all texts. */
const foreignIn = ({ foreign }: PageDocument): BlockDefinition =>
  defineBlock({
    name: 'foreign',
    title: 'Block of another library',
    group: '',
    options: z.object({ id: z.int() }),
    html: ({ id }) => foreign?.[id] ?? '',
    View: ({ html }) => (html === '' ? null : <div dangerouslySetInnerHTML={{ __html: html }} />),
  })

async function prepare(block: Block, definition: BlockDefinition, place: BlockPlace): Promise<Prepared> {
  const { options } = readOptions(definition.options, block)
  const { item } = definition
  return {
    block,
    definition,
    options,
    items: item
      ? itemsOf(block).map((given) => ({
          options: readOptions(item.options, given).options,
          html: item.enclosesText && typeof given.html === 'string' ? given.html : '',
        }))
      : [],
    html: definition.html?.(options as never) ?? '',
    loaded: (await definition.load?.(place, options as never)) ?? null,
  }
}

/** The parts of a block as stored, in the order that they say. */
export const itemsOf = ({ items }: Block): Readonly<Record<string, unknown>>[] =>
  Array.isArray(items)
    ? items
        .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
        .toSorted((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))
    : []

const pictureIdsIn = ({ block, definition }: Prepared): number[] => [
  ...mediaIdsIn(definition.options, block),
  ...itemsOf(block).flatMap((given) => (definition.item ? mediaIdsIn(definition.item.options, given) : [])),
]
