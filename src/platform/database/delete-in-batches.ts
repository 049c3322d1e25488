import { inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'

const BATCH_SIZE = 10_000

/** Deletes in batches, so that no statement exceeds its time limit or holds locks for long. Returns the number of rows. */
export async function deleteInBatches(db: Db, id: PgColumn, where: SQL | undefined): Promise<number> {
  const table = id.table as PgTable
  const batch = db.select({ id }).from(table).where(where).limit(BATCH_SIZE)
  for (let total = 0; ; ) {
    const { rowCount } = await db.delete(table).where(inArray(id, batch))
    total += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH_SIZE) return total
  }
}
