import { type Db, sqlState, type Tx } from '../../../platform/database/connect.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import type { UploadFiles } from '../../../things/media/upload-files.ts'
import type { ProductInput } from '../product-record.ts'
import { refreshProducts } from '../refresh-product.ts'
import { planProducts, productCacheTags, type SaveProblem, saveProducts } from '../save-product.ts'
import type { AttributeRef, TermRef, TermRegistry } from '../term-registry.ts'
import type { TaxClassMeanings } from './cell-options.ts'
import type { ProductRow } from './product-row.ts'
import type { ImportStats, RowOutcome, RowResult } from './report.ts'
import type { FileScan } from './scan-file.ts'
import type { AttributeOptions, StoredProduct } from './stored-products.ts'

type ParentInFile = {
  /** Negative in a dry run for a product that would be created. */
  readonly id: number
  /** Undefined if the file does not change the attributes. */
  readonly attributeOptions: AttributeOptions | undefined
  readonly taxClass: string | undefined
}
export type Rejected = { readonly reason: string }

export const rejectedParent = (line: number): Rejected => ({ reason: `its product in line ${line} was rejected` })
export const notVariable: Rejected = { reason: 'its product is not a variable product' }

export type PictureFolder = {
  readonly folder: string
  readonly files: UploadFiles
  readonly resolved: Map<string, number | 'not-found' | 'not-a-picture'>
  /** Pictures that this run has added to the library. */
  readonly added: Set<number>
}

/** Stores the results of rows. Rows that an earlier run of the same import has done are not imported again. */
export type Ledger = {
  readonly done: ReadonlyMap<number, { readonly outcome: RowOutcome; readonly productId: number | null }>
  /** Variations that an earlier run has made private, and no row has put back on sale. */
  readonly withdrawn: readonly number[]
  /** Part of the transaction that saves the rows, if there is one: both are stored, or neither. */
  readonly write: (results: readonly RowResult[], tx?: Tx) => Promise<void>
}

type RowLinks = Pick<ProductRow, 'groupItems' | 'upSells' | 'crossSells'> & {
  readonly id: number
  readonly type: ProductInput['type']
}

export type ImportRun = {
  readonly db: Db
  /** Base URL of the shop, to recognize its own pictures. */
  readonly url: string
  readonly onlyExisting: boolean
  readonly ledger: Ledger | null
  /** Variations done by an earlier run: id to line. */
  readonly doneIds: Map<number, number>
  readonly dryRun: boolean
  readonly now: Date
  readonly scan: FileScan
  readonly terms: TermRegistry
  readonly stats: ImportStats
  readonly parents: Map<string, ParentInFile | Rejected>
  /** Variations map to their product; negative ids in a dry run. A group cannot be a child of another one. */
  readonly ids: Map<string, { readonly id: number; readonly isGroup: boolean }>
  readonly links: RowLinks[]
  readonly taxClasses: TaxClassMeanings
  readonly withoutSku: ReadonlyMap<string, readonly StoredProduct[]>
  readonly seenChoices: Map<string, number>
  readonly seenIds: Map<number, number>
  /** Variations that became private with an attribute, unless a row of their own has given them a new value. */
  readonly withdrawn: Set<number>
  /** Saved products that `refreshCreated` has yet to list. */
  readonly created: number[]
  /** Whether pictures on other sites are fetched later; only without a folder. */
  readonly fetchesPictures: boolean
  /** null: pictures are not read from a folder. */
  readonly pictures: PictureFolder | null
}

export type PreparedRow = {
  readonly row: ProductRow
  readonly stored: StoredProduct | undefined
  /** What it refers to. Rejected rows leave no new terms behind. */
  readonly terms: readonly (TermRef | AttributeRef)[]
  /** With the ids that its terms have by then; those of new ones are negative. */
  readonly input: () => ProductInput
}

/** `registries` have the terms that rows refer to. */
export async function saveBatch(
  run: ImportRun,
  rows: readonly PreparedRow[],
  registries: readonly TermRegistry[] = [run.terms],
): Promise<Map<ProductRow, number>> {
  const ids = new Map<ProductRow, number>()
  if (rows.length === 0) return ids
  const results = run.dryRun
    ? await planRows(run.db, rows, { now: run.now, plansNew: true })
    : await writeBatch(run, rows, registries)
  for (const registry of registries) registry.commit(termsOf(rows, results))
  for (const [index, { row }] of rows.entries()) {
    const result = results[index]
    if (!result) throw new Error(`Line ${row.line} got lost`)
    if (result.ok) ids.set(row, result.id ?? placeholderId())
    // With a ledger, the transaction has already stored the result.
    if (run.ledger && !run.dryRun) run.stats.outcomes[result.ok ? result.outcome : 'rejected'] += 1
    else if (result.ok) run.stats.record(row, result.outcome, '')
    else run.stats.reject(row, problemText(result.problem))
  }
  run.stats.clearNotes()
  return ids
}

let nextId = -1

export const placeholderId = (): number => nextId--

type Plan = Awaited<ReturnType<typeof planProducts>>[number]
type Result = Exclude<Plan, { ok: true }> | Pick<Extract<Plan, { ok: true }>, 'ok' | 'id' | 'outcome'>

const termsOf = (rows: readonly PreparedRow[], results: readonly (Result | undefined)[]) =>
  rows.flatMap(({ terms }, index) => (results[index]?.ok ? terms : []))

/** New products are planned only on demand: that takes a query more. */
async function planRows(
  db: Db | Tx,
  rows: readonly PreparedRow[],
  { now, plansNew }: { readonly now: Date; readonly plansNew: boolean },
): Promise<Result[]> {
  const inputs = rows.map((row) => row.input())
  // In a dry run, the product of a new variation may not be there yet.
  const isPlanned = inputs.map(({ parentId }, at) => rows[at]?.stored || (plansNew && (parentId ?? 0) >= 0))
  const planned = inputs.filter((_, at) => isPlanned[at])
  const plans = (await planProducts(db, planned, now)).values()
  const created = { ok: true, id: null, outcome: 'created' } as const
  return isPlanned.map((isOne) => (isOne && plans.next().value) || created)
}

async function writeBatch(
  run: ImportRun,
  rows: readonly PreparedRow[],
  registries: readonly TermRegistry[],
): Promise<(Result | undefined)[]> {
  // Results of earlier rows that had no transaction of their own.
  const earlierResults = run.stats.results.splice(0)
  const results = await withRetry(run.db, registries, async (tx) => {
    // Terms are made for rows that will be saved.
    const makesTerms = rows.some(({ terms }) => terms.some(({ id }) => id < 0))
    const plans = await planRows(tx, rows, { now: run.now, plansNew: makesTerms })
    for (const registry of registries) await registry.insertNew(tx, termsOf(rows, plans))
    const inputs = rows.map((row) => row.input())
    // Most rows of a nightly file are unchanged; those are not locked, so orders do not wait for them.
    const isChanging = plans.map(
      (plan, at) => plan.ok && (plan.outcome !== 'unchanged' || inputs[at]?.requestedPictures),
    )
    const changing = inputs.filter((_, index) => isChanging[index])
    const saved = (await saveRows(run, tx, changing, true)).values()
    const results = plans.map((plan, index) => (isChanging[index] ? saved.next().value : plan))
    const entries = rows.flatMap(({ row }, index) => resultOf(run, row, results[index]) ?? [])
    await run.ledger?.write([...earlierResults, ...entries], tx)
    return results
  })
  for (const result of results) if (result?.ok && result.outcome === 'created' && result.id) run.created.push(result.id)
  return results
}

/** Lists new products and variations while the next batch is saved. After a crash the shop's next start does it. */
export async function refreshCreated({ db, created, now }: ImportRun): Promise<void> {
  const ids = created.splice(0)
  if (ids.length === 0) return
  await withRetry(db, [], async (tx) => {
    const changedIds = await refreshProducts(tx, ids, now)
    await invalidatePageTags(tx, ['listing', ...changedIds.map((id) => `product:${id}`)])
  })
}

const resultOf = ({ stats }: ImportRun, row: ProductRow, result: Result | undefined) =>
  result?.ok
    ? stats.result(row, result.outcome, '', result.id)
    : result && stats.result(row, 'rejected', problemText(result.problem))

export async function saveRows(run: ImportRun, tx: Tx, inputs: readonly ProductInput[], hidesNew = false) {
  const saved = await saveProducts(tx, inputs, { now: run.now, reason: 'import', hidesNew })
  await invalidatePageTags(tx, await productCacheTags(tx, saved))
  return saved
}

const MAX_TRIES = 4

/** Retries when PostgreSQL aborts the batch because of a deadlock with an order, or an SKU was taken in between. */
async function withRetry<Value>(
  db: Db,
  registries: readonly TermRegistry[],
  work: (tx: Tx) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      for (const registry of registries) registry.rollback()
      if (attempt === MAX_TRIES || !conflicts.includes(sqlState(error) ?? '')) throw error
    }
  }
}

/** deadlock_detected, serialization_failure and unique_violation. */
const conflicts = ['40P01', '40001', '23505']

function problemText(problem: SaveProblem): string {
  if (problem.kind === 'sku-in-use') return `its SKU belongs to product ${problem.by}`
  if (problem.kind === 'gtin-in-use') return `its GTIN belongs to product ${problem.by}`
  if (problem.kind === 'no-such-link')
    return `it names product ${problem.id}, which there is not or which cannot be part of another`
  if (problem.kind === 'type-mismatch')
    return problem.stored === 'variable'
      ? 'it is a variable product here and has variations'
      : `it is a ${problem.stored} here`
  return problemTexts[problem.kind]
}

const problemTexts = {
  'no-such-product': 'the product was deleted while the file was read',
  'no-variable-parent': notVariable.reason,
  'parent-mismatch': 'it is a variation of another product',
  'no-external-url': 'it is sold elsewhere and has no External URL that begins with http:// or https://',
  outdated: 'it was changed while the file was read',
  'sale-price-not-lower': 'the sale price is not below the regular price',
  'sale-ends-before-start': 'the sale ends before it starts',
  'stock-below-zero': 'less than nothing would be in stock',
}
