/** The text of a name that the API returns as HTML. */
export const htmlText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
