import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { BlockDefinition, BlockProps } from '../../things/blocks/block.ts'
import type { OptionsSchema } from '../../things/blocks/options.ts'

/** The props of a feature's view, as of a block's: its HTML is sanitized, and features within it are expanded. */
export type FeatureProps<O = unknown, I = unknown> = Pick<
  BlockProps<O, I>,
  'options' | 'items' | 'html' | 'pictures' | 'id'
>

type Item<I extends OptionsSchema> = { readonly name: string; readonly title: string; readonly options: I }

type Definition<O extends OptionsSchema, I extends OptionsSchema> = Pick<BlockDefinition, 'name' | 'title' | 'row'> & {
  readonly options: O
  /** Whether it encloses text: `[name]text[/name]`. */
  readonly enclosesText?: boolean
  /** Its parts, which have a shortcode of their own between `[name]` and `[/name]`. */
  readonly item?: Item<I>
  readonly View: ComponentType<FeatureProps<z.output<O>, z.output<I>>>
}

/**
 * A presentation feature, as shortcodes, the editor and the page builder know it. Its name is its shortcode, and the value
 * of `data-feature` of an element that has a script.
 */
export type Feature = Omit<Definition<OptionsSchema, OptionsSchema>, 'View'> & {
  readonly View: ComponentType<FeatureProps<never, never>>
}

export const defineFeature = <O extends OptionsSchema, I extends OptionsSchema = OptionsSchema>(
  feature: Definition<O, I>,
): Feature => feature as unknown as Feature
