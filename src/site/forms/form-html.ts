import sanitize from 'sanitize-html'
import { cleanFormContent } from '../../things/entries/clean-content.ts'
import type { FormTag, TemplatePart } from './form-tag.ts'

const inline: sanitize.IOptions = {
  allowedTags: ['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup'],
  allowedAttributes: { a: ['href', 'rel', 'target', 'title'], abbr: ['title'], span: ['class', 'lang'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

export const cleanInline = (html: string): string => sanitize(html, inline)

/** Private-use characters around the index of a tag; they are removed from form templates. */
const PLACEHOLDER = /\uE000(\d+)\uE001/g
const withoutPlaceholders = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, '')

const block =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|caption|thead|tbody|tfoot|tr|th|td|hr|fieldset|legend|details|summary|figure|figcaption|datalist|video|iframe)\b/i

/**
 * Sanitizes the HTML between the tags of a form, allowing labels and groups, and replaces each tag by its `controlOf`.
 * Tags inside of attributes are removed. As in Contact Form 7, an empty line ends a paragraph, and a line end is a
 * `<br>`; parts with block elements stay unchanged.
 */
export function formHtml(parts: readonly TemplatePart[], controlOf: (tag: FormTag) => string): string {
  const controls = parts.map((part) => (typeof part === 'string' ? '' : controlOf(part)))
  const filled = (html: string) => html.replaceAll(PLACEHOLDER, (_place, index) => controls[Number(index)] ?? '')
  const source = parts.map((part, index) =>
    typeof part === 'string' ? withoutPlaceholders(part) : `\uE000${index}\uE001`,
  )
  return cleanFormContent(source.join(''))
    .replaceAll(/<[^>]*>/g, (element) => element.replaceAll(PLACEHOLDER, ''))
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) =>
      block.test(filled(part)) ? filled(part) : `<p>${filled(part.replaceAll(/(?<!\s)\s*\n\s*/g, '<br>\n'))}</p>`,
    )
    .join('\n')
}
