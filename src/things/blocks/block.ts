import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Exchange } from '../../platform/money/exchange.ts'
import type { Picture } from '../media/media.table.ts'
import type { OptionsSchema } from './options.ts'

export type Heading = { readonly id: string; readonly text: string; readonly level: 2 | 3 }

/** What the view of a block is given. Its HTML is sanitized; shortcodes within it are expanded. */
export type BlockProps<O = unknown, I = unknown, D = unknown> = {
  readonly options: O
  readonly items: readonly { readonly options: I; readonly html: string }[]
  /** What `html` made of the options, ready to be shown. */
  readonly html: string
  /** What `load` found. */
  readonly data: D
  readonly slots: Readonly<Record<string, ReactNode>>
  /** By id, of the whole page; a deleted one is missing. */
  readonly pictures: ReadonlyMap<number, Picture>
  readonly headings: readonly Heading[]
  /** Unique on the page, for ids of elements. */
  readonly id: string
  /** Whether no block of its kind is before it, for what a page may have once. */
  readonly isFirst: boolean
  /** Attributes that let an editor type into the element that shows this option. */
  readonly edit: (option: string) => { readonly 'data-edit'?: string }
}

/** Where a block is rendered: the page, and the visitor's currency. */
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
  /** Ends the life of the page in the cache. */
  readonly expiresAt?: Date | null
  /** What the page loads for the block. */
  readonly scripts?: readonly string[]
}

export type BlockSlot = { readonly name: string; readonly title: string }

/** A block as page documents name it: `lib` and `name`, settings checked by `options`. */
export type BlockDefinition = {
  readonly name: string
  readonly title: string
  /** Key of one of the groups of its library. */
  readonly group: string
  readonly options: OptionsSchema
  /** Its parts, stored as the setting `items`; those that enclose text have a setting `html`. */
  readonly item?: { readonly title: string; readonly options: OptionsSchema; readonly enclosesText?: boolean }
  /** Every place for other blocks that it may show, stored as settings with these names. */
  readonly slots?: readonly BlockSlot[]
  /** The slots that it shows with these options, if not all. */
  readonly shownSlots?: (options: never) => readonly BlockSlot[]
  /** HTML with shortcodes, written by people, which is expanded with the whole page's. */
  readonly html?: (options: never) => string
  /** What the search and feeds get of its options, as HTML; otherwise `html`, or the texts that people have written. */
  readonly contentHtml?: (options: never) => string
  /** Neighbours of the same row are within one element, which has this class. */
  readonly row?: string
  readonly load?: (place: BlockPlace, options: never) => Promise<Loaded<unknown>>
  readonly View: ComponentType<BlockProps<never, never, never>>
}

type Definition<O extends OptionsSchema, I extends OptionsSchema, D> = Omit<
  BlockDefinition,
  'View' | 'html' | 'contentHtml' | 'load' | 'options' | 'item' | 'shownSlots'
> & {
  readonly options: O
  readonly item?: { readonly title: string; readonly options: I; readonly enclosesText?: boolean }
  readonly shownSlots?: (options: z.output<O>) => readonly BlockSlot[]
  readonly html?: (options: z.output<O>) => string
  readonly contentHtml?: (options: z.output<O>) => string
  readonly load?: (place: BlockPlace, options: z.output<O>) => Promise<Loaded<D>>
  readonly View: ComponentType<BlockProps<z.output<O>, z.output<I>, D>>
}

/** Declares a block; its view is given the options as the schema reads them. */
export const defineBlock = <O extends OptionsSchema, D = undefined, I extends OptionsSchema = OptionsSchema>(
  block: Definition<O, I, D>,
): BlockDefinition => block as unknown as BlockDefinition

/** A library of blocks, as the wire lists it. */
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

  /** Undefined for a block that this shop does not have; a page document leaves it as it is. */
  find({ lib, block }: { readonly lib: string; readonly block: string }): BlockDefinition | undefined {
    return this.#blocks.get(`${lib}/${block}`)
  }
}

export type WithBlocks = { readonly blocks: BlockRegistry }
