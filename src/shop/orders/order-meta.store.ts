import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { type MetaValue, planMeta, type SentMeta } from './order-meta.ts'
import { orderMeta } from './orders.table.ts'

export async function readOrderMeta(db: Db | Tx, orderIds: readonly number[]) {
  const rows = await db.select().from(orderMeta).where(isAnyOf(orderMeta.orderId, orderIds)).orderBy(asc(orderMeta.id))
  return rows.map((row) => ({ ...row, value: JSON.parse(row.value) as MetaValue }))
}

/** Writes the metadata of a locked order; false if nothing changed, null if there would be more than `max` entries. */
export async function writeOrderMeta(tx: Tx, orderId: number, sent: readonly SentMeta[], max: number) {
  const stored = await readOrderMeta(tx, [orderId])
  const { deleted, changed, added } = planMeta(stored, sent)
  if (added.length > 0 && stored.length - deleted.length + added.length > max) return null
  const isOfOrder = eq(orderMeta.orderId, orderId)
  if (deleted.length > 0) await tx.delete(orderMeta).where(and(isOfOrder, inArray(orderMeta.id, [...deleted])))
  for (const { id, key, value } of changed)
    await tx
      .update(orderMeta)
      .set({ key, value: JSON.stringify(value) })
      .where(and(isOfOrder, eq(orderMeta.id, id)))
  if (added.length > 0)
    await tx.insert(orderMeta).values(added.map(({ key, value }) => ({ orderId, key, value: JSON.stringify(value) })))
  return deleted.length + changed.length + added.length > 0
}
