import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Exchange } from '../../platform/money/exchange.ts'
import type { Picture } from '../media/media.table.ts'
import type { Options, OptionsSchema, OptionValues } from './options.ts'

export type Heading = { readonly id: string; readonly text: string; readonly level: 2 | 3 }

/** Props of a block's view. Its HTML is sanitized, with shortcodes expanded. */
export type BlockProps<O = unknown, I = unknown, D = unknown> = {
  readonly options: O
  readonly items: readonly { readonly options: I; readonly html: string }[]
  /** Result of the block's `html`, ready to be shown. */
  readonly html: string
  /** Result of `load`. */
  readonly data: D
  readonly slots: Readonly<Record<string, ReactNode>>
  /** Pictures of the whole page by id; deleted ones are missing. */
  readonly pictures: ReadonlyMap<number, Picture>
  readonly headings: readonly Heading[]
  /** Unique on the page, for ids of elements. */
  readonly id: string
  /** Whether it is the first block of its kind, for elements that a page may have only once. */
  readonly isFirst: boolean
  /** Attributes that let an editor type into the element that shows this option. */
  readonly edit: (option: string) => { readonly 'data-edit'?: string }
}

/** Where a block is rendered: the entry, and the visitor's currency. */
export type BlockPlace = {
  readonly db: Db | Tx
  readonly now: Date
  /** Id of the post, page or product; 0 outside of one. */
  readonly entryId: number
  readonly exchange: Exchange | null
}

export type Loaded<D> = {
  readonly data: D
  /** Further page tags. */
  readonly tags?: readonly string[]
  /** When the cached page becomes stale. */
  readonly expiresAt?: Date | null
  /** Scripts that the block needs. */
  readonly scripts?: readonly string[]
}

export type BlockSlot = { readonly name: string; readonly title: string }

type BlockParts<O, I, D> = {
  readonly name: string
  readonly title: string
  /** Key of one of the groups of its library. */
  readonly group: string
  /** All slots for other blocks, stored as settings with these names. */
  readonly slots?: readonly BlockSlot[]
  /** The slots that are shown with these options, if not all. */
  readonly shownSlots?: (options: O) => readonly BlockSlot[]
  /** Authored HTML, whose shortcodes are expanded together with the whole page's. */
  readonly html?: (options: O) => string
  /** HTML for search and feeds. By default `html`, or the authored texts among the options. */
  readonly contentHtml?: (options: O) => string
  /** Class of an element that wraps adjacent blocks with the same `row`. */
  readonly row?: string
  readonly load?: (place: BlockPlace, options: O) => Promise<Loaded<D>>
  readonly View: ComponentType<BlockProps<O, I, D>>
}

/** Repeated items, stored as the setting `items`. Those that enclose text have a setting `html`. */
type BlockItem<O> = { readonly title: string; readonly options: O; readonly enclosesText?: boolean }

/** A block type. Page documents refer to it by `lib` and `name`; `options` validates its settings. */
export type BlockDefinition<O = never, I = never, D = never> = BlockParts<O, I, D> & {
  readonly options: OptionsSchema
  readonly item?: BlockItem<OptionsSchema>
}

type WithOptions = { readonly options: Options; readonly item?: { readonly options: Options } }

/** What is declared, with schemas of its options and those of its item. */
export const withSchemas = ({ item, options, ...declared }: WithOptions) => ({
  ...declared,
  options: z.object(options),
  ...(item && { item: { ...item, options: z.object(item.options) } }),
})

/** Declares a block. Its functions and its view get the valid values of its options. */
export const defineBlock = <O extends Options, D = undefined, I extends Options = Options>(
  block: BlockParts<OptionValues<O>, OptionValues<I>, D> & { readonly options: O; readonly item?: BlockItem<I> },
) => withSchemas(block) as unknown as BlockDefinition

/** A library of blocks, as in the API. */
export type BlockLibrary = {
  /** The `lib` of its blocks. */
  readonly name: string
  readonly title: string
  readonly version: string
  readonly groups: readonly { readonly id: string; readonly label: string }[]
  readonly blocks: readonly BlockDefinition[]
}

export class BlockRegistry {
  readonly libraries: readonly BlockLibrary[]
  readonly #blocks: ReadonlyMap<string, BlockDefinition>

  constructor(libraries: readonly BlockLibrary[]) {
    this.libraries = libraries
    this.#blocks = new Map(libraries.flatMap(({ name, blocks }) => blocks.map((one) => [`${name}/${one.name}`, one])))
  }

  /** Undefined for an unknown block, which a page document keeps unchanged. */
  find({ lib, block }: { readonly lib: string; readonly block: string }): BlockDefinition | undefined {
    return this.#blocks.get(`${lib}/${block}`)
  }
}

export type WithBlocks = { readonly blocks: BlockRegistry }
