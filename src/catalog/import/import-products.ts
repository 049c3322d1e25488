/**
 * Reads a product CSV as WooCommerce's export writes it into the catalogue. The file is read to its end before anything is
 * written; then products, then variations, then what ties them to each other, a batch to a transaction.
 */
import type { Db } from '../../database/connect.ts'
import { type UploadFiles } from '../../media/upload-files.ts'
import { canadianTaxes } from '../../pricing/tax-rates.ts'
import { TermBook } from '../term-book.ts'
import type { ImportRun } from './import-run.ts'
import { importLinks } from './link-batch.ts'
import { importProductRows, rejectedParent } from './product-batch.ts'
import { type ProductRow, readRow } from './product-row.ts'
import { type ImportReport, Tally } from './report.ts'
import { identify } from './row-identity.ts'
import { storedWithoutSku } from './stored.ts'
import { keysOf, rowsOf, surveyFile } from './survey.ts'
import { importVariationRows } from './variation-batch.ts'

export type ImportOptions = {
  readonly now: Date
  /** Finds out everything and changes nothing. */
  readonly dryRun?: boolean
  /** A folder with the files of the pictures that the rows name. */
  readonly images?: { readonly folder: string; readonly files: UploadFiles }
  /** Where the days of a sale begin. */
  readonly timeZone?: string
  readonly onProgress?: (done: number, of: number) => void
}

const rowsAtOnce = 500

/** Throws a `FileProblem`, with nothing changed, for a file that cannot be read as a whole. */
export async function importProducts(db: Db, path: string, options: ImportOptions): Promise<ImportReport> {
  const began = performance.now()
  const survey = await surveyFile(path)
  const tally = new Tally()
  const book = await TermBook.open(db)
  const run: ImportRun = {
    ...{ db, survey, tally, book, now: options.now, dryRun: options.dryRun ?? false },
    timeZone: options.timeZone ?? canadianTaxes.timeZone,
    parents: new Map(),
    ids: new Map(),
    links: [],
    withoutSku: await storedWithoutSku(db),
    takenChoices: new Map(),
    takenIds: new Map(),
    pictures: options.images ? { ...options.images, known: new Map() } : null,
  }
  const told = () => options.onProgress?.(tally.done, survey.rows)
  await inBatches(productRows(run, path), (rows) => importProductRows(run, rows), told)
  if (survey.variations > 0) await inBatches(variationRows(run, path), (rows) => importVariationRows(run, rows), told)
  await importLinks(run)

  if (tally.done !== survey.rows) throw new Error(`${survey.rows} rows were read and ${tally.done} accounted for`)
  return {
    ...{ file: path, dryRun: run.dryRun, rows: survey.rows, ...tally.outcomes, rejected: tally.rejects.length },
    rejects: tally.rejects.toSorted((one, other) => one.line - other.line),
    newTerms: { ...book.added },
    pictures: { ...tally.pictures },
    links: { ...tally.links },
    columns: {
      left: [...survey.left].map(([name, rows]) => ({ name, rows })),
      unknown: survey.columns.unknown,
    },
    seconds: (performance.now() - began) / 1000,
  }
}

/** Rows that are no variations, and rejects all that cannot be read as any row. */
async function* productRows(run: ImportRun, path: string): AsyncGenerator<ProductRow> {
  const { columns } = run.survey
  for await (const raw of rowsOf(path)) {
    if (!('cells' in raw)) {
      run.tally.reject(raw, raw.problem)
      continue
    }
    const isWhole = raw.cells.length === columns.width
    if (isWhole && identify(columns, raw.line, raw.cells).type === 'variation') continue
    yield* readable(run, raw.line, raw.cells)
  }
}

async function* variationRows(run: ImportRun, path: string): AsyncGenerator<ProductRow> {
  const { columns } = run.survey
  for await (const raw of rowsOf(path)) {
    if (!('cells' in raw) || raw.cells.length !== columns.width) continue
    if (identify(columns, raw.line, raw.cells).type === 'variation') yield* readable(run, raw.line, raw.cells)
  }
}

function* readable(run: ImportRun, line: number, cells: readonly string[]): Generator<ProductRow> {
  const read = readRow(run.survey.columns, line, cells, run.timeZone)
  const double = run.survey.doubles.get(line)
  if (read.ok && double === undefined) {
    yield read.row
    return
  }
  const identity = read.ok ? read.row : read.identity
  run.tally.reject(identity, [double, read.ok ? undefined : read.reason].filter(Boolean).join('; '))
  if (double !== undefined) return
  for (const key of keysOf(identity)) {
    run.parents.set(key, { ok: false, reason: rejectedParent(line) })
  }
}

async function inBatches(
  rows: AsyncIterable<ProductRow>,
  work: (batch: readonly ProductRow[]) => Promise<void>,
  told: () => void,
): Promise<void> {
  let batch: ProductRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    await work(batch)
    batch = []
    told()
  }
  if (batch.length > 0) await work(batch)
  told()
}
