import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { releaseOrder } from '../orders/change-order-status.ts'
import { changeStatus, type OrderRow } from '../orders/orders.store.ts'

/** Cancels a locked unpaid order, releases its stock and cancels its payment. */
export async function cancelUnpaidOrder(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status' | 'number' | 'paymentMethod'>,
  reason: string,
): Promise<void> {
  await changeStatus(tx, order, 'cancelled', shop.now(), { reason })
  await releaseOrder(shop, tx, order)
}
