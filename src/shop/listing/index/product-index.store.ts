import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/connect.ts'
import type { entries } from '../../../things/entries/entries.table.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { attributes, type products } from '../../catalog/catalog.table.ts'

/** Rows per statement, small enough not to block the database or this process for long. */
const BATCH_SIZE = 1000

const rowColumns = sql`
  products.id, products.type, products.parent_id as "parentId", entries.status = 'publish' as "isPublished",
  products.visibility, entries.title, entries.slug, entries.menu_order as "menuOrder",
  (extract(epoch from entries.published_at) * 1000000)::float8 as "publishedMicros",
  (extract(epoch from entries.updated_at) * 1000000)::float8 as "updatedMicros",
  products.min_price_cents as "minCents", products.max_price_cents as "maxCents", products.on_sale as "onSale",
  products.stock_status as "stockStatus", products.is_featured as "isFeatured",
  products.rating_hundredths as "ratingHundredths", products.review_count as "reviewCount",
  products.total_sales as "totalSales", hashtext(split_part(products.index_digest, ' ', 2)) as "searchTextHash",
  array(select term_id from entry_terms where entry_id = products.id) as "termIds"`

const from = sql`from products join entries on entries.id = products.id`

export async function* readAllRows(db: Db): AsyncGenerator<IndexRow[]> {
  for (let after = 0; ; ) {
    const { rows } = await db.execute<IndexRow>(sql`
      select ${rowColumns} ${from}
      where products.id > ${after} and entries.id > ${after} order by products.id limit ${BATCH_SIZE}`)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.id
  }
}

export async function* readRows(db: Db, ids: readonly number[]): AsyncGenerator<IndexRow[]> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const slice = sql.param(ids.slice(start, start + BATCH_SIZE))
    const { rows } = await db.execute<IndexRow>(sql`
      select ${rowColumns} ${from} where products.id = any(${slice}::int[])`)
    yield rows
  }
}

export async function readTerms(db: Db): Promise<[IndexTerm[], IndexAttribute[]]> {
  return Promise.all([
    db.select().from(terms),
    db.select().from(attributes).where(eq(attributes.isLocal, false)).orderBy(attributes.id),
  ])
}

export async function snapshotNow(db: Db): Promise<string> {
  const { rows } = await db.execute<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`)
  return rows[0]?.snapshot ?? ''
}

/** A transaction that was in progress at `since` is reported after it commits, however long it takes. */
export async function changesSince(db: Db, since: string) {
  const snapshotSql = sql`${since}::pg_snapshot`
  const isNewer = (table: SQL) =>
    sql`${table}.changed_xid >= pg_snapshot_xmin(${snapshotSql}) and not pg_visible_in_snapshot(${table}.changed_xid, ${snapshotSql})`
  const { rows } = await db.execute<{ snapshot: string; changed: number[]; logged: (number | null)[] }>(sql`
    select pg_current_snapshot()::text as snapshot,
      array(select id from products where ${isNewer(sql`products`)}) as changed,
      array(select product_id from product_index_changes where ${isNewer(sql`product_index_changes`)}) as logged`)
  const [row] = rows
  if (!row) throw new Error('The database did not say what is new')
  const { snapshot, changed, logged } = row
  return { snapshot, changed, deleted: logged.filter((id) => id !== null), areTermsChanged: logged.includes(null) }
}

export async function deleteOldIndexChanges(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from product_index_changes where created_at < ${before.toISOString()}::timestamptz`)
}

/** A backup restarts the transaction ids: rows with ids from the future would look changed forever. */
export async function resetFutureXids(db: Db): Promise<void> {
  for (const table of [sql`products`, sql`product_index_changes`]) {
    await db.execute(sql`
      update ${table} set changed_xid = pg_current_xact_id()
      where changed_xid >= pg_snapshot_xmax(pg_current_snapshot())`)
  }
}

type ProductColumn = 'id' | 'type' | 'parentId' | 'visibility' | 'onSale' | 'stockStatus' | 'isFeatured'

type CountedColumn = 'ratingHundredths' | 'reviewCount' | 'totalSales'

export type IndexRow = Readonly<
  Pick<typeof products.$inferSelect, ProductColumn | CountedColumn> &
    Pick<typeof entries.$inferSelect, 'title' | 'slug' | 'menuOrder'>
> & {
  readonly isPublished: boolean
  /** Microseconds since 1970, the precision of the database. */
  readonly publishedMicros: number
  readonly updatedMicros: number
  readonly minCents: number | null
  readonly maxCents: number | null
  readonly searchTextHash: number
  readonly termIds: readonly number[]
}

export type IndexTerm = typeof terms.$inferSelect

export type IndexAttribute = typeof attributes.$inferSelect
