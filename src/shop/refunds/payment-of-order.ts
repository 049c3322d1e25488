import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Order } from '../orders/orders.store.ts'
import { isPaidOtherwise } from '../orders/paid-otherwise.ts'
import { findActivePayment, type Payment } from '../orders/payments/payments.store.ts'

/** Null: it was paid otherwise, even if a second payment came through the provider. */
export async function paymentOfOrder(db: Db | Tx, order: Order): Promise<Payment | null> {
  const active = await findActivePayment(db, order.id)
  return active?.status === 'succeeded' && !isPaidOtherwise(order, active) ? active : null
}
