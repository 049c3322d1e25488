/** Decodes a name that the API returns as HTML. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
