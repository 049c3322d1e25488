/** An element without an end stays; it is passed over at once, because every `<` in it would look for an end again. */
export const stripTags = (html: string, instead = ''): string =>
  html.replace(/<[^>]*(?:>|($))/g, (found, open?: string) => (open === undefined ? instead : found))

export const plainText = (html: string): string => stripTags(html, ' ').replace(/\s+/g, ' ').trim()

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

export const decodeEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => characters[entity] ?? entity)

/** The text that HTML shows, for places that are not HTML or escape it themselves. */
export const shownText = (html: string): string => decodeEntities(plainText(html))

export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Lower case without accents, like `fold_text` in the database, to find what people type. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
