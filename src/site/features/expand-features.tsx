import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { mediaIdsIn, readOptions } from '../../things/blocks/options.ts'
import { runsOf } from '../../things/blocks/render-document.tsx'
import { picturesById } from '../../things/media/media.store.ts'
import type { Feature, FeatureProps } from './feature.ts'
import { features } from './features.ts'
import { isBlankPart, type KnownShortcodes, type Part, parseShortcodes, type Shortcode } from './shortcode-parser.ts'

/** Limits the rendering time of a page. */
const MAX_FEATURES = 60
const MAX_DEPTH = 3

const featureOf = new Map(features.map((feature) => [feature.name, feature]))
const itemOf = new Map(features.flatMap(({ item }) => (item ? [[item.name, item] as const] : [])))
const known: KnownShortcodes = new Map([
  ...features.map(({ name, item, enclosesText = false }) => [name, item !== undefined || enclosesText] as const),
  ...[...itemOf.keys()].map((name) => [name, true] as const),
])

/** Replaces feature shortcodes in sanitized text (SHOW-01 to SHOW-09). `prefix` starts the ids of one text of a page. */
export async function expandFeatures(db: Db | Tx, html: string, prefix = 'feature'): Promise<string> {
  const parsed = parseShortcodes(html, known)
  if (parsed.every((part) => typeof part === 'string')) return html
  const pictures = await picturesById(db, shortcodesIn(parsed).flatMap(mediaIdsOf))
  let count = 0

  /** Blank text before a shortcode is in its row, so that it does not end one. */
  const htmlOf = (parts: readonly Part[], depth: number): string =>
    runsOf(parts, (part, index) => rowOf(isBlankPart(part) ? parts[index + 1] : part))
      .map(([row, run]) => {
        const shown = run.map((part) => (typeof part === 'string' ? part : shortcodeHtml(part, depth))).join('')
        return row === undefined ? shown : `<div class="${row}">${shown}</div>`
      })
      .join('')

  const shortcodeHtml = ({ name, attributes, parts }: Shortcode, depth: number): string => {
    const feature = featureOf.get(name)
    count += 1
    // An item outside of its feature, and a feature above the limits, shows only its content.
    if (!feature || depth > MAX_DEPTH || count > MAX_FEATURES) return htmlOf(parts, depth)
    const id = `${prefix}-${count}`
    const View = feature.View as unknown as ComponentType<FeatureProps>
    return renderToStaticMarkup(
      <View
        options={readOptions(feature.options, attributes).options}
        html={feature.item ? '' : htmlOf(parts, depth + 1)}
        items={itemsOf(feature, parts, depth)}
        pictures={pictures}
        id={id}
      />,
    )
  }

  const itemsOf = ({ item }: Feature, parts: readonly Part[], depth: number): FeatureProps['items'] =>
    parts.flatMap((part) =>
      item && typeof part !== 'string' && part.name === item.name
        ? { options: readOptions(item.options, part.attributes).options, html: htmlOf(part.parts, depth + 1) }
        : [],
    )

  return htmlOf(parsed, 1)
}

/** Options with invalid values in the text's features, such as `testimonials.autoplay`. */
export const refusedOptions = (html: string): string[] =>
  shortcodesIn(parseShortcodes(html, known)).flatMap(({ name, attributes }) =>
    readOptions(schemaOf(name), attributes).refused.map((option) => `${name}.${option}`),
  )

const shortcodesIn = (parts: readonly Part[]): Shortcode[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...shortcodesIn(part.parts)]))

/** Options of a feature or an item; the parser only finds known names. */
const schemaOf = (name: string) => (featureOf.get(name) ?? itemOf.get(name) ?? noOptions).options
const noOptions = { options: z.object({}) }
const mediaIdsOf = ({ name, attributes }: Shortcode): number[] => mediaIdsIn(schemaOf(name), attributes)

const rowOf = (part: Part | undefined): string | undefined =>
  part === undefined || typeof part === 'string' ? undefined : featureOf.get(part.name)?.row
