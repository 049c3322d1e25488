export const markCid = 'mark@samovar'

/** Email HTML for a browser, which has no attachments: the logo is loaded from `src`. */
export const withMarkFrom = (html: string, src: string): string => html.replace(`"cid:${markCid}"`, `"${src}"`)
