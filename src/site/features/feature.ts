import type { ComponentType } from 'react'
import { type BlockDefinition, type BlockProps, withSchemas } from '../../things/blocks/block.ts'
import type { Options, OptionsSchema, OptionValues } from '../../things/blocks/options.ts'

/** Props of a feature's view, like those of a block; `html` is sanitized, and nested features are expanded. */
export type FeatureProps<O = unknown, I = unknown> = Pick<
  BlockProps<O, I>,
  'options' | 'items' | 'html' | 'pictures' | 'id'
>

/** Nested parts, with their own shortcode between `[name]` and `[/name]`. */
type Item<O> = { readonly name: string; readonly title: string; readonly options: O }

type FeatureParts<O, I> = Pick<BlockDefinition, 'name' | 'title' | 'row'> & {
  /** Whether it encloses text: `[name]text[/name]`. */
  readonly enclosesText?: boolean
  readonly View: ComponentType<FeatureProps<O, I>>
}

/**
 * A presentation feature for shortcodes, text editor and page builder. Its name is its shortcode, and the
 * `data-feature` value of elements with a script.
 */
export type Feature = FeatureParts<never, never> & {
  readonly options: OptionsSchema
  readonly item?: Item<OptionsSchema>
}

/** Declares a feature, with options like those of a block. */
export const defineFeature = <O extends Options, I extends Options = Options>(
  feature: FeatureParts<OptionValues<O>, OptionValues<I>> & { readonly options: O; readonly item?: Item<I> },
) => withSchemas(feature) as unknown as Feature
