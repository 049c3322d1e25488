import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, getTableColumns, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { columnsOf, type Db, firstOf, isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { insertRows } from '../../../../platform/database/insert-rows.ts'
import type { RowOutcome, RowResult } from '../report.ts'
import { type ImportStatus, productImports as imports, productImportRows as rows } from './product-imports.table.ts'

export type ProductImport = typeof imports.$inferSelect
export type ImportRow = Omit<typeof rows.$inferSelect, 'withdrawn'>

const active: ImportStatus[] = ['checking', 'running']
export const isActive = ({ status }: Pick<ProductImport, 'status'>): boolean => active.includes(status)

/** An import whose lease was not renewed for this long is resumed by another process. */
const LEASE_MS = 60_000

export const findImport = (db: Db | Tx, id: number): Promise<ProductImport | null> =>
  db.select().from(imports).where(eq(imports.id, id)).then(firstOf)

export async function listImports(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const items = await db.select().from(imports).orderBy(desc(imports.id)).limit(limit).offset(offset)
  return { items, total: await db.$count(imports) }
}

export type OutcomeCounts = Readonly<Record<RowOutcome, number>>

export const noRows: OutcomeCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 }

/** Counts the rows of these imports by outcome. */
export async function countRows(
  db: Db | Tx,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, OutcomeCounts>> {
  const counts = await db
    .select({ importId: rows.importId, outcome: rows.outcome, n: count() })
    .from(rows)
    .where(isAnyOf(rows.importId, importIds))
    .groupBy(rows.importId, rows.outcome)
  return new Map(
    [...Map.groupBy(counts, ({ importId }) => importId)].map(([id, outcomes]) => [
      id,
      { ...noRows, ...Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome, n])) },
    ]),
  )
}

export async function listRows(
  db: Db,
  importId: number,
  { outcome, limit, offset = 0 }: { outcome?: RowOutcome | undefined; limit: number; offset?: number },
) {
  const where = and(eq(rows.importId, importId), outcome && eq(rows.outcome, outcome))
  const order = [asc(rows.line), asc(rows.id)]
  const { withdrawn: _, ...shown } = getTableColumns(rows)
  const items = await db
    .select(shown)
    .from(rows)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { items, total: await db.$count(rows, where) }
}

/** In file order; only one batch of rows is in memory. */
export async function* eachRow(db: Db, importId: number, outcome?: RowOutcome): AsyncGenerator<ImportRow> {
  const limit = 1000
  for (let offset = 0; ; offset += limit) {
    const { items } = await listRows(db, importId, { outcome, limit, offset })
    yield* items
    if (items.length < limit) return
  }
}

/** Changes an import that is not running; null if it does not exist, `busy` if it or another one is running. */
export async function changeImport(
  db: Db,
  id: number,
  changes: Partial<ProductImport>,
  now: Date,
): Promise<ProductImport | 'busy' | null> {
  const restarts = changes.status === 'checking' || changes.status === 'running'
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!before) return null
    const [other] = restarts ? await tx.select().from(imports).where(inArray(imports.status, active)) : []
    if (other || (isActive(before) && changes.status !== 'cancelled')) return 'busy'
    // A cancelled import resumes where it stopped; the rows of a dry run are not reusable.
    if (restarts && (before.isDryRun || changes.status === 'checking'))
      await tx.delete(rows).where(eq(rows.importId, id))
    const restart = restarts && {
      isDryRun: changes.status === 'checking',
      problem: null,
      lease: null,
      leaseUntil: null,
      tries: 0,
      finishedAt: null,
      notes: [],
    }
    const finished = changes.status === 'cancelled' && { finishedAt: now }
    const set = { ...changes, ...restart, ...finished }
    return firstOf(await tx.update(imports).set(set).where(eq(imports.id, id)).returning())
  })
}

/** Claims the active import, unless another process holds its lease. */
export async function claimImport(db: Db, now: Date): Promise<(ProductImport & { readonly lease: string }) | null> {
  const lease = randomUUID()
  const done = sql`(select count(*) from product_import_rows where import_id = ${imports.id})`
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const [claimed] = await db
    .update(imports)
    .set({ lease, leaseUntil, resumedAt: now, doneBefore: sql`${done}`, tries: sql`${imports.tries} + 1` })
    .where(
      and(
        inArray(imports.status, active),
        sql`(${imports.leaseUntil} is null or ${imports.leaseUntil} < ${now.toISOString()}::timestamptz)`,
      ),
    )
    .returning()
  return claimed ? { ...claimed, lease } : null
}

/** The import was cancelled or taken over by another process; the current transaction is rolled back. */
export class ImportStopped extends Error {}

/** Stores row results in the transaction that saves the products. Throws `ImportStopped` if the lease is lost. */
export async function writeRows(
  tx: Tx,
  { id, lease }: { readonly id: number; readonly lease: string },
  results: readonly RowResult[],
  now: Date,
): Promise<void> {
  const renewed = await tx
    .update(imports)
    .set({ leaseUntil: new Date(now.getTime() + LEASE_MS), tries: 0 })
    .where(and(eq(imports.id, id), eq(imports.lease, lease), inArray(imports.status, active)))
    .returning({ id: imports.id })
  if (renewed.length === 0) throw new ImportStopped()
  const text = results.map((result) => ({ ...result, note: result.note.replaceAll('\0', ''), importId: id }))
  await insertRows(
    tx,
    rows,
    text.map(({ sku, name, ...row }) => ({ ...row, sku: sku.replaceAll('\0', ''), name: name.replaceAll('\0', '') })),
  )
}

export async function finishImport(
  db: Db,
  { id, lease }: { readonly id: number; readonly lease: string },
  changes: Partial<ProductImport>,
): Promise<void> {
  const isLeased = and(eq(imports.id, id), eq(imports.lease, lease), inArray(imports.status, active))
  await db.update(imports).set(changes).where(isLeased)
}

export async function doneRows(db: Db, importId: number) {
  const done = await db
    .select(columnsOf(rows, 'line', 'outcome', 'productId'))
    .from(rows)
    .where(eq(rows.importId, importId))
  return new Map(done.map(({ line, ...row }) => [line, row]))
}

/** Variations that rows of this import have made private, and no later row has put back on sale. */
export async function withdrawnVariations(db: Db, importId: number): Promise<number[]> {
  const { rows: found } = await db.execute<{ id: number }>(sql`select entries.id from ${rows}
    cross join jsonb_array_elements_text(${rows.withdrawn}) variation join entries on entries.id = variation::int
    where ${rows.importId} = ${importId} and entries.status = 'private'`)
  return found.map(({ id }) => id)
}

/** Imports that have ended unfinished, and whose process has stopped since. They still have its lease. */
export async function stoppedImports(db: Db, now: Date): Promise<number[]> {
  const hasStopped = and(inArray(imports.status, ['failed', 'cancelled']), lt(imports.leaseUntil, now))
  return (await db.select({ id: imports.id }).from(imports).where(hasStopped)).map(({ id }) => id)
}

export const releaseLeases = (db: Db, ids: readonly number[]) =>
  db
    .update(imports)
    .set({ lease: null, leaseUntil: null })
    .where(and(isAnyOf(imports.id, ids), notInArray(imports.status, active)))

export const deleteRows = (db: Db, importId: number) => db.delete(rows).where(eq(rows.importId, importId))

/** Deletes inactive imports: this one, or all that were uploaded before a time. Returns their ids. */
export async function deleteImports(db: Db, which: { readonly id: number } | { readonly before: Date }) {
  const isChosen = 'id' in which ? eq(imports.id, which.id) : lt(imports.createdAt, which.before)
  const deleted = await db
    .delete(imports)
    .where(and(isChosen, notInArray(imports.status, active)))
    .returning({ id: imports.id })
  return deleted.map(({ id }) => id)
}
