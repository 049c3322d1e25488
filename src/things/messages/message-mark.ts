export const markCid = 'mark@samovar'

/** The HTML of an email as a browser shows it, which has no attachments: `src` is where it finds the mark. */
export const withMarkFrom = (html: string, src: string): string => html.replace(`"cid:${markCid}"`, `"${src}"`)
