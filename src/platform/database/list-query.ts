import { and, asc, desc, inArray, is, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn, type PgSelect, type PgTable } from 'drizzle-orm/pg-core'
import { type Db, inOrderOf, isAnyOf, type Tx } from './connect.ts'

/* Parts of list queries. Undefined and empty values do not filter. */

/** Escapes a text for a LIKE pattern. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** LIKE pattern of the texts that contain a search, compared without case and accents as MySQL does for WordPress. */
const containing = (search: string): SQL =>
  sql`('%' || regexp_replace(unaccent_lower(${search}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%')`

/** `unaccent_lower` for columns without an index: most texts have no accents, and `lower` is several times faster. */
const withoutAccents = (text: SQLWrapper): SQL =>
  is(text, PgColumn)
    ? sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else unaccent_lower(${text}) end`
    : sql`unaccent_lower(${text})`

/** Whether one of these texts contains the search, in any case, with or without accents. */
export function containsText(search: string, texts: readonly SQLWrapper[]): SQL | undefined {
  const text = search.trim()
  return text === '' ? undefined : or(...texts.map((one) => sql`${withoutAccents(one)} like ${containing(text)}`))
}

/** Three letters or digits, or the end or the beginning of a word, which pg_trgm pads with one and two spaces. */
const TRIGRAM = /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]/i

/**
 * Whether a trigram index can find a text: not if it is short, or without letters, such as an emoji. In the locale of
 * the shop's own database only ASCII counts.
 */
export const hasTrigram = (text: string): boolean => TRIGRAM.test(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))

/** The same for columns with a trigram index on `unaccent_lower`. */
export function containsIndexedText(search: string, columns: readonly PgColumn[]): SQL | undefined {
  const text = search.trim()
  if (!hasTrigram(text)) return containsText(text, columns)
  return or(...columns.map((column) => sql`unaccent_lower(${column}) like ${containing(text)}`))
}

/** The same for a column that stores what `unaccent_lower` makes of a text. */
export function containsNormalizedText(search: string, column: PgColumn): SQL | undefined {
  const text = search.trim()
  return text === '' ? undefined : sql`${column} like ${containing(text)}`
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

/** WooCommerce's `orderby` as SQL, with ties by id; `include` keeps the order of the given ids. */
export function listOrder(
  columns: Readonly<Record<string, SQLWrapper>>,
  id: PgColumn,
  { orderby, order, include = [] }: Sort,
): readonly SQL[] {
  const [direction, column] = [order === 'asc' ? asc : desc, columns[orderby]]
  const first = column ? [direction(column)] : include.length > 0 ? [inOrderOf(id, include)] : []
  return [...first, direction(id)]
}

type Page = {
  readonly where: SQL | undefined
  readonly order: readonly SQL[]
  readonly limit: number
  readonly offset: number
  /** Number of rows on all pages, if it is known without counting. */
  readonly total?: number | undefined
  /** Maximum number of rows to count beyond the page's first row; at least those of the page are counted. */
  readonly maxBeyond?: number | undefined
  /** Finds the page by this column alone: whole rows before a page far back would take seconds to read. */
  readonly id?: PgColumn | undefined
}

/**
 * One page of selected rows with the total of all pages; with `isMore` the total is a lower bound. `table` is counted,
 * with everything that `where` joins.
 */
export async function readPage<Rows extends PgSelect>(
  db: Db | Tx,
  rows: Rows,
  table: PgTable | SQL,
  { where, order, limit, offset, total: known, maxBeyond, id }: Page,
): Promise<{ items: Rows['_']['result']; total: number; isMore: boolean }> {
  const page = id
    ? rows.where(sql`${id} = any(array${rowsOf(id, table, { where, order, limit, offset })})`)
    : rows.where(where).limit(limit).offset(offset)
  const max = maxBeyond === undefined ? Number.POSITIVE_INFINITY : offset + Math.max(limit, maxBeyond)
  const counted =
    known ??
    (maxBeyond === undefined
      ? db.$count(table, where)
      : db.$count(sql`${rowsOf(sql``, table, { where, order, limit: max + 1, offset: 0 })} first`))
  const [items, total] = await Promise.all([page.orderBy(...order), counted])
  return { items, total: Math.min(total, max), isMore: total > max }
}

/** The ORDER BY makes the planner choose the index with which the first rows are found soonest. */
const rowsOf = (
  columns: SQLWrapper,
  table: SQLWrapper,
  { where, order, limit, offset }: Pick<Page, 'where' | 'order' | 'limit' | 'offset'>,
): SQL => sql`(select ${columns} from ${table} where ${where ?? sql`true`}
    order by ${sql.join([...order], sql`, `)} limit ${limit} offset ${offset})`

/** A search begins with the newest `SAMPLE` rows; it is common if at least `COMMON` of them match. */
const SAMPLE = 2000
const COMMON = 40
/** The most rows that a search looks up at once. */
export const MAX_LOOKED_UP = 5000
/** A common search counts at most this many beyond the page. */
const MAX_COUNTED = 200

type Search = {
  readonly table: SQLWrapper
  readonly id: PgColumn
  readonly filtered: SQL | undefined
  /** The newest first. */
  readonly order: readonly SQL[]
  /** Undefined without a search. */
  readonly found: SQL | undefined
  /** Selects the ids of all rows that match, by indexes. */
  readonly indexed: SQL
}

/**
 * The condition of a search among filtered rows. An index would read all that match: those of a common search are
 * found soonest by going through the rows in their order.
 */
export async function searchIn(db: Db | Tx, search: Search): Promise<Pick<Page, 'where' | 'maxBeyond'>> {
  const { table, id, filtered, order, found, indexed } = search
  if (!found) return { where: filtered }
  const newest = rowsOf(sql`${id} as id, ${found} as is_found`, table, {
    where: filtered,
    order,
    limit: SAMPLE,
    offset: 0,
  })
  const { rows } = await db.execute<{ size: number; found: number[] | null }>(
    sql`select count(*)::int as size, array_agg(id) filter (where is_found) as found from ${newest} newest`,
  )
  const { size = 0, found: first } = rows[0] ?? {}
  if (size < SAMPLE) return { where: isAnyOf(id, first ?? []) }
  // The planner believes that a LIKE selects few, and would sort all; of `coalesce` it assumes half.
  if (first && first.length >= COMMON)
    return { where: and(filtered, sql`coalesce(${found}, false)`), maxBeyond: MAX_COUNTED }
  const ids = await readIdsUpTo(db, indexed, MAX_LOOKED_UP)
  return { where: and(filtered, ids ? isAnyOf(id, ids) : found) }
}

/**
 * The ids that `query` selects, or null if there are more than `max`. A list looks up few ids fastest, and many fastest by
 * going through its rows in order; the planner cannot estimate how many there are.
 */
export async function readIdsUpTo(db: Db | Tx, query: SQL, max: number): Promise<number[] | null> {
  const { rows } = await db.execute<{ id: number }>(sql`${query} limit ${max + 1}`)
  return rows.length > max ? null : rows.map(({ id }) => id)
}
