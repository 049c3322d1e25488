/** Scans the whole file before writing, then saves products, variations and links, one transaction per batch. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { UploadFiles } from '../../../things/media/upload-files.ts'
import { listClasses } from '../../taxes/taxes.store.ts'
import { refreshOutdatedProducts } from '../refresh-product.ts'
import { TermRegistry } from '../term-registry.ts'
import { taxClassMeanings } from './cell-options.ts'
import type { ColumnMapping } from './columns.ts'
import { type ImportRun, type Ledger, refreshCreated, rejectedParent, saveRows } from './import-run.ts'
import { importProductRows, lookUpProducts, rememberParent, rememberRow } from './product-batch.ts'
import { type ProductRow, parseRow } from './product-row.ts'
import { type ImportReport, ImportStats } from './report.ts'
import { type ProductRef, parseIdentity, productRefKey } from './row-identity.ts'
import { deleteUnusedPictures } from './row-pictures.ts'
import { rowsOf, scanFile } from './scan-file.ts'
import { storedById, storedBySku, storedWithoutSku } from './stored-products.ts'
import { importVariationRows } from './variation-batch.ts'

export type ImportOptions = {
  readonly now: Date
  readonly dryRun?: boolean
  readonly mapping?: ColumnMapping
  /** Skips rows of products that are not in the shop. */
  readonly onlyExisting?: boolean
  /** Fetches external pictures after their product is saved. */
  readonly fetchesPictures?: boolean
  /** URL of the shop, to recognize its own pictures. */
  readonly url?: string
  readonly ledger?: Ledger
  readonly images?: { readonly folder: string; readonly files: UploadFiles }
  readonly onProgress?: (done: number, of: number) => unknown
}

const BATCH_SIZE = 1000

/** Throws a `FileError`, with nothing changed, if the file cannot be read. */
export async function importProducts(db: Db, path: string, options: ImportOptions): Promise<ImportReport> {
  const startedAt = performance.now()
  const scan = await scanFile(path, options.mapping)
  const stats = new ImportStats(options.ledger !== undefined)
  const terms = await TermRegistry.open(db)
  const run: ImportRun = {
    db,
    scan,
    stats,
    terms,
    now: options.now,
    url: options.url ?? 'http://localhost',
    fetchesPictures: options.fetchesPictures ?? false,
    onlyExisting: options.onlyExisting ?? false,
    ledger: options.ledger ?? null,
    doneIds: new Map(),
    dryRun: options.dryRun ?? false,
    parents: new Map(),
    ids: new Map(),
    links: [],
    taxClasses: taxClassMeanings((await listClasses(db)).map(({ slug }) => slug)),
    withoutSku: await storedWithoutSku(db),
    seenChoices: new Map(),
    seenIds: new Map(),
    withdrawn: new Set(options.ledger?.withdrawn),
    created: [],
    pictures: options.images ? { ...options.images, resolved: new Map(), added: new Set() } : null,
  }
  let analyzedAt = 0
  let refreshing = Promise.resolve()
  const finishBatch = async () => {
    await refreshing
    const { created } = stats.outcomes
    const needsAnalyze = !run.dryRun && created > 2 * analyzedAt
    if (needsAnalyze) analyzedAt = created
    refreshing = refreshCreated(run).then(() => (needsAnalyze ? db.transaction(analyzeTables) : undefined))
    // The error is thrown when the promise is awaited; until then it must not count as unhandled.
    refreshing.catch(() => {})
    await writeResults(run)
    await options.onProgress?.(stats.done, scan.rows)
  }
  for await (const rows of readAhead(lookUpProducts(run, batches(validRows(run, path, false))))) {
    await importProductRows(run, rows)
    await finishBatch()
  }
  await finishBatch()
  if (scan.variations > 0)
    for await (const rows of readAhead(batches(validRows(run, path, true)))) {
      await importVariationRows(run, rows)
      await finishBatch()
    }
  await finishBatch()
  await refreshing
  // Products saved by an earlier run that was stopped.
  if (run.ledger && !run.dryRun) await refreshOutdatedProducts(db, run.now)
  for await (const links of batches(run.links)) await importLinks(run, links)
  await deleteUnusedPictures(run)

  if (stats.done !== scan.rows) throw new Error(`${scan.rows} rows were read and ${stats.done} accounted for`)
  return {
    file: path,
    dryRun: run.dryRun,
    rows: scan.rows,
    ...stats.outcomes,
    rejects: stats.rejects.toSorted((one, other) => one.line - other.line),
    newTerms: terms.added,
    withdrawn: run.withdrawn.size,
    pictures: stats.pictures,
    links: stats.links,
    columns: {
      unsupported: [...scan.unsupported].map(([name, rows]) => ({ name, rows })),
      unknown: scan.columns.unknown,
    },
    seconds: (performance.now() - startedAt) / 1000,
  }
}

/**
 * Updates the planner's statistics when the catalogue has doubled, because autovacuum comes too late for an import. A
 * tenth of the usual sample is enough until then.
 */
async function analyzeTables(tx: Tx): Promise<void> {
  await tx.execute(sql`set local default_statistics_target = 10`)
  await tx.execute(sql`analyze entries, products, stock_levels, terms, entry_terms, product_attributes, product_links`)
}

async function* batches<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Reads, checks and looks up the next batch while PostgreSQL saves the current one. */
async function* readAhead<Batch>(source: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  const read = () => {
    const next = source.next()
    // The error is thrown when this batch is awaited; until then it must not count as unhandled.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = await read(); !next.done; ) {
      const following = read()
      yield next.value
      next = await following
    }
  } finally {
    await source.return(undefined)
  }
}

/** Rows parsed before other tasks get a turn; with more, PostgreSQL would wait for its next statement. */
const ROWS_AT_A_TIME = 20

/** Rows of products or of variations. Rejects invalid rows; those that cannot be identified count as products. */
async function* validRows(run: ImportRun, path: string, areVariations: boolean): AsyncGenerator<ProductRow> {
  const { columns, duplicates } = run.scan
  let read = 0
  for await (const raw of rowsOf(path)) {
    if (++read % ROWS_AT_A_TIME === 0) await setImmediate()
    const { line } = raw
    if (!('cells' in raw)) {
      const isDone = run.ledger?.done.has(line)
      if (!areVariations && isDone) run.stats.outcomes.rejected += 1
      else if (!areVariations) run.stats.reject(raw, raw.problem)
      continue
    }
    const identity = parseIdentity(columns, line, raw.cells)
    const isWhole = raw.cells.length === columns.width
    if ((isWhole && identity.type === 'variation') !== areVariations) continue
    const { row, problems } = parseRow(columns, identity, raw.cells, run.taxClasses)
    const done = run.ledger?.done.get(line)
    if (done) {
      run.stats.outcomes[done.outcome] += 1
      if (areVariations && done.productId) run.doneIds.set(done.productId, line)
      else if (row && done.productId) rememberRow(run, row, done.productId)
      else if (!areVariations && !duplicates.has(line)) rememberParent(run, identity, rejectedParent(line))
      continue
    }
    const duplicate = duplicates.get(line)
    if (row && duplicate === undefined) yield row
    else run.stats.reject(identity, [duplicate ?? [], problems].flat().join('; '))
    if (row === null && duplicate === undefined) rememberParent(run, identity, rejectedParent(line))
  }
}

/** Stores results that belong to no transaction: of dry runs and rejected rows. */
async function writeResults({ ledger, stats }: ImportRun): Promise<void> {
  const results = stats.results.splice(0)
  if (results.length > 0) await ledger?.write(results)
}

/** Links are imported after all rows, because a row may refer to a later one. Unresolvable ones are only counted. */
async function importLinks(run: ImportRun, links: ImportRun['links']): Promise<void> {
  const refs = links.flatMap((row) => [row.groupItems ?? [], row.upSells ?? [], row.crossSells ?? []].flat())
  const elsewhere = refs.filter((ref) => !run.ids.has(productRefKey(ref)))
  const bySku = await storedBySku(
    run.db,
    elsewhere.flatMap((ref) => ('sku' in ref ? [ref.sku] : [])),
  )
  const byId = await storedById(run.db, [
    ...elsewhere.flatMap((ref) => ('sku' in ref ? [] : [ref.originalId])),
    ...links.map(({ id }) => id),
  ])
  const storedOf = (ref: ProductRef) => {
    if ('sku' in ref) return bySku.get(ref.sku)
    const product = byId.get(ref.originalId)
    // Exports name a product by its id only if it has no SKU.
    return product?.sku === null ? product : undefined
  }
  const find = (ref: ProductRef) => {
    const product = storedOf(ref)
    // A link to a variation becomes a link to its product.
    const storedProduct = product && { id: product.parentId ?? product.id, isGroup: product.type === 'grouped' }
    return run.ids.get(productRefKey(ref)) ?? storedProduct
  }
  const idsOf = (named: readonly ProductRef[] | undefined, allowsGroups = true) =>
    named?.flatMap((ref) => {
      const product = find(ref)
      run.stats.links.named += 1
      if (product && (allowsGroups || !product.isGroup)) return [product.id]
      run.stats.links.notFound += 1
      return []
    })
  const inputs = links.map(({ id, type: named, groupItems, upSells, crossSells }) => {
    const type = byId.get(id)?.type ?? named
    const linked = { id, type, upSellIds: idsOf(upSells), crossSellIds: idsOf(crossSells) }
    return type === 'grouped' ? { ...linked, groupItemIds: idsOf(groupItems, false) } : linked
  })
  if (!run.dryRun) await run.db.transaction((tx) => saveRows(run, tx, inputs))
}
