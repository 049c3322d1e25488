import type { Db, Tx } from '../../../platform/database/connect.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import type { UploadFiles } from '../../../things/media/upload-files.ts'
import type { TaxClass } from '../catalog.table.ts'
import type { ProductInput } from '../product-record.ts'
import { planProducts, productCacheTags, type SaveOutcome, type SaveProblem, saveProducts } from '../save-product.ts'
import type { TermRegistry } from '../term-registry.ts'
import type { ImportStats } from './report.ts'
import type { ProductRef, RowIdentity } from './row-identity.ts'
import type { FileScan } from './scan-file.ts'
import type { AttributeOptions, StoredProduct } from './stored-products.ts'

/** A variable product of the file, looked up by its variations; or the reason it was rejected. */
export type KnownParent =
  | {
      readonly ok: true
      /** Negative in a dry run for a product that would be created. */
      readonly id: number
      /** Undefined if the file does not change them. */
      readonly attributeOptions: AttributeOptions | undefined
      readonly taxClass: TaxClass | undefined
    }
  | { readonly ok: false; readonly reason: string }

/** Product links of a row, resolved when all products have ids. */
export type RowLinks = {
  readonly id: number
  readonly type: ProductInput['type']
  readonly groupItems: readonly LinkRef[] | undefined
  readonly upSells: readonly LinkRef[] | undefined
  readonly crossSells: readonly LinkRef[] | undefined
}
export type LinkRef = ProductRef
/** A grouped product cannot be a child of another one. */
export type Linkable = { readonly id: number; readonly isGroup: boolean }

/** Picture files by base name. */
export type PictureFolder = {
  readonly folder: string
  readonly files: UploadFiles
  /** Result per file: its media id, or the reason it has none. */
  readonly resolved: Map<string, number | 'not-found' | 'not-a-picture'>
}

/** State of a running import. */
export type ImportRun = {
  readonly db: Db
  readonly dryRun: boolean
  readonly now: Date
  readonly timeZone: string
  readonly scan: FileScan
  readonly terms: TermRegistry
  readonly stats: ImportStats
  /** By every reference rows use for them, see `refKeys`. */
  readonly parents: Map<string, KnownParent>
  /** Products of the file by every reference; variations map to their product. Negative ids in a dry run. */
  readonly ids: Map<string, Linkable>
  readonly links: RowLinks[]
  readonly withoutSku: ReadonlyMap<string, readonly StoredProduct[]>
  /** Variations already seen in this file, by parent id and attributes. */
  readonly seenChoices: Map<string, number>
  /** Stored variations already matched by a row of this file. */
  readonly seenIds: Map<number, number>
  /** Null: pictures are not changed. */
  readonly pictures: PictureFolder | null
}

/** A validated row and the product data it produces. */
export type PreparedRow = {
  readonly identity: RowIdentity
  readonly stored: StoredProduct | undefined
  /** Called once terms have ids. */
  readonly input: () => ProductInput
}

export type RowResult = { readonly row: PreparedRow; readonly id: number; readonly outcome: SaveOutcome }

/** Saves a batch in one transaction, or plans it in a dry run. Returns the rows that were not rejected. */
export async function saveBatch(run: ImportRun, rows: readonly PreparedRow[]): Promise<RowResult[]> {
  if (rows.length === 0) return []
  const results = run.dryRun ? await planBatch(run, rows) : await writeBatch(run, rows)
  for (const { outcome } of results) run.stats.countOutcome(outcome)
  return results
}

/** Placeholder ids for rows of a dry run. */
let nextId = -1

export const placeholderId = (): number => nextId--

async function planBatch(run: ImportRun, rows: readonly PreparedRow[]): Promise<RowResult[]> {
  const known = rows.filter((row) => row.stored !== undefined)
  const plans = await planProducts(
    run.db,
    known.map((row) => row.input()),
    run.now,
  )
  const planOf = new Map(known.map((row, index) => [row, plans[index]]))
  return rows.flatMap((row): RowResult[] => {
    const plan = planOf.get(row)
    if (!plan) return [{ row, id: placeholderId(), outcome: 'created' }]
    if (plan.ok) return [{ row, id: plan.id ?? placeholderId(), outcome: plan.outcome }]
    run.stats.reject(row.identity, problemText(plan.problem))
    return []
  })
}

async function writeBatch(run: ImportRun, rows: readonly PreparedRow[]): Promise<RowResult[]> {
  const results = await withRetry(run, async (tx) => {
    await run.terms.insertNew(tx)
    const inputs = rows.map((row) => row.input())
    // Most rows of a nightly file are unchanged; those are not locked, so orders do not wait for them.
    const plans = await planProducts(tx, inputs, run.now)
    const differing = inputs.filter((_, index) => !isUnchanged(plans[index]))
    const saved = await saveProducts(tx, differing, { now: run.now, reason: 'import' })
    await invalidatePageTags(
      tx,
      productCacheTags(saved.flatMap((one) => (one.ok && one.outcome !== 'unchanged' ? [one] : []))),
    )
    const next = saved.values()
    return plans.map((plan) => (isUnchanged(plan) ? plan : next.next().value))
  })
  run.terms.commit()
  return rows.flatMap((row, index): RowResult[] => {
    const one = results[index]
    if (one?.ok && one.id !== null) return [{ row, id: one.id, outcome: one.outcome }]
    if (!one || one.ok) throw new Error(`Line ${row.identity.line} got lost`)
    run.stats.reject(row.identity, problemText(one.problem))
    return []
  })
}

const isUnchanged = (plan: Awaited<ReturnType<typeof planProducts>>[number] | undefined): boolean =>
  plan?.ok === true && plan.outcome === 'unchanged'

const MAX_TRIES = 4

/** Retries when PostgreSQL aborts the batch because of a deadlock with an order. */
async function withRetry<Value>(run: ImportRun, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run.db.transaction(work)
    } catch (error) {
      run.terms.rollback()
      if (attempt === MAX_TRIES || !isTransactionConflict(error)) throw error
    }
  }
}

function isTransactionConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === '40P01' || code === '40001'
}

function problemText(problem: SaveProblem): string {
  switch (problem.kind) {
    case 'no-such-product':
      return 'the product was deleted while the file was read'
    case 'sku-in-use':
      return `its SKU belongs to product ${problem.by}`
    case 'no-variable-parent':
      return 'its product is not a variable product'
    case 'parent-mismatch':
      return 'it is a variation of another product'
    case 'type-mismatch':
      return problem.stored === 'variable'
        ? 'it is a variable product here and has variations'
        : `it is a ${problem.stored} here`
    case 'no-such-link':
      return `it names product ${problem.id}, which there is not or which cannot be part of another`
    case 'no-external-url':
      return 'it is sold elsewhere and has no External URL that begins with http:// or https://'
  }
}
