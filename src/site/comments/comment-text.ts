const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const paragraphsOf = (text: string): string[][] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n'))

/** Text as HTML for the public JSON: `<p>…</p>` and line breaks (store-products-reviews.json). */
export const commentHtml = (text: string): string =>
  paragraphsOf(text.replace(/[&<>"]/g, (character) => escapes[character] ?? character))
    .map((lines) => `<p>${lines.join('<br />\n')}</p>\n`)
    .join('')

/** Recorded URLs contain a reversible hash of the author's email address, so the shop uses a generic picture. */
export const avatarUrls: Readonly<Record<'24' | '48' | '96', string>> = {
  '24': 'https://secure.gravatar.com/avatar/?s=24&d=mm&r=g',
  '48': 'https://secure.gravatar.com/avatar/?s=48&d=mm&r=g',
  '96': 'https://secure.gravatar.com/avatar/?s=96&d=mm&r=g',
}
