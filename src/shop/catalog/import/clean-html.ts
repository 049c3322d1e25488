import sanitize from 'sanitize-html'

const rules: sanitize.IOptions = {
  allowedTags: [
    ...[
      'p',
      'div',
      'br',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'sub',
      'sup',
      'small',
    ],
    ...['blockquote', 'a', 'hr', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'dl', 'dt', 'dd'],
  ],
  allowedAttributes: { a: ['href', 'title'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // A page has one first heading, and it is the product's name.
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4' },
  nestingLimit: 30,
}

const block = /^<\/?(?:p|h[1-6]|ul|ol|li|blockquote|hr|table|caption|thead|tbody|tfoot|tr|th|td|dl|dt|dd|div)\b/i

/**
 * A description as such exports write it, made safe HTML: `\n` stands for a line end there, and text without tags has its
 * paragraphs between empty lines.
 */
export function cleanHtml(text: string): string {
  const lines = text.replace(/\\(\\n|n)/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\n')).replace(/\r\n?/g, '\n')
  const html = lines
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (block.test(part) ? part : `<p>${part.replaceAll('\n', '<br />\n')}</p>`))
    .join('\n')
  // Nothing but our own tags in it: most descriptions are plain text, and cleaning is what takes the time.
  if (!/[<>&]/.test(lines)) return html
  return sanitize(html, rules)
    .replace(/<p>(?:\s|&nbsp;|<br \/>)*<\/p>/g, '')
    .trim()
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
}

/** A name as plain text on one line: exports carry tags and entities in names. */
export function plainText(text: string): string {
  if (!/[<>&]/.test(text)) return text.replace(/\s+/g, ' ').trim()
  return sanitize(text, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|nbsp|#0?39);/g, (_, name) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
