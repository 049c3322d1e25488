import { randomBytes } from 'node:crypto'
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { touchOrder } from './orders.store.ts'
import { orderShipments } from './orders.table.ts'
import type { Shipment } from './shipment.ts'

const { id, createdAt: _, ...columns } = getTableColumns(orderShipments)

export const readShipments = (db: Db | Tx, orderIds: readonly number[]) =>
  db.select(columns).from(orderShipments).where(isAnyOf(orderShipments.orderId, orderIds)).orderBy(asc(id))

export async function insertShipment(tx: Tx, orderId: number, shipment: Omit<Shipment, 'trackingId'>, now: Date) {
  const trackingId = randomBytes(16).toString('hex')
  const [inserted] = await tx
    .insert(orderShipments)
    .values({ ...shipment, orderId, trackingId, createdAt: now })
    .onConflictDoNothing()
    .returning(columns)
  if (inserted) await touchOrder(tx, orderId, now)
  return inserted ?? null
}

export async function deleteShipment(tx: Tx, orderId: number, trackingId: string, now: Date): Promise<Shipment | null> {
  const [deleted] = await tx
    .delete(orderShipments)
    .where(and(eq(orderShipments.orderId, orderId), eq(orderShipments.trackingId, trackingId)))
    .returning(columns)
  if (deleted) await touchOrder(tx, orderId, now)
  return deleted ?? null
}
