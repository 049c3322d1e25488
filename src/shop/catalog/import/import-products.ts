/**
 * Imports a WooCommerce product CSV. The whole file is read before anything is written; then products, variations and
 * links between them are saved, one transaction per batch.
 */
import type { Db } from '../../../platform/database/connect.ts'
import { type UploadFiles } from '../../../things/media/upload-files.ts'
import { canadianTaxes } from '../../pricing/tax-rates.ts'
import { TermRegistry } from '../term-registry.ts'
import type { ImportRun } from './import-run.ts'
import { importLinks } from './link-batch.ts'
import { importProductRows, parentRejectedText } from './product-batch.ts'
import { type ProductRow, parseRow } from './product-row.ts'
import { type ImportReport, ImportStats } from './report.ts'
import { parseIdentity } from './row-identity.ts'
import { refKeys, rowsOf, scanFile } from './scan-file.ts'
import { storedWithoutSku } from './stored-products.ts'
import { importVariationRows } from './variation-batch.ts'

export type ImportOptions = {
  readonly now: Date
  /** Validates everything and writes nothing. */
  readonly dryRun?: boolean
  /** Folder with the picture files that rows name. */
  readonly images?: { readonly folder: string; readonly files: UploadFiles }
  /** Time zone in which sale dates begin. */
  readonly timeZone?: string
  readonly onProgress?: (done: number, of: number) => void
}

const BATCH_SIZE = 500

/** Throws a `FileError`, with nothing changed, if the file cannot be read. */
export async function importProducts(db: Db, path: string, options: ImportOptions): Promise<ImportReport> {
  const startedAt = performance.now()
  const scan = await scanFile(path)
  const stats = new ImportStats()
  const terms = await TermRegistry.open(db)
  const run: ImportRun = {
    ...{ db, scan, stats, terms, now: options.now, dryRun: options.dryRun ?? false },
    timeZone: options.timeZone ?? canadianTaxes.timeZone,
    parents: new Map(),
    ids: new Map(),
    links: [],
    withoutSku: await storedWithoutSku(db),
    seenChoices: new Map(),
    seenIds: new Map(),
    pictures: options.images ? { ...options.images, resolved: new Map() } : null,
  }
  const reportProgress = () => options.onProgress?.(stats.done, scan.rows)
  await inBatches(productRows(run, path), (rows) => importProductRows(run, rows), reportProgress)
  if (scan.variations > 0)
    await inBatches(variationRows(run, path), (rows) => importVariationRows(run, rows), reportProgress)
  await importLinks(run)

  if (stats.done !== scan.rows) throw new Error(`${scan.rows} rows were read and ${stats.done} accounted for`)
  return {
    ...{ file: path, dryRun: run.dryRun, rows: scan.rows, ...stats.outcomes, rejected: stats.rejects.length },
    rejects: stats.rejects.toSorted((one, other) => one.line - other.line),
    newTerms: { ...terms.added },
    pictures: { ...stats.pictures },
    links: { ...stats.links },
    columns: {
      unsupported: [...scan.unsupported].map(([name, rows]) => ({ name, rows })),
      unknown: scan.columns.unknown,
    },
    seconds: (performance.now() - startedAt) / 1000,
  }
}

/** Rows that are not variations; rejects rows that cannot be identified. */
async function* productRows(run: ImportRun, path: string): AsyncGenerator<ProductRow> {
  const { columns } = run.scan
  for await (const raw of rowsOf(path)) {
    if (!('cells' in raw)) {
      run.stats.reject(raw, raw.problem)
      continue
    }
    const isWhole = raw.cells.length === columns.width
    if (isWhole && parseIdentity(columns, raw.line, raw.cells).type === 'variation') continue
    yield* validRows(run, raw.line, raw.cells)
  }
}

async function* variationRows(run: ImportRun, path: string): AsyncGenerator<ProductRow> {
  const { columns } = run.scan
  for await (const raw of rowsOf(path)) {
    if (!('cells' in raw) || raw.cells.length !== columns.width) continue
    if (parseIdentity(columns, raw.line, raw.cells).type === 'variation') yield* validRows(run, raw.line, raw.cells)
  }
}

function* validRows(run: ImportRun, line: number, cells: readonly string[]): Generator<ProductRow> {
  const parsed = parseRow(run.scan.columns, line, cells, run.timeZone)
  const duplicate = run.scan.duplicates.get(line)
  if (parsed.ok && duplicate === undefined) {
    yield parsed.row
    return
  }
  const identity = parsed.ok ? parsed.row : parsed.identity
  run.stats.reject(identity, [duplicate, parsed.ok ? undefined : parsed.reason].filter(Boolean).join('; '))
  if (duplicate !== undefined) return
  for (const key of refKeys(identity)) {
    run.parents.set(key, { ok: false, reason: parentRejectedText(line) })
  }
}

async function inBatches(
  rows: AsyncIterable<ProductRow>,
  work: (batch: readonly ProductRow[]) => Promise<void>,
  reportProgress: () => void,
): Promise<void> {
  let batch: ProductRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_SIZE) continue
    await work(batch)
    batch = []
    reportProgress()
  }
  if (batch.length > 0) await work(batch)
  reportProgress()
}
