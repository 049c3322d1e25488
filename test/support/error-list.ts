/** The texts of an error list in a checkout response, as a browser shows them. */
export const errorTexts = (html: string): string[] =>
  [...html.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map(([, item = '']) =>
    item
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .trim(),
  )
