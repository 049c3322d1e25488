import type { Tx } from '../database/connect.ts'
import { callOff } from '../orders/call-off.ts'
import type { OrderHead } from '../orders/orders.store.ts'
import { changeStatus } from '../orders/orders.store.ts'
import type { Shop } from '../shop.ts'

/** Gives up a locked order that nobody has paid: its goods can be had again, and its payment is called off. */
export async function giveUp(
  shop: Shop,
  tx: Tx,
  order: Pick<OrderHead, 'id' | 'status' | 'number' | 'paymentMethod'>,
  why: string,
): Promise<void> {
  await changeStatus(tx, order, 'cancelled', shop.now(), { why })
  await callOff(shop, tx, order)
}
