import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { csvLine, unescapeFormula } from '../../../../platform/csv.ts'
import { cutText } from '../../../../platform/storable-text.ts'
import { checkWidth } from '../columns.ts'
import { FileError, readCsv } from '../csv-file.ts'
import { rowsOf } from '../scan-file.ts'
import type { ImportRow } from './product-imports.store.ts'

type DataDir = { readonly dataDir: string }

const folderOf = ({ dataDir }: DataDir): string => join(resolve(dataDir), 'imports')
export const fileOf = (shop: DataDir, id: number): string => join(folderOf(shop), `${id}.csv`)

/** Copies the file, because the temporary one may be on another disk. */
export async function storeFile(shop: DataDir, id: number, from: string): Promise<void> {
  await mkdir(folderOf(shop), { recursive: true })
  await copyFile(from, fileOf(shop, id))
}

export const deleteFile = (shop: DataDir, id: number): Promise<void> => rm(fileOf(shop, id), { force: true })

const MAX_CELL_LENGTH = 60
const PREVIEWED_ROWS = 5

/** The headings and five rows with shortened cells. Throws a `FileError` if this is not a product file. */
export async function previewFile(path: string): Promise<string[][]> {
  const preview: string[][] = []
  for await (const row of readCsv(path)) {
    if (!('cells' in row)) continue
    const cells = row.cells.map((cell) => cell.replaceAll('\0', ''))
    if (preview.length === 0) checkWidth(cells)
    preview.push(preview.length === 0 ? cells : cells.map((cell) => cutText(cell, MAX_CELL_LENGTH)))
    if (preview.length > PREVIEWED_ROWS) break
  }
  if (preview.length === 0) throw new FileError('The file is empty.')
  return preview
}

/** The rejected rows as uploaded, with the reason as last column, to be corrected and uploaded again. */
export async function* refusedCsv(
  path: string,
  headings: readonly string[],
  refused: AsyncGenerator<Pick<ImportRow, 'line' | 'note'>>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...headings, 'Reason'])}`
  let next = await refused.next()
  for await (const row of rowsOf(path)) {
    if (next.done || row.line !== next.value.line) continue
    const cells = 'cells' in row ? row.cells : []
    const paddedCells = headings.map((_, index) => unescapeFormula(cells[index] ?? ''))
    yield csvLine([...paddedCells, next.value.note])
    next = await refused.next()
  }
}
