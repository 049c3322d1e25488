import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { cartsOfOrder } from '../cart/cart.store.ts'
import { clearCart, lockCart, lockCartVersion, removePurchased } from '../cart/change-cart.store.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { needsPayment } from '../orders/order-status.ts'
import { changeStatus, insertOrderNote, lockOrder, type Order } from '../orders/orders.store.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import type { WithPayments } from '../payments/context.ts'
import { paymentVerdict } from '../payments/payment-verdict.ts'
import { storeIntent } from '../payments/payments.store.ts'
import type { Intent, PaymentError } from '../payments/provider.ts'
import { insertRefund } from '../payments/reversals.store.ts'
import { releaseCouponUses } from '../pricing/coupons.store.ts'
import type { OrderingSettings } from './context.ts'
import { holdGoods, isBeingPaid, releaseGoods } from './hold-goods.ts'
import { type Holder, lockHolder } from './unpaid-hold.ts'

export type SettleResult =
  | { readonly kind: 'paid'; readonly order: Order }
  | { readonly kind: 'needs-action'; readonly intent: Intent }
  /** No money has moved, and none is on its way. `error` says why, where the provider does. */
  | { readonly kind: 'not-paid'; readonly intent: Intent; readonly error: PaymentError | null }
  /** The provider has not decided yet. */
  | { readonly kind: 'undecided'; readonly intent: Intent }
  /** The money came for an order that no longer stands, and goes back. */
  | { readonly kind: 'refunding'; readonly intent: Intent }
  /** The payment is not what the order asked for: it is not counted, and nothing can be said of its money. */
  | { readonly kind: 'mismatch'; readonly intent: Intent }
  | { readonly kind: 'unknown-order' }
  | { readonly kind: 'unreachable' }

/**
 * Reads a payment back from the provider and writes what it says into the order. Return page, checkout call, webhook
 * job and reconcile job all come here; it does the same thing however often and in whatever order they come. `signal`
 * says how long somebody waits for it.
 */
export async function settlePayment(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithPayments & WithSettings<OrderingSettings>,
  intentId: string,
  signal?: AbortSignal,
): Promise<SettleResult> {
  const retrieved = await shop.payments.provider.retrieveIntent(intentId, signal)
  if (!retrieved.ok) return { kind: 'unreachable' }
  return applyIntent(shop, retrieved.intent)
}

/**
 * Writes what an intent says, just as the provider answered it. An answer to a request that was sent again may be an old
 * one, so only a final state may come here without being read back.
 */
export async function applyIntent(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithSettings<OrderingSettings>,
  intent: Intent,
): Promise<SettleResult> {
  const orderId = intent.orderId
  if (orderId === null) return { kind: 'unknown-order' }
  const now = shop.now()
  return shop.db.transaction(async (tx): Promise<SettleResult> => {
    const { order, cartVersion } = await lockOrderWithCart(tx, orderId)
    if (!order) return { kind: 'unknown-order' }
    const verdict = paymentVerdict(intent, order)
    await storeIntent(tx, { orderId, intent, now })
    switch (verdict.kind) {
      case 'mismatch':
        await insertOrderNote(
          tx,
          orderId,
          `A payment of the provider does not fit this order (${verdict.field}); it was not counted: ${intent.id}.`,
          now,
        )
        shop.log.error({ orderId, intentId: intent.id, what: verdict.field }, 'a payment does not fit its order')
        return { kind: 'mismatch', intent }
      case 'requires-action':
        return { kind: 'needs-action', intent }
      case 'processing':
      case 'authorized':
        return { kind: 'undecided', intent }
      case 'failed':
      case 'open':
      case 'canceled':
        await releaseAfterNo(shop, tx, order, intent)
        return { kind: 'not-paid', intent, error: intent.lastError }
      case 'paid':
        break
    }
    if (order.paidAt !== null) return { kind: 'paid', order }
    const stands = needsPayment(order.status) || order.status === 'on-hold'
    if (!stands || !(await hasGoods(shop, tx, order))) {
      // The shopper had moved on or the order had timed out, and its stock is back on the shelf: the money goes back too.
      const amountCents = intent.amountReceivedCents
      const idempotencyKey = lateRefundKey(orderId, intent.id)
      const isNew = await insertRefund(tx, {
        intentId: intent.id,
        amountCents,
        reason: 'Late payment',
        idempotencyKey,
        now,
      })
      if (isNew) {
        const why = stands ? 'Paid when its goods were somebody else’s' : `Paid after it was ${order.status}`
        await insertOrderNote(tx, orderId, `${why}; the payment is being refunded.`, now)
        await shop.jobs.enqueue(tx, 'refund-late-payment', { orderId, intentId: intent.id, amountCents })
      }
      return { kind: 'refunding', intent }
    }
    await clearOrderCart(shop, tx, order, cartVersion)
    const paid = await transitionOrder(shop, tx, order, 'processing', {
      paid: { transactionId: intent.chargeId ?? intent.id },
      reason: `Paid by card${intent.card ? ` (${intent.card.brand} ending in ${intent.card.last4})` : ''}.`,
    })
    if (!paid) throw new Error(`Order ${orderId} is paid, but cannot become so from ${order.status}`)
    return { kind: 'paid', order: paid }
  })
}

/** The provider carries out what is asked with the same key once. */
export const lateRefundKey = (orderId: number, intentId: string): string => `order-${orderId}-late-refund-${intentId}`

/** The bank has said no to a payment that nobody asks for any more: whoever comes next may have the goods. */
async function releaseAfterNo(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: Order,
  { status, lastError }: Intent,
): Promise<void> {
  const isNo = status === 'requires_payment_method' && lastError !== null
  if (isNo && needsPayment(order.status) && order.holdsStock && !isBeingPaid(order, shop.now()))
    await releaseGoods(shop, tx, order.id)
}

/** Whether a paid order has its goods, taken again if it had given them back. Where they are gone it is given up. */
async function hasGoods(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: Order,
): Promise<boolean> {
  if (order.holdsStock || (await holdGoods(shop, tx, order)).ok) return true
  // Its payment is not called off: it has succeeded, and goes back.
  await changeStatus(tx, order, 'cancelled', shop.now(), {
    reason: 'Its goods were sold while it waited for its payment.',
  })
  await releaseCouponUses(tx, order.id)
  return false
}

/**
 * Locks the cart first and the order second, as placing an order does, so that the two never wait for each other. Where
 * the cart was merged into a customer's, that one comes before it, as merging has it. Between them comes the holder of goods
 * that are not paid for, where it is about those.
 */
export async function lockOrderWithCart(
  tx: Tx,
  orderId: number,
  holder: Holder | null = null,
): Promise<{ readonly order: Order | null; readonly cartVersion: number | null }> {
  const { cartId, customerCartId } = await cartsOfOrder(tx, orderId)
  if (customerCartId !== null) await lockCartVersion(tx, customerCartId)
  const cartVersion = cartId === null ? null : await lockCartVersion(tx, cartId)
  if (holder) await lockHolder(tx, holder)
  return { order: await lockOrder(tx, orderId), cartVersion }
}

/** What was bought leaves the cart, unless the shopper has changed it since. */
export async function clearOrderCart(
  shop: Pick<Platform, 'now'>,
  tx: Tx,
  order: Order,
  cartVersion: number | null,
): Promise<void> {
  if (order.cartId === null || cartVersion === null) return
  if (cartVersion === order.cartVersion) {
    await clearCart(tx, order.cartId, shop.now(), { shippingMethod: null, couponCodes: [] })
    return
  }
  // Signing in while the payment was under way moved this very cart, and counted as one change of it.
  const customerCartId =
    cartVersion - 1 === order.cartVersion ? (await cartsOfOrder(tx, order.id)).customerCartId : null
  if (customerCartId === null) return
  const purchased = order.lines.map(({ productId, variationId, quantity }) => ({
    productId: variationId || productId,
    quantity,
  }))
  await removePurchased(tx, await lockCart(tx, customerCartId, shop.now()), purchased, shop.now())
}
