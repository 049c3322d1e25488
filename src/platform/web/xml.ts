export type Xml = { readonly xml: string }

type XmlChild = Xml | string | number | null | readonly Xml[]

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot represent: control characters except tabs and line ends. */
const unwritable = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/gu

/** Escapes text and removes unrepresentable characters. */
const escape = (text: string): string =>
  text
    .replace(unwritable, '')
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character)

export function xml(name: string, attributes: Readonly<Record<string, string>>, ...parts: readonly XmlChild[]): Xml {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const inner = parts.map(serialize).join('')
  return {
    xml: inner === '' ? `<${name}${attributeText.join('')}/>` : `<${name}${attributeText.join('')}>${inner}</${name}>`,
  }
}

const serialize = (part: XmlChild): string => {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'xml' in part ? part.xml : part.map((one) => one.xml).join('')
}

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
