import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { returnStock } from '../inventory/stock.store.ts'
import { findActivePayment } from '../payments/payments.store.ts'
import { releaseCouponUses } from '../pricing/coupons.store.ts'

/** Undoes an order that will not be fulfilled: restores its stock and coupon uses, and cancels a started payment. */
export async function releaseOrder(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: { readonly id: number },
): Promise<void> {
  await invalidatePages(shop, tx, await returnStock(tx, order.id), shop.now())
  await releaseCouponUses(tx, order.id)
  const payment = await findActivePayment(tx, order.id)
  if (!payment?.intentId) return
  await shop.jobs.enqueue(tx, 'cancel-intent', { intentId: payment.intentId, orderId: order.id })
}
