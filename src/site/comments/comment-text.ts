const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Paragraphs of a text, each as lines. */
export const paragraphsOf = (text: string): string[][] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n'))

/** The same as HTML, as in the public JSON: `<p>…</p>` and line breaks (store-products-reviews.json). */
export const commentHtml = (text: string): string =>
  paragraphsOf(text.replace(/[&<>"]/g, (character) => escapes[character] ?? character))
    .map((lines) => `<p>${lines.join('<br />\n')}</p>\n`)
    .join('')
