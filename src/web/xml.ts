/** A finished piece of XML, told apart from text that is still to be escaped. */
export type Xml = { readonly xml: string }

type Part = Xml | string | number | null | readonly Xml[]

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as XML may hold it: escaped, and without the control characters that it has no way to write. */
const escape = (text: string): string =>
  text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** One element. Parts that are null are left out. */
export function xml(name: string, attributes: Readonly<Record<string, string>>, ...parts: readonly Part[]): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const inner = parts.map(written).join('')
  return { xml: inner === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inner}</${name}>` }
}

const written = (part: Part): string => {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'xml' in part ? part.xml : part.map((one) => one.xml).join('')
}

/** A whole document. */
export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
