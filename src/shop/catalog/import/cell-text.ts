/** PostgreSQL refuses the half letter that a cut may leave. */
export const truncate = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text).replace(/\s+/g, ' ')

export const parseList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter((value) => value !== '')
