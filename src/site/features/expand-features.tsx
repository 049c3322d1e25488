import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { mediaIdsIn, readOptions } from '../../things/blocks/options.ts'
import { picturesById } from '../../things/media/media.store.ts'
import type { Feature, FeatureProps } from './feature.ts'
import { features } from './features.ts'
import { isBlankPart, type Part, parseShortcodes, type Shortcode } from './shortcode-parser.ts'

/** Limits the rendering time of a page. */
const MAX_FEATURES = 60
const MAX_DEPTH = 3

const featureOf = new Map(features.map((feature) => [feature.name, feature]))
const items = features.flatMap(({ item }) => item ?? [])
const itemOf = new Map(items.map((item) => [item.name, item]))
const noOptions = { options: z.object({}) }
const names = new Set([...featureOf.keys(), ...itemOf.keys()])
const enclosing = new Set([
  ...features.filter(({ item, enclosesText }) => item || enclosesText).map(({ name }) => name),
  ...itemOf.keys(),
])

/** Replaces feature shortcodes in sanitized text (SHOW-01 to SHOW-09). `prefix` starts the ids of one text of a page. */
export async function expandFeatures(db: Db | Tx, html: string, prefix = 'feature'): Promise<string> {
  const parts = parseShortcodes(html, names, enclosing)
  if (parts.every((part) => typeof part === 'string')) return html
  const pictures = await picturesById(db, shortcodesIn(parts).flatMap(mediaIdsOf))
  return new Expansion(pictures, prefix).htmlOf(parts, 1)
}

/** Options with invalid values in the text's features, such as `testimonials.autoplay`. */
export const refusedOptions = (html: string): string[] =>
  shortcodesIn(parseShortcodes(html, names, enclosing)).flatMap(({ name, attributes }) =>
    readOptions(schemaOf(name), attributes).refused.map((option) => `${name}.${option}`),
  )

const shortcodesIn = (parts: readonly Part[]): Shortcode[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...shortcodesIn(part.parts)]))

/** Options of a feature or an item; the parser only finds known names. */
const schemaOf = (name: string) => (featureOf.get(name) ?? itemOf.get(name) ?? noOptions).options
const mediaIdsOf = ({ name, attributes }: Shortcode): number[] => mediaIdsIn(schemaOf(name), attributes)

class Expansion {
  readonly #pictures: FeatureProps['pictures']
  readonly #prefix: string
  #count = 0

  constructor(pictures: FeatureProps['pictures'], prefix: string) {
    this.#pictures = pictures
    this.#prefix = prefix
  }

  htmlOf(parts: readonly Part[], depth: number): string {
    let html = ''
    let group: string | undefined
    for (const [index, part] of parts.entries()) {
      const next = groupOf(isBlankPart(part) ? parts[index + 1] : part)
      if (group !== undefined && next !== group) html += '</div>'
      if (next !== undefined && next !== group) html += `<div class="${next}">`
      group = next
      html += typeof part === 'string' ? part : this.#shortcode(part, depth)
    }
    return group === undefined ? html : `${html}</div>`
  }

  #shortcode(shortcode: Shortcode, depth: number): string {
    const feature = featureOf.get(shortcode.name)
    this.#count += 1
    // An item outside of its feature, and a feature above the limits, shows only its content.
    if (!feature || depth > MAX_DEPTH || this.#count > MAX_FEATURES) return this.htmlOf(shortcode.parts, depth)
    const id = `${this.#prefix}-${this.#count}`
    const View = feature.View as unknown as ComponentType<FeatureProps>
    const { options } = readOptions(feature.options, shortcode.attributes)
    const html = feature.item ? '' : this.htmlOf(shortcode.parts, depth + 1)
    const props = { options, id, html, items: this.#itemsOf(feature, shortcode, depth), pictures: this.#pictures }
    return renderToStaticMarkup(<View {...props} />)
  }

  #itemsOf({ item }: Feature, { parts }: Shortcode, depth: number): FeatureProps['items'] {
    return parts.flatMap((part) =>
      item && typeof part !== 'string' && part.name === item.name
        ? { options: readOptions(item.options, part.attributes).options, html: this.htmlOf(part.parts, depth + 1) }
        : [],
    )
  }
}

const groupOf = (part: Part | undefined): string | undefined =>
  part === undefined || typeof part === 'string' ? undefined : featureOf.get(part.name)?.row
