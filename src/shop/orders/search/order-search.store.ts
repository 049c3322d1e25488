import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { readIdsUpTo } from '../../../platform/database/list-query.ts'
import { orders } from '../orders.table.ts'
import { likePatterns, searchedWords } from './order-search.ts'

/** Of the newest `SAMPLE` orders, at least `COMMON` match when a search is common. */
const SAMPLE = 2000
const COMMON = 40
/** The most matches read from the trigram index, which returns them unsorted. */
const MAX_INDEXED = 20_000

export type OrderMatches = {
  readonly where: SQL
  /** So many orders match that they are scanned in list order, and counted only in part. */
  readonly isCommon: boolean
}

/**
 * Orders that contain all words of a search. Rare words are found with the trigram index, all matches at once. Common
 * words are found faster by scanning orders in list order until the page is full. The planner cannot choose, because it
 * cannot estimate how many orders match.
 */
export async function matchOrders(db: Db | Tx, search: string): Promise<OrderMatches> {
  const patterns = likePatterns(searchedWords(search))
  if (patterns.length === 0) return { where: sql`false`, isCommon: false }
  const conditions = patterns.map((pattern) => sql`text like ${pattern}`)
  const matching = sql`select order_id as id from order_search where ${sql.join(conditions, sql` and `)}`
  const ids = (await areCommon(db, patterns)) ? null : await readIdsUpTo(db, matching, MAX_INDEXED)
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
