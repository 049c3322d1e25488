const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The paragraphs of what somebody wrote, each with its lines. */
export const paragraphsOf = (text: string): string[][] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n'))

/** The same as HTML, as the public JSON gives it: `<p>…</p>` and a line break (store-products-reviews.json). */
export const commentHtml = (text: string): string =>
  paragraphsOf(text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign))
    .map((lines) => `<p>${lines.join('<br />\n')}</p>\n`)
    .join('')
