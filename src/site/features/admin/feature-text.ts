import { type KnownShortcodes, type Part, parseShortcodes, type Shortcode } from '../shortcode-parser.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Quotes a value; inner double quotes become typographic ones. */
const quoted = (value: string): string =>
  `"${value
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', '”')
    .replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}"`

/** A shortcode as editor HTML, with each bracket in its own paragraph; `inside` is null if it encloses nothing. */
export function shortcodeHtml(name: string, attributes: Shortcode['attributes'], inside: string | null): string {
  const options = Object.entries(attributes).map(([option, value]) => ` ${option}=${quoted(value)}`)
  const start = `<p>[${name}${options.join('')}]</p>`
  return inside === null ? start : `${start}${paragraphs(inside)}<p>[/${name}]</p>`
}

/** Plain text becomes paragraphs, separated by empty lines. */
const paragraphs = (text: string): string =>
  /<[a-z]/i.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
        .join('')

/** HTML with nested shortcodes written out again. */
export const htmlOfParts = (parts: readonly Part[], known: KnownShortcodes): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part.trim()
      return shortcodeHtml(part.name, part.attributes, known.get(part.name) ? htmlOfParts(part.parts, known) : null)
    })
    .join('')

type Named = { readonly name: string; readonly item: { readonly name: string } | null; readonly encloses_text: boolean }

/** Indexes of the first and last block of a feature. */
export type FeatureRange = { readonly from: number; readonly to: number; readonly feature: Shortcode }

/** The feature around block `at` of a text's HTML blocks; null if there is none. */
export function featureAround(blocks: readonly string[], at: number, features: readonly Named[]): FeatureRange | null {
  const known = knownShortcodes(features)
  const featureNames = new Set(features.map(({ name }) => name))
  const startPattern = new RegExp(`\\[(?:${[...featureNames].join('|')})[\\s\\]]`)
  for (let from = at; from >= 0; from -= 1) {
    if (!startPattern.test(blocks[from] ?? '')) continue
    for (let to = from; to < blocks.length; to += 1) {
      const [feature, ...rest] = parseShortcodes(blocks.slice(from, to + 1).join(''), known)
      if (feature === undefined || typeof feature === 'string' || rest.length > 0) continue
      if (featureNames.has(feature.name) && to >= at) return { from, to, feature }
      break
    }
  }
  return null
}

export const knownShortcodes = (features: readonly Named[]): KnownShortcodes =>
  new Map([
    ...features.map(({ name, item, encloses_text }) => [name, item !== null || encloses_text] as const),
    ...features.flatMap(({ item }) => (item ? [[item.name, true] as const] : [])),
  ])
