import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { orders } from '../orders.table.ts'
import { likePatterns, searchedWords } from './order-search.ts'

/** How many of the newest orders are looked at to know whether what is sought is common, and how many have it then. */
const SAMPLE = 2000
const COMMON = 40
/** More orders are not read by the index, which knows nothing of their order. */
const MAX_INDEXED = 20_000

export type OrderMatches = {
  readonly where: SQL
  /** So many match that they are found by walking through the orders, and counted only so far. */
  readonly isCommon: boolean
}

/**
 * Orders that have all words of a search. What few have is found by the index of trigrams, all of it. What many have is
 * found sooner in the orders themselves, in the order of the list, until its page is full. The planner is not asked to
 * choose, because it cannot know how many orders have a text.
 */
export async function matchOrders(db: Db | Tx, search: string): Promise<OrderMatches> {
  const patterns = likePatterns(searchedWords(search))
  if (patterns.length === 0) return { where: sql`false`, isCommon: false }
  const ids = (await areCommon(db, patterns)) ? null : await indexedIds(db, patterns)
  return ids === null
    ? {
        where: sql`(select text from order_search where order_id = ${orders.id}) like all(${sql.param([...patterns])}::text[])`,
        isCommon: true,
      }
    : { where: sql`${orders.id} = any(${sql.param(ids)}::int[])`, isCommon: false }
}

async function areCommon(db: Db | Tx, patterns: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ found: number }>(sql`select count(*)::int as found
    from (select text from order_search order by order_id desc limit ${SAMPLE}) newest
    where text like all(${sql.param([...patterns])}::text[])`)
  return (rows[0]?.found ?? 0) >= COMMON
}

/** Null if there are too many. */
async function indexedIds(db: Db | Tx, patterns: readonly string[]): Promise<number[] | null> {
  const conditions = patterns.map((pattern) => sql`text like ${pattern}`)
  const { rows } = await db.execute<{ id: number }>(
    sql`select order_id as id from order_search where ${sql.join(conditions, sql` and `)} limit ${MAX_INDEXED + 1}`,
  )
  return rows.length > MAX_INDEXED ? null : rows.map(({ id }) => id)
}
