import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { OptionsSchema } from '../../things/blocks/options.ts'
import type { Picture as MediaPicture } from '../../things/media/media.table.ts'

export type { MediaPicture }

export type FeaturePictures = ReadonlyMap<number, MediaPicture>

/** What the view of a feature is given. Its HTML is sanitized; features within it are expanded. */
export type FeatureProps<O = unknown, I = unknown> = {
  readonly options: O
  readonly items: readonly { readonly options: I; readonly html: string }[]
  readonly html: string
  /** By id, of the whole text; a deleted one is missing. */
  readonly pictures: FeaturePictures
  /** Unique in the text, for ids of elements. */
  readonly id: string
}

/** A presentation feature, as shortcodes, the editor and the page builder know it. */
export type Feature = {
  /** Its shortcode. Also the value of `data-feature` of an element that has a script. */
  readonly name: string
  readonly title: string
  readonly options: OptionsSchema
  /** Whether it encloses text: `[name]text[/name]`. */
  readonly enclosesText?: boolean
  /** Its parts, which have a shortcode of their own between `[name]` and `[/name]`. */
  readonly item?: { readonly name: string; readonly title: string; readonly options: OptionsSchema }
  /** Neighbours of the same group stand in one row: its class is the name of the element around them. */
  readonly group?: string
  readonly View: ComponentType<FeatureProps<never, never>>
}

type Definition<O extends OptionsSchema, I extends OptionsSchema> = Omit<Feature, 'View' | 'options' | 'item'> & {
  readonly options: O
  readonly item?: { readonly name: string; readonly title: string; readonly options: I }
  readonly View: ComponentType<FeatureProps<z.output<O>, z.output<I>>>
}

export const defineFeature = <O extends OptionsSchema, I extends OptionsSchema = OptionsSchema>(
  feature: Definition<O, I>,
): Feature => feature as unknown as Feature
