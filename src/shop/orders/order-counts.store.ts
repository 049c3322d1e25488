import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { orderCounts } from './orders.table.ts'
import type { OwnStatus } from './statuses/own-statuses.ts'

/** By slug, custom statuses included. */
export async function countOrdersByStatus(
  db: Db | Tx,
  ownStatuses: readonly OwnStatus[] = [],
): Promise<ReadonlyMap<string, number>> {
  const { status, ownStatus } = orderCounts
  const rows = await db
    .select({ status, ownStatus, total: sql<number>`sum(${orderCounts.total})::int` })
    .from(orderCounts)
    .groupBy(status, ownStatus)
  const totals = new Map<string, number>()
  for (const row of rows) {
    const isOwn = ownStatuses.some(({ slug, behaves_as }) => slug === row.ownStatus && behaves_as === row.status)
    const slug = (isOwn && row.ownStatus) || row.status
    totals.set(slug, (totals.get(slug) ?? 0) + row.total)
  }
  return totals
}

/** Adds up the rows of each status into one. One statement, so that readers see either all or the sum. */
export async function foldOrderCounts(db: Db): Promise<void> {
  await db.execute(sql`
    with counted as (delete from order_counts returning *)
    insert into order_counts (status, own_status, total)
    select status, own_status, sum(total) from counted group by status, own_status having sum(total) <> 0`)
}
