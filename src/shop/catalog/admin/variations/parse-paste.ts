const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy

/** Rows of cells as a spreadsheet copies them: tabs between cells, and quotes around one with tabs or breaks in it. */
export function parsePaste(text: string): string[][] {
  const rows: string[][] = [[]]
  // A last break ends a row, it does not begin one.
  for (const [, quoted, plain = '', end] of text.replace(/(\r\n|\r|\n)$/, '').matchAll(CELL)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}

const quoted = (cell: string): string => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The reverse, for copying. */
export const pasteText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
