/** Decodes a name that the API returns as HTML. */
export const decodeHtml = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
