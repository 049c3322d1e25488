import sanitize from 'sanitize-html'
import { cleanContent } from '../../../things/entries/clean-content.ts'

const block = /^<\/?(?:p|h[1-6]|ul|ol|li|blockquote|hr|table|caption|thead|tbody|tfoot|tr|th|td|dl|dt|dd|div)\b/i

/** Paragraphs of plain or emphasized words, which the sanitizer would not change. */
const plainParagraphs = /^(?:<p>(?:[^<>&\p{Cc}]|\n|<(em|strong|b|i)>[^<>&\p{Cc}]*<\/\1>)+<\/p>\n?)+$/u

/** Sanitizes an exported description. `\n` is a line break there; in plain text empty lines separate paragraphs. */
export function cleanHtml(text: string): string {
  const lines = text.replace(/\\(\\n|n)/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\n')).replace(/\r\n?/g, '\n')
  const html = lines
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (block.test(part) ? part : `<p>${part.replaceAll('\n', '<br />\n')}</p>`))
    .join('\n')
  // Fast path: most descriptions are that simple, and sanitizing is slow.
  const isPlain = !/[<>&]/.test(lines) || plainParagraphs.test(html)
  return (isPlain ? html : cleanContent(html)).replace(/<p>(?:\s|&nbsp;|<br ?\/?>)*<\/p>/g, '').trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

export function plainText(text: string): string {
  if (!/[<>&]/.test(text)) return text.replace(/\s+/g, ' ').trim()
  return sanitize(text, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|nbsp|#0?39);/g, (_, name) => entities[name] ?? "'")
    .replace(/\s+/g, ' ')
    .trim()
}
