/** The text of a name that a program interface writes as HTML. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
