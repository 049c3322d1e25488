import { asc, desc, ilike, inArray, notInArray, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import { type Db, inOrderOf, type Tx } from './connect.ts'

/* Parts of the queries of lists. What is undefined or empty does not filter. */

/** A text as part of a LIKE pattern in which it stands for itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export function containsText(search: string, columns: readonly PgColumn[]): SQL | undefined {
  const text = search.trim()
  return text === '' ? undefined : or(...columns.map((column) => ilike(column, `%${escapeLike(text)}%`)))
}

export const among = (column: SQLWrapper, values: readonly unknown[] = []): SQL | undefined =>
  values.length > 0 ? inArray(column, [...values]) : undefined

export const notAmong = (column: SQLWrapper, values: readonly unknown[] = []): SQL | undefined =>
  values.length > 0 ? notInArray(column, [...values]) : undefined

type Sort = {
  readonly orderby: string
  readonly order: 'asc' | 'desc'
  readonly include?: readonly number[] | undefined
}

/** The order of WooCommerce's `orderby` by its names, and by id among equals; that of `include` if it is no column. */
export function listOrder(
  columns: Readonly<Record<string, SQLWrapper>>,
  id: PgColumn,
  { orderby, order, include = [] }: Sort,
): readonly SQL[] {
  const [direction, column] = [order === 'asc' ? asc : desc, columns[orderby]]
  return [column ? direction(column) : inOrderOf(id, include), direction(id)]
}

type Page = {
  readonly where: SQL | undefined
  readonly order: readonly SQL[]
  readonly limit: number
  readonly offset: number
  /** How many there are on all pages, if it is known without counting. */
  readonly total?: number | undefined
}

/** One page of selected rows, and how many there are on all pages. `table` is what is counted, with what `where` joins. */
export async function readPage<Rows extends PgSelect>(
  db: Db | Tx,
  rows: Rows,
  table: PgTable | SQL,
  { where, order, limit, offset, total: known }: Page,
): Promise<{ items: Rows['_']['result']; total: number }> {
  const ordered = rows.where(where).orderBy(...order)
  const counted = known ?? db.$count(table, where)
  const [items, total] = await Promise.all([ordered.limit(limit).offset(offset), counted])
  return { items, total }
}
