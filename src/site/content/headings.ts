import { decodeEntities, stripTags } from '../../platform/web/plain-text.ts'
import type { Heading } from '../../things/blocks/block.ts'

/** Reserved ids: the page frame and comments use them in links and scripts. */
const pageIds = ['author', 'back-to-top', 'comment', 'comments', 'content', 'email', 'masthead', 'respond', 'site-menu']

/** More reserved ids on product pages. */
export const productPageIds = ['buy', 'description', 'primary', 'related', 'review_form', 'reviews', 'tab-reviews']

/** Lowers each heading by one level, for text below a heading of level 2. */
export const lowerHeadings = (html: string): string =>
  html.replace(/<(\/?)h([2-5])(?=[\s>])/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`)

export function withHeadingIds(html: string, taken: readonly string[] = []): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const nextNumbers = new Map<string, number>()
  const usedIds = new Set([...pageIds, ...taken, ...[...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '')])
  const withIds = html.replace(
    /<h([23])([^>]*)>([\s\S]*?)<\/h\1>/g,
    (element, level: string, attributes: string, inner: string) => {
      const text = textOf(inner)
      if (text === '') return element
      const existingId = /\sid="([^"]+)"/.exec(attributes)?.[1]
      const id = existingId ?? freeId(text, usedIds, nextNumbers)
      usedIds.add(id)
      headings.push({ id, text, level: level === '2' ? 2 : 3 })
      return existingId ? element : `<h${level} id="${id}"${attributes}>${inner}</h${level}>`
    },
  )
  return { html: withIds, headings }
}

const textOf = (html: string): string =>
  decodeEntities(stripTags(html))
    .replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim()

/** `nextNumbers` are those after the numbers found taken, so that equal headings do not try all of them again. */
function freeId(text: string, usedIds: ReadonlySet<string>, nextNumbers: Map<string, number>): string {
  const base =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'part'
  if (!usedIds.has(base)) return base
  let number = nextNumbers.get(base) ?? 2
  while (usedIds.has(`${base}-${number}`)) number += 1
  nextNumbers.set(base, number + 1)
  return `${base}-${number}`
}
