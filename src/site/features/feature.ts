import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { BlockDefinition, BlockProps } from '../../things/blocks/block.ts'
import type { OptionsSchema } from '../../things/blocks/options.ts'

/** Props of a feature's view, like those of a block; `html` is sanitized, and nested features are expanded. */
export type FeatureProps<O = unknown, I = unknown> = Pick<
  BlockProps<O, I>,
  'options' | 'items' | 'html' | 'pictures' | 'id'
>

type Item<I extends OptionsSchema> = { readonly name: string; readonly title: string; readonly options: I }

type Definition<O extends OptionsSchema, I extends OptionsSchema> = Pick<BlockDefinition, 'name' | 'title' | 'row'> & {
  readonly options: O
  /** Whether it encloses text: `[name]text[/name]`. */
  readonly enclosesText?: boolean
  /** Nested parts, with their own shortcode between `[name]` and `[/name]`. */
  readonly item?: Item<I>
  readonly View: ComponentType<FeatureProps<z.output<O>, z.output<I>>>
}

/**
 * A presentation feature for shortcodes, text editor and page builder. Its name is its shortcode, and the
 * `data-feature` value of elements with a script.
 */
export type Feature = Omit<Definition<OptionsSchema, OptionsSchema>, 'View'> & {
  readonly View: ComponentType<FeatureProps<never, never>>
}

export const defineFeature = <O extends OptionsSchema, I extends OptionsSchema = OptionsSchema>(
  feature: Definition<O, I>,
): Feature => feature as unknown as Feature
