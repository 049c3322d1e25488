import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The column holds one of these numbers: one text however many there are, so that the statement is prepared once for all. */
export const isAnyOf = (column: PgColumn, ids: readonly number[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::int[])`
