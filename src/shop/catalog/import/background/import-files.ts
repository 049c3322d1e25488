import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { csvLine } from '../../export/cell-forms.ts'
import { unescapeFormula } from '../cell-text.ts'
import { checkWidth } from '../columns.ts'
import { FileError, readCsv } from '../csv-file.ts'
import { rowsOf } from '../scan-file.ts'

type Place = { readonly dataDir: string }

const folderOf = ({ dataDir }: Place): string => join(resolve(dataDir), 'imports')
export const fileOf = (shop: Place, id: number | string): string => join(folderOf(shop), `${id}.csv`)

/** Writes what is sent to a file of that name; its size, or null if it is larger than `max`. */
export async function receiveFile(
  shop: Place,
  name: string,
  body: ReadableStream<Uint8Array>,
  max: number,
): Promise<number | null> {
  await mkdir(folderOf(shop), { recursive: true })
  const path = fileOf(shop, name)
  let size = 0
  async function* bounded(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > max) return
      yield chunk
    }
  }
  await pipeline(Readable.fromWeb(body as NodeStream), bounded, createWriteStream(path)).catch(
    async (error: unknown) => {
      await rm(path, { force: true })
      throw error
    },
  )
  if (size <= max) return size
  await rm(path, { force: true })
  return null
}

export const nameFile = (shop: Place, from: string, id: number): Promise<void> =>
  rename(fileOf(shop, from), fileOf(shop, id))

export const deleteFile = (shop: Place, id: number | string): Promise<void> => rm(fileOf(shop, id), { force: true })

const MAX_SHOWN = 60
const PREVIEWED_ROWS = 5

/** The first line as it is and five rows, shortened; throws a `FileError` if the file is none of products at all. */
export async function previewFile(path: string): Promise<string[][]> {
  const preview: string[][] = []
  for await (const row of readCsv(path)) {
    if (!('cells' in row)) continue
    const cells = row.cells.map((cell) => cell.replaceAll('\0', ''))
    if (preview.length === 0) checkWidth(cells)
    preview.push(preview.length === 0 ? cells : cells.map((cell) => cell.slice(0, MAX_SHOWN)))
    if (preview.length > PREVIEWED_ROWS) break
  }
  if (preview.length === 0) throw new FileError('The file is empty.')
  return preview
}

/** The refused rows as they were sent, with the reason behind them, to be mended and sent again. */
export async function* refusedCsv(
  path: string,
  headings: readonly string[],
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...headings, 'Reason'])}`
  for await (const row of rowsOf(path)) {
    const reason = reasons.get(row.line)
    if (reason === undefined) continue
    const cells = 'cells' in row ? row.cells : []
    const whole = headings.map((_, index) => unescapeFormula(cells[index] ?? ''))
    yield csvLine([...whole, reason])
  }
}
