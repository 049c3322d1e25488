import type { OptionJson } from '../../../things/blocks/option-json.ts'
import type { FeatureJson } from '../feature-json.ts'
import type { Shortcode } from '../shortcode-parser.ts'
import { htmlOfParts, knownShortcodes, shortcodeHtml } from './feature-text.ts'

/** Option values as in a shortcode; picture ids are numbers, as in their fields. */
type Value = string | number | readonly number[]
type Values = Record<string, Value>
type Item = { options: Values; text: string }
export type FeatureValues = Item & { items: Item[] }

type Part = Pick<FeatureJson, 'name' | 'options'>

const attributeText = (value: OptionJson['default']): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

function valueOf({ control, default: byDefault }: OptionJson, text = attributeText(byDefault)): Value {
  if (control === 'picture') return Number(text) || 0
  return control === 'pictures' ? text.split(',').map(Number).filter(Boolean) : text
}

const optionsOf = ({ options }: Part, attributes: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(options.map((option) => [option.name, valueOf(option, attributes[option.name])]))

export const emptyItem = (item: Part): Item => ({ options: optionsOf(item, {}), text: '' })

/** Initial form values: the existing feature, or defaults with one item. */
export function valuesOf(feature: FeatureJson, features: readonly FeatureJson[], existing?: Shortcode): FeatureValues {
  const known = knownShortcodes(features)
  const { item } = feature
  const items = (existing?.parts ?? []).flatMap((part) =>
    item && typeof part !== 'string' && part.name === item.name
      ? { options: optionsOf(item, part.attributes), text: htmlOfParts(part.parts, known) }
      : [],
  )
  return {
    options: optionsOf(feature, existing?.attributes ?? {}),
    text: existing && feature.encloses_text ? htmlOfParts(existing.parts, known) : '',
    items: item && !existing ? [emptyItem(item)] : items,
  }
}

/** Options that differ from their defaults. */
const attributesOf = ({ options }: Part, values: Values): Record<string, string> =>
  Object.fromEntries(
    options
      .filter((option) => String(values[option.name]) !== attributeText(option.default))
      .map(({ name }) => [name, String(values[name])]),
  )

export function htmlOfValues(feature: FeatureJson, { options, text, items }: FeatureValues): string {
  const { item, encloses_text } = feature
  const inside = item
    ? items.map((one) => shortcodeHtml(item.name, attributesOf(item, one.options), one.text)).join('')
    : text
  return shortcodeHtml(feature.name, attributesOf(feature, options), item || encloses_text ? inside : null)
}
