import sanitize from 'sanitize-html'
import { cleanFormContent } from '../../things/entries/clean-content.ts'

const inline: sanitize.IOptions = {
  allowedTags: ['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup'],
  allowedAttributes: { a: ['href', 'rel', 'target', 'title'], abbr: ['title'], span: ['class', 'lang'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/** Words of a label: no blocks, nothing that acts. */
export const cleanInline = (html: string): string => sanitize(html, inline)

/** Signs of a private area of Unicode around the number of a tag: markup of a form has no such sign. */
const PLACE = /\uE000(\d+)\uE001/g
export const placeOf = (index: number): string => `\uE000${index}\uE001`
const withoutPlaces = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, '')

/**
 * The HTML between the tags of a form, cleaned as any text of the shop, with labels and groups besides. `parts` are texts,
 * or null where a tag stands; the result has `placeOf(index)` there. A tag within an attribute is left out. `isBlock`: whether
 * a tag becomes something that cannot be in a paragraph.
 */
export function cleanFormHtml(parts: readonly (string | null)[], isBlock: (index: number) => boolean): string {
  const joined = parts.map((part, index) => (part === null ? placeOf(index) : withoutPlaces(part))).join('')
  const html = paragraphs(cleanFormContent(joined), isBlock)
  return html.replace(/<[^>]*>/g, (element) => element.replaceAll(PLACE, ''))
}

const block =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|caption|thead|tbody|tfoot|tr|th|td|hr|fieldset|legend|details|summary|figure|figcaption|datalist|video|iframe)\b/i

/** As in Contact Form 7: an empty line begins a paragraph, and a line end is a line break. Block elements stay as they are. */
function paragraphs(html: string, isBlock: (index: number) => boolean): string {
  const hasBlock = (part: string) =>
    block.test(part) || Array.from(part.matchAll(PLACE)).some(([, index]) => isBlock(Number(index)))
  return html
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (hasBlock(part) ? part : `<p>${part.replaceAll(/\s*\n\s*/g, '<br>\n')}</p>`))
    .join('\n')
}

/** Puts what is made of each tag into its place. */
export const fillPlaces = (html: string, contentOf: (index: number) => string): string =>
  html.replaceAll(PLACE, (_place, index: string) => contentOf(Number(index)))
