import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { mapInSlices } from '../../platform/time/slices.ts'
import { ExchangeContext } from '../../platform/ui/exchange-context.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { type Block, type PageDocument, slotsOf } from '../entries/page-document.ts'
import { picturesById } from '../media/media.store.ts'
import {
  type BlockDefinition,
  type BlockPlace,
  type BlockProps,
  type BlockRegistry,
  defineBlock,
  type Heading,
  type Loaded,
} from './block.ts'
import { mediaIdsIn, readNumber, readOptions } from './options.ts'

/** Texts of a page with expanded shortcodes, and the scripts, tags and expiry that these need. */
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
  /** For the editor: slots are empty elements, and editable texts are marked. */
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

/** Preload links that React renders before the markup. */
export const preloadLinks = /^(?:<link rel="preload"[^>]*>)+/

/**
 * A page document as HTML, preload links first. Blocks of other libraries show the HTML that their own editor rendered.
 * Blocks are rendered one by one, so that a page of hundreds does not keep other requests waiting.
 */
export async function renderDocument(document: PageDocument, rendering: Rendering): Promise<RenderedDocument> {
  const { db, registry, expand, isEditing = false } = rendering
  const loads = new LoadedOnce(rendering)
  const prepared = await mapInSlices(shownIn(document.blocks, rendering), (block) =>
    prepare(block, registry.find(block) ?? foreignIn(document), loads),
  )
  const [expanded, pictures] = await Promise.all([
    expand(prepared.flatMap(({ html, items }) => [html, ...items.map((item) => item.html)])),
    picturesById(db, prepared.flatMap(pictureIdsIn)),
  ])
  const texts = expanded.texts.values()
  const nextText = (): string => texts.next().value ?? ''
  const views = prepared.map((one) => ({
    ...one,
    html: nextText(),
    items: one.items.map((item) => ({ ...item, html: nextText() })),
  }))
  const firsts = new Set(new Map(prepared.toReversed().map(({ definition, block }) => [definition, block])).values())

  const links = new Set<string>()
  const markup = new Map<number, string>()
  await mapInSlices(views, ({ block, definition, options, items, html, loaded }) => {
    const View = definition.View as unknown as ComponentType<BlockProps>
    const slotOf = (name: string) => (isEditing ? <div data-slot={name} /> : slotMark(name))
    const slots = (definition.slots ?? []).map(({ name }) => [name, slotOf(name)] as const)
    const rendered = renderToStaticMarkup(
      <ExchangeContext value={rendering.exchange}>
        <View
          options={options}
          items={items}
          html={html}
          data={loaded?.data}
          slots={Object.fromEntries(slots)}
          pictures={pictures}
          headings={expanded.headings}
          id={`block-${block.id}`}
          isFirst={firsts.has(block)}
          edit={(option) => (isEditing ? { 'data-edit': option } : {})}
        />
      </ExchangeContext>,
    )
    const [preloads = ''] = preloadLinks.exec(rendered) ?? []
    for (const [link] of preloads.matchAll(/<[^>]*>/g)) links.add(link)
    markup.set(block.id, rendered.slice(preloads.length))
  })

  const htmlOf = (block: Block): string => {
    const definition = registry.find(block)
    const inner = new Map(definition ? innerOf(definition, block) : [])
    return (markup.get(block.id) ?? '').replace(slotMarks, (_, name: string) => htmlOfAll(inner.get(name) ?? []))
  }
  const htmlOfAll = (list: readonly Block[]): string =>
    runsOf(list, (block) => registry.find(block)?.row)
      .map(([row, blocks]) => {
        const html = blocks.map(htmlOf).join('')
        return row === undefined ? html : `<div class="${row}">${html}</div>`
      })
      .join('')

  const { texts: _, ...needs } = expanded
  const html = [...links, htmlOfAll(document.blocks)].join('')
  const loaded = prepared.flatMap((one) => one.loaded ?? [])
  const ends = loaded.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? [])
  return {
    ...needs,
    html: isEditing && isBlank(html) ? html + hintOf(prepared[0]) : html,
    scripts: [...new Set([...needs.scripts, ...loaded.flatMap(({ scripts = [] }) => scripts)])],
    tags: [...new Set([...needs.tags, ...loaded.flatMap(({ tags = [] }) => tags)])],
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  }
}

/** The place of a slot's blocks in the markup. PostgreSQL stores no null character, so no text contains it. */
const slotMark = (name: string): string => `\0${name}\0`
// oxlint-disable-next-line no-control-regex
const slotMarks = /\0([^\0]*)\0/g

/** The blocks in each shown slot. More slots may be stored, for example after a column was removed. */
export function innerOf(
  definition: BlockDefinition,
  one: Block,
): (readonly [slot: string, blocks: readonly Block[]])[] {
  const { options, slots, shownSlots } = definition
  if (!slots) return []
  const filled = slotsOf(one)
  const visibleSlots = shownSlots ? shownSlots(readOptions(options, one).options as never) : slots
  return visibleSlots.flatMap(({ name }) => filled.filter(([slot]) => slot === name))
}

/** All blocks that the page shows, outer ones first. */
const shownIn = (list: readonly Block[], rendering: Pick<Rendering, 'registry' | 'isEditing'>): Block[] =>
  list.flatMap((one) => {
    const definition = rendering.registry.find(one)
    const inner = definition && !rendering.isEditing ? innerOf(definition, one) : []
    return [one, ...inner.flatMap(([, blocks]) => shownIn(blocks, rendering))]
  })

/** A block of another library: the HTML that its own editor rendered, with expanded shortcodes. */
const foreignIn = ({ foreign }: PageDocument): BlockDefinition =>
  defineBlock({
    name: 'foreign',
    title: 'Block of another library',
    group: '',
    options: { id: z.int() },
    html: ({ id }) => foreign?.[id] ?? '',
    View: ({ html }) => (html === '' ? null : <div dangerouslySetInnerHTML={{ __html: html }} />),
  })

/** Groups adjacent blocks, or features of a text, with the same row. */
export function runsOf<T>(list: readonly T[], rowOf: (one: T, index: number) => string | undefined) {
  const runs: [row: string | undefined, members: T[]][] = []
  for (const [index, one] of list.entries()) {
    const row = rowOf(one, index)
    const last = runs.at(-1)
    if (last && last[0] === row) last[1].push(one)
    else runs.push([row, [one]])
  }
  return runs
}

/** Whether the HTML shows nothing, so that it could not be selected in the editor. */
const isBlank = (html: string): boolean =>
  !/<(?:img|video|iframe|input|form)\b|data-slot|aria-hidden/.test(html) && plainText(html) === ''

const hintOf = (one: Prepared | undefined): string =>
  one
    ? renderToStaticMarkup(<p className="mist-box soft-small">{one.definition.title}: there is nothing to show yet.</p>)
    : ''

async function prepare(block: Block, definition: BlockDefinition, loads: LoadedOnce): Promise<Prepared> {
  const { options } = readOptions(definition.options, block)
  return {
    block,
    definition,
    options,
    items: shownItems(definition, block),
    html: definition.html?.(options as never) ?? '',
    loaded: await loads.of(definition, options),
  }
}

/** What blocks load for one page; equal blocks load it once. */
class LoadedOnce {
  readonly #place: BlockPlace
  readonly #loads = new Map<BlockDefinition, Map<string, Promise<Loaded<unknown>>>>()

  constructor(place: BlockPlace) {
    this.#place = place
  }

  async of(definition: BlockDefinition, options: Readonly<Record<string, unknown>>): Promise<Loaded<unknown> | null> {
    if (!definition.load) return null
    const loads = this.#loads.get(definition) ?? new Map<string, Promise<Loaded<unknown>>>()
    this.#loads.set(definition, loads)
    const key = JSON.stringify(options)
    const loading = loads.get(key) ?? definition.load(this.#place, options as never)
    loads.set(key, loading)
    return loading
  }
}

/** The items of a block as its view gets them, with their authored HTML. */
export const shownItems = ({ item }: Pick<BlockDefinition, 'item'>, block: Block) =>
  item
    ? itemsOf(block).map((values) => ({
        options: readOptions(item.options, values).options,
        html: item.enclosesText && typeof values.html === 'string' ? values.html : '',
      }))
    : []

/** The items of a block in their stored order. */
export const itemsOf = ({ items }: Block): Readonly<Record<string, unknown>>[] =>
  Array.isArray(items)
    ? items
        .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
        .toSorted((a, b) => orderOf(a) - orderOf(b))
    : []

const orderOf = ({ order }: Readonly<Record<string, unknown>>): number => readNumber(order) || 0

const pictureIdsIn = ({ block, definition }: Prepared): number[] => [
  ...mediaIdsIn(definition.options, block),
  ...itemsOf(block).flatMap((values) => (definition.item ? mediaIdsIn(definition.item.options, values) : [])),
]
