import sanitize from 'sanitize-html'
import { cleanFormContent } from '../../things/entries/clean-content.ts'

const inline: sanitize.IOptions = {
  allowedTags: ['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup'],
  allowedAttributes: { a: ['href', 'rel', 'target', 'title'], abbr: ['title'], span: ['class', 'lang'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/** Sanitizes the text of a label, without block elements or scripts. */
export const cleanInline = (html: string): string => sanitize(html, inline)

/** Private-use characters around the index of a tag; they are removed from form templates. */
const PLACEHOLDER = /\uE000(\d+)\uE001/g
export const placeholderOf = (index: number): string => `\uE000${index}\uE001`
const withoutPlaceholders = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, '')

/**
 * Sanitizes the HTML between the tags of a form, allowing labels and groups. `parts` are texts, or null for a tag; the
 * result has `placeholderOf(index)` instead. Tags inside of attributes are removed. `isBlock`: whether a tag renders as a
 * block element.
 */
export function cleanFormHtml(parts: readonly (string | null)[], isBlock: (index: number) => boolean): string {
  const joined = parts.map((part, index) => (part === null ? placeholderOf(index) : withoutPlaceholders(part))).join('')
  const html = paragraphs(cleanFormContent(joined), isBlock)
  return html.replace(/<[^>]*>/g, (element) => element.replaceAll(PLACEHOLDER, ''))
}

const block =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|caption|thead|tbody|tfoot|tr|th|td|hr|fieldset|legend|details|summary|figure|figcaption|datalist|video|iframe)\b/i

/** As in Contact Form 7: an empty line ends a paragraph, a line end is a `<br>`. Block elements stay unchanged. */
function paragraphs(html: string, isBlock: (index: number) => boolean): string {
  const hasBlock = (part: string) =>
    block.test(part) || Array.from(part.matchAll(PLACEHOLDER)).some(([, index]) => isBlock(Number(index)))
  return html
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (hasBlock(part) ? part : `<p>${part.replaceAll(/\s*\n\s*/g, '<br>\n')}</p>`))
    .join('\n')
}

/** Replaces each placeholder by the HTML of its tag. */
export const fillPlaceholders = (html: string, contentOf: (index: number) => string): string =>
  html.replaceAll(PLACEHOLDER, (_place, index: string) => contentOf(Number(index)))
