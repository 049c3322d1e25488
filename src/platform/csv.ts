/** Cells of CSV files for spreadsheets. */

export const csvType = 'text/csv; charset=UTF-8'

/** Line breaks inside the cells of a row. A parser names the line in which the row ends. */
export const countLineBreaks = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** Removes the apostrophe that exports add to texts that look like formulas, or that begin like an escaped one. */
export const unescapeFormula = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).trim()

/** Inverse of `unescapeFormula`. Negative numbers are not formulas. */
const escapeFormula = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text

/** Quoted as in PHP, which also quotes cells with a space. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`

function csvCell(value: string): string {
  // Files use line feeds only. PostgreSQL has no NUL, but an uploaded file may.
  const cell = escapeFormula(value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', ''))
  return /[\s",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
