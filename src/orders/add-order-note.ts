import { eq } from 'drizzle-orm'
import type { Db } from '../database/connect.ts'
import { orderNotes, orders } from './orders.table.ts'
import type { OrderNote } from './orders-read.store.ts'

export type NewNote = {
  readonly orderId: number
  readonly text: string
  readonly author: string
  /** Shown to the shopper too. */
  readonly forCustomer: boolean
  readonly now: Date
}

/** Writes what somebody of the shop has to say about an order. Null when there is no such order. */
export async function addOrderNote(db: Db, note: NewNote): Promise<OrderNote | null> {
  const { now, ...values } = note
  return db.transaction(async (tx) => {
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, note.orderId)).for('key share')
    if (!order) return null
    const [written] = await tx
      .insert(orderNotes)
      .values({ ...values, createdAt: now })
      .returning()
    return written ?? null
  })
}
