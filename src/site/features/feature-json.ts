import { z } from 'zod'
import { features } from './features.ts'
import type { OptionControl, OptionsSchema } from './options.ts'

/** An option as the editor asks for it: a part of its JSON schema. */
export type OptionJson = {
  readonly name: string
  readonly title: string
  readonly control: OptionControl
  readonly default: string | number | boolean | readonly number[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

type PartJson = { readonly name: string; readonly title: string; readonly options: readonly OptionJson[] }
export type FeatureJson = PartJson & { readonly encloses_text: boolean; readonly item: PartJson | null }
export type FeaturePreviewJson = { readonly document: string; readonly refused: readonly string[] }

type Described = { readonly name: string; readonly title: string; readonly options: OptionsSchema }

const partJson = ({ name, title, options }: Described): PartJson => ({
  name,
  title,
  options: Object.entries(options.shape).map(
    ([option, schema]) =>
      ({ name: option, ...z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) }) as unknown as OptionJson,
  ),
})

export const featuresJson = (): FeatureJson[] =>
  features.map(({ item, enclosesText = false, ...feature }) => ({
    ...partJson(feature),
    encloses_text: enclosesText,
    item: item ? partJson(item) : null,
  }))
