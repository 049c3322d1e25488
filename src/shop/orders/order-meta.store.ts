import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { lineMetaOf, selectedOptions } from './line-choices.ts'
import { changeMeta, type ItemMetaChange, type MetaValue, planMeta, type SentMeta } from './order-meta.ts'
import type { Order } from './orders.store.ts'
import { orderLines, orderMeta, orderShippingLines } from './orders.table.ts'

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

/** Writes metadata of items of a locked order, except its fees, which stand in its row. At most `max` entries each. */
export async function writeItemMeta(tx: Tx, order: Order, changes: readonly ItemMetaChange[], max: number) {
  const [lines, shippingLines, fees] = [[...order.lines], [...order.shippingLines], [...order.fees]]
  for (const { part, id, sent } of changes) {
    const list = { lines, shippingLines, fees }[part]
    const position = part === 'fees' ? id : list.findIndex((one) => 'id' in one && one.id === id)
    const item = list[position]
    if (!item) return 'unknown-item'
    const meta = changeMeta('choices' in item ? lineMetaOf(item) : (item.meta ?? []), sent)
    if (meta.length > max) return 'too-much-meta'
    if ('choices' in item) {
      const choices = [...selectedOptions(item), ...meta]
      await tx.update(orderLines).set({ choices }).where(eq(orderLines.id, item.id))
      lines[position] = { ...item, choices }
    } else if ('id' in item) {
      await tx.update(orderShippingLines).set({ meta }).where(eq(orderShippingLines.id, item.id))
      shippingLines[position] = { ...item, meta }
    } else fees[position] = { ...item, meta }
  }
  return { lines, shippingLines, fees }
}
