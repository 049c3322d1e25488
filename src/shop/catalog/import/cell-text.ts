/** Exports prefix an apostrophe to text that a spreadsheet would read as a formula, and to text that begins like that. */
export const unescapeFormula = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).trim()

/** The opposite of `unescapeFormula`. Numbers below zero are no formulas. */
export const escapeFormula = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text

export const truncate = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 40)}…` : text).replace(/\s+/g, ' ')

export const parseList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter((value) => value !== '')
