import { type OptionJson, optionsJson } from '../../things/blocks/option-json.ts'
import type { OptionsSchema } from '../../things/blocks/options.ts'
import { features } from './features.ts'

type PartJson = { readonly name: string; readonly title: string; readonly options: readonly OptionJson[] }
export type FeatureJson = PartJson & { readonly encloses_text: boolean; readonly item: PartJson | null }
export type FeaturePreviewJson = { readonly document: string; readonly refused: readonly string[] }

type Described = { readonly name: string; readonly title: string; readonly options: OptionsSchema }

const partJson = ({ name, title, options }: Described): PartJson => ({ name, title, options: optionsJson(options) })

export const featuresJson = (): FeatureJson[] =>
  features.map(({ item, enclosesText = false, ...feature }) => ({
    ...partJson(feature),
    encloses_text: enclosesText,
    item: item ? partJson(item) : null,
  }))
