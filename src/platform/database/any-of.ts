import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * `column = any(ids)` with one array parameter, so that the statement text is independent of the number of ids and can
 * be prepared.
 */
export const isAnyOf = (column: PgColumn, ids: readonly number[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::int[])`
