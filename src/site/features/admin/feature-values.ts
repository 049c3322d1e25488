import type { OptionJson } from '../../../things/blocks/option-json.ts'
import type { FeatureJson } from '../feature-json.ts'
import type { Shortcode } from '../shortcode-parser.ts'
import { htmlOfParts, namesOf, shortcodeHtml } from './feature-text.ts'

/** Option values as in a shortcode; picture ids are numbers, as in their fields. */
type Value = string | number | readonly number[]
type Values = Record<string, Value>
type Item = { options: Values; text: string }
export type FeatureValues = Item & { items: Item[] }

type Part = Pick<FeatureJson, 'name' | 'options'>

const written = (value: OptionJson['default']): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

function valueOf({ control, default: byDefault }: OptionJson, given = written(byDefault)): Value {
  if (control === 'picture') return Number(given) || 0
  return control === 'pictures' ? given.split(',').map(Number).filter(Boolean) : given
}

const optionsOf = ({ options }: Part, given: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(options.map((option) => [option.name, valueOf(option, given[option.name])]))

export const emptyItem = (item: Part): Item => ({ options: optionsOf(item, {}), text: '' })

/** Initial form values: the existing feature, or defaults with one item. */
export function valuesOf(feature: FeatureJson, features: readonly FeatureJson[], found?: Shortcode): FeatureValues {
  const { enclosing } = namesOf(features)
  const { item } = feature
  const items = (found?.parts ?? []).flatMap((part) =>
    item && typeof part !== 'string' && part.name === item.name
      ? { options: optionsOf(item, part.given), text: htmlOfParts(part.parts, enclosing) }
      : [],
  )
  return {
    options: optionsOf(feature, found?.given ?? {}),
    text: found && feature.encloses_text ? htmlOfParts(found.parts, enclosing) : '',
    items: item && !found ? [emptyItem(item)] : items,
  }
}

/** Options that differ from their defaults. */
const givenOf = ({ options }: Part, values: Values): Record<string, string> =>
  Object.fromEntries(
    options
      .map((option) => [option.name, String(values[option.name]), written(option.default)] as const)
      .flatMap(([name, value, byDefault]) => (value === byDefault ? [] : [[name, value]])),
  )

export function htmlOfValues(feature: FeatureJson, { options, text, items }: FeatureValues): string {
  const { item, encloses_text } = feature
  const inside = item
    ? items.map((one) => shortcodeHtml(item.name, givenOf(item, one.options), one.text)).join('')
    : text
  return shortcodeHtml(feature.name, givenOf(feature, options), item || encloses_text ? inside : null)
}
