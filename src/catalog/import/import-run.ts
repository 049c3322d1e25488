import type { Db, Tx } from '../../database/connect.ts'
import type { UploadFiles } from '../../media/upload-files.ts'
import { announceTags } from '../../web/page-tags.ts'
import type { TaxClass } from '../catalog.table.ts'
import type { ProductInput } from '../product-record.ts'
import { pageTagsOf, planProducts, type SaveOutcome, type SaveProblem, saveProducts } from '../save-product.ts'
import type { TermBook } from '../term-book.ts'
import type { Tally } from './report.ts'
import type { ParentName, RowIdentity } from './row-identity.ts'
import type { Offers, Stored } from './stored.ts'
import type { Survey } from './survey.ts'

/** A variable product of the file, for its variations to find; or why there is none. */
export type KnownParent =
  | {
      readonly ok: true
      /** Below 0 in a dry run that would make it. */
      readonly id: number
      /** Undefined where the file leaves it as it is stored. */
      readonly offers: Offers | undefined
      readonly taxClass: TaxClass | undefined
    }
  | { readonly ok: false; readonly reason: string }

/** What a row of the file says that goes with a product, once all products have their ids. */
export type NamedLinks = {
  readonly id: number
  readonly type: ProductInput['type']
  readonly parts: readonly ProductName[] | undefined
  readonly upSells: readonly ProductName[] | undefined
  readonly crossSells: readonly ProductName[] | undefined
}
export type ProductName = ParentName
/** A group cannot be part of another one. */
export type Linkable = { readonly id: number; readonly isGroup: boolean }

/** Where the files of a product's pictures lie, by the last part of the name a row gives them. */
export type PictureFolder = {
  readonly folder: string
  readonly files: UploadFiles
  /** What was already found out about a file: its id in the library, or why it has none. */
  readonly known: Map<string, number | 'not-found' | 'not-a-picture'>
}

/** One import under way. */
export type ImportRun = {
  readonly db: Db
  readonly dryRun: boolean
  readonly now: Date
  readonly timeZone: string
  readonly survey: Survey
  readonly book: TermBook
  readonly tally: Tally
  /** By every name rows use for them, see `keysOf`. */
  readonly parents: Map<string, KnownParent>
  /** Products of the file by every name rows use for them; a variation goes by its product. Below 0 in a dry run. */
  readonly ids: Map<string, Linkable>
  readonly links: NamedLinks[]
  readonly withoutSku: ReadonlyMap<string, readonly Stored[]>
  /** Which variation of a product a row of this file already is, by parent id and choices. */
  readonly takenChoices: Map<string, number>
  /** Which stored variation a row of this file already is. */
  readonly takenIds: Map<number, number>
  /** Null: pictures are left as they are. */
  readonly pictures: PictureFolder | null
}

/** A row that passed every check and knows what it is to become. */
export type ReadyRow = {
  readonly identity: RowIdentity
  readonly stored: Stored | undefined
  /** Called once terms have their ids. */
  readonly input: () => ProductInput
}

export type RowResult = { readonly row: ReadyRow; readonly id: number; readonly outcome: SaveOutcome }

/** Saves a batch in one transaction, or finds out what saving it would do. Answers the rows that were not refused. */
export async function saveBatch(run: ImportRun, rows: readonly ReadyRow[]): Promise<RowResult[]> {
  if (rows.length === 0) return []
  const results = run.dryRun ? await planned(run, rows) : await saved(run, rows)
  for (const { outcome } of results) run.tally.count(outcome)
  return results
}

/** Nothing has an id yet in a dry run; these stand for those to come. */
let nextId = -1

export const idToCome = (): number => nextId--

async function planned(run: ImportRun, rows: readonly ReadyRow[]): Promise<RowResult[]> {
  const known = rows.filter((row) => row.stored !== undefined)
  const plans = await planProducts(
    run.db,
    known.map((row) => row.input()),
    run.now,
  )
  const planOf = new Map(known.map((row, index) => [row, plans[index]]))
  return rows.flatMap((row): RowResult[] => {
    const plan = planOf.get(row)
    if (!plan) return [{ row, id: idToCome(), outcome: 'created' }]
    if (plan.ok) return [{ row, id: plan.id ?? idToCome(), outcome: plan.outcome }]
    run.tally.reject(row.identity, wordsFor(plan.problem))
    return []
  })
}

async function saved(run: ImportRun, rows: readonly ReadyRow[]): Promise<RowResult[]> {
  const results = await patiently(run, async (tx) => {
    await run.book.write(tx)
    const inputs = rows.map((row) => row.input())
    // Most rows of a file that comes every night are as they were: those are not locked, so that no order waits for them.
    const plans = await planProducts(tx, inputs, run.now)
    const differing = inputs.filter((_, index) => !isUnchanged(plans[index]))
    const saved = await saveProducts(tx, differing, { now: run.now, reason: 'import' })
    await announceTags(tx, pageTagsOf(saved.flatMap((one) => (one.ok && one.outcome !== 'unchanged' ? [one] : []))))
    const next = saved.values()
    return plans.map((plan) => (isUnchanged(plan) ? plan : next.next().value))
  })
  run.book.settle()
  return rows.flatMap((row, index): RowResult[] => {
    const one = results[index]
    if (one?.ok && one.id !== null) return [{ row, id: one.id, outcome: one.outcome }]
    if (!one || one.ok) throw new Error(`Line ${row.identity.line} got lost`)
    run.tally.reject(row.identity, wordsFor(one.problem))
    return []
  })
}

const isUnchanged = (plan: Awaited<ReturnType<typeof planProducts>>[number] | undefined): boolean =>
  plan?.ok === true && plan.outcome === 'unchanged'

const triesOfABatch = 4

/** A shopper's order may be in the way of a batch: PostgreSQL then takes one of them back, and it may simply try again. */
async function patiently<Value>(run: ImportRun, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run.db.transaction(work)
    } catch (error) {
      run.book.undo()
      if (tries === triesOfABatch || !isCollision(error)) throw error
    }
  }
}

function isCollision(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === '40P01' || code === '40001'
}

function wordsFor(problem: SaveProblem): string {
  switch (problem.kind) {
    case 'no-such-product':
      return 'the product was deleted while the file was read'
    case 'sku-in-use':
      return `its SKU belongs to product ${problem.by}`
    case 'no-variable-parent':
      return 'its product is not a variable product'
    case 'other-parent':
      return 'it is a variation of another product'
    case 'other-type':
      return problem.stored === 'variable'
        ? 'it is a variable product here and has variations'
        : `it is a ${problem.stored} here`
    case 'no-such-link':
      return `it names product ${problem.id}, which there is not or which cannot be part of another`
    case 'no-address':
      return 'it is sold elsewhere and has no External URL that begins with http:// or https://'
  }
}
