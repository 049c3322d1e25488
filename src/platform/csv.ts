/** Cells of CSV files that spreadsheets open. */

export const csvType = 'text/csv; charset=UTF-8'

/** Exports prefix an apostrophe to text that a spreadsheet would read as a formula, and to text that begins like that. */
export const unescapeFormula = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).trim()

/** The opposite of `unescapeFormula`. Numbers below zero are no formulas. */
const escapeFormula = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text

/** Quoted as PHP does it: also for a space. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`

function csvCell(value: string): string {
  // Files are read with line feeds; PostgreSQL has no NUL, but a file that was sent may.
  const cell = escapeFormula(value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', ''))
  return /[\s",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
