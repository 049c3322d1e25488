import type { Tx } from '../database/connect.ts'
import { livePaymentOf } from '../payments/payments.store.ts'
import { returnCouponUses } from '../pricing/coupons.store.ts'
import type { Shop } from '../shop.ts'
import { returnStock } from '../stock/stock.store.ts'
import { tellPages } from '../stock/tell-pages.ts'

/** What follows when an order will not be sent: its stock and its coupons' uses go back, and a payment begun for it is called off. */
export async function callOff(
  shop: Pick<Shop, 'jobs' | 'settings' | 'now'>,
  tx: Tx,
  order: { readonly id: number },
): Promise<void> {
  await tellPages(shop, tx, await returnStock(tx, order.id), shop.now())
  await returnCouponUses(tx, order.id)
  const payment = await livePaymentOf(tx, order.id)
  if (!payment?.intentId) return
  await shop.jobs.enqueue(tx, 'cancel-intent', { intentId: payment.intentId, orderId: order.id })
}
