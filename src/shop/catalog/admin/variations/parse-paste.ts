const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy

/** Rows of cells as spreadsheets copy them: tabs between cells, quotes around cells with tabs or line breaks. */
export function parsePaste(text: string): string[][] {
  const rows: string[][] = [[]]
  // A final line break ends the last row and does not start another.
  for (const [, quoted, plain = '', end] of text.replace(/(\r\n|\r|\n)$/, '').matchAll(CELL)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}

const quoted = (cell: string): string => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The reverse of `parsePaste`. */
export const pasteText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
