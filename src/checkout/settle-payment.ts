import { cartsOfOrder } from '../cart/cart.store.ts'
import { clearCart, lockCart, lockCartVersion, takeOut } from '../cart/change-cart.store.ts'
import type { Tx } from '../database/connect.ts'
import { isOpen } from '../orders/order-status.ts'
import { addNote, changeStatus, lockOrder, type Order } from '../orders/orders.store.ts'
import { takeStep } from '../orders/take-step.ts'
import { storeIntent } from '../payments/payments.store.ts'
import type { Intent, PaymentError } from '../payments/provider.ts'
import { paymentVerdict } from '../payments/record-payment.ts'
import { beginRefund } from '../payments/reversals.store.ts'
import { returnCouponUses } from '../pricing/coupons.store.ts'
import type { Shop } from '../shop.ts'
import { holdGoods, isBeingPaid, releaseGoods } from './hold-goods.ts'
import { type Holder, lockHolder } from './unpaid-hold.ts'

export type Settled =
  | { readonly kind: 'paid'; readonly order: Order }
  | { readonly kind: 'needs-action'; readonly intent: Intent }
  /** No money has moved, and none is on its way. `error` says why, where the provider does. */
  | { readonly kind: 'not-paid'; readonly intent: Intent; readonly error: PaymentError | null }
  /** The provider has not decided yet. */
  | { readonly kind: 'undecided'; readonly intent: Intent }
  /** The money came for an order that no longer stands, and goes back. */
  | { readonly kind: 'sent-back'; readonly intent: Intent }
  /** The payment is not what the order asked for: it is not counted, and nothing can be said of its money. */
  | { readonly kind: 'mismatch'; readonly intent: Intent }
  | { readonly kind: 'unknown-order' }
  | { readonly kind: 'unreachable' }

/**
 * Reads a payment back from the provider and writes what it says into the order. Return page, checkout call, webhook
 * job and reconcile job all come here; it does the same thing however often and in whatever order they come. `signal`
 * says how long somebody waits for it.
 */
export async function settlePayment(shop: Shop, intentId: string, signal?: AbortSignal): Promise<Settled> {
  const read = await shop.payments.provider.retrieveIntent(intentId, signal)
  if (!read.ok) return { kind: 'unreachable' }
  return applyIntent(shop, read.intent)
}

/**
 * Writes what an intent says, just as the provider answered it. An answer to a request that was sent again may be an old
 * one, so only a final state may come here without being read back.
 */
export async function applyIntent(shop: Shop, intent: Intent): Promise<Settled> {
  const orderId = intent.orderId
  if (orderId === null) return { kind: 'unknown-order' }
  const now = shop.now()
  return shop.db.transaction(async (tx): Promise<Settled> => {
    const { order, cartVersion } = await lockOrderWithCart(tx, orderId)
    if (!order) return { kind: 'unknown-order' }
    const verdict = paymentVerdict(intent, order)
    await storeIntent(tx, { orderId, intent, now })
    switch (verdict.kind) {
      case 'mismatch':
        await addNote(
          tx,
          orderId,
          `A payment of the provider does not fit this order (${verdict.what}); it was not counted: ${intent.id}.`,
          now,
        )
        shop.log.error({ orderId, intentId: intent.id, what: verdict.what }, 'a payment does not fit its order')
        return { kind: 'mismatch', intent }
      case 'requires-action':
        return { kind: 'needs-action', intent }
      case 'processing':
      case 'held':
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
    const stands = isOpen(order.status) || order.status === 'on-hold'
    if (!stands || !(await hasGoods(shop, tx, order))) {
      // The shopper had moved on or the order had timed out, and its stock is back on the shelf: the money goes back too.
      const amountCents = intent.amountReceivedCents
      const idempotencyKey = lateRefundKey(orderId, intent.id)
      const isNews = await beginRefund(tx, {
        intentId: intent.id,
        amountCents,
        reason: 'Late payment',
        idempotencyKey,
        now,
      })
      if (isNews) {
        const why = stands ? 'Paid when its goods were somebody else’s' : `Paid after it was ${order.status}`
        await addNote(tx, orderId, `${why}; the payment is being refunded.`, now)
        await shop.jobs.enqueue(tx, 'refund-late-payment', { orderId, intentId: intent.id, amountCents })
      }
      return { kind: 'sent-back', intent }
    }
    await emptyCartOf(shop, tx, order, cartVersion)
    const paid = await takeStep(shop, tx, order, 'processing', {
      paid: { transactionId: intent.chargeId ?? intent.id },
      why: `Paid by card${intent.card ? ` (${intent.card.brand} ending in ${intent.card.last4})` : ''}.`,
    })
    if (!paid) throw new Error(`Order ${orderId} is paid, but cannot become so from ${order.status}`)
    return { kind: 'paid', order: paid }
  })
}

/** The provider carries out what is asked with the same key once. */
export const lateRefundKey = (orderId: number, intentId: string): string => `order-${orderId}-late-refund-${intentId}`

/** The bank has said no to a payment that nobody asks for any more: whoever comes next may have the goods. */
async function releaseAfterNo(shop: Shop, tx: Tx, order: Order, { status, lastError }: Intent): Promise<void> {
  const isNo = status === 'requires_payment_method' && lastError !== null
  if (isNo && isOpen(order.status) && order.holdsStock && !isBeingPaid(order, shop.now()))
    await releaseGoods(shop, tx, order.id)
}

/** Whether a paid order has its goods, taken again if it had given them back. Where they are gone it is given up. */
async function hasGoods(shop: Shop, tx: Tx, order: Order): Promise<boolean> {
  if (order.holdsStock || (await holdGoods(shop, tx, order)).ok) return true
  // Its payment is not called off: it has succeeded, and goes back.
  await changeStatus(tx, order, 'cancelled', shop.now(), {
    why: 'Its goods were sold while it waited for its payment.',
  })
  await returnCouponUses(tx, order.id)
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
  const { cartId, customers } = await cartsOfOrder(tx, orderId)
  if (customers !== null) await lockCartVersion(tx, customers)
  const cartVersion = cartId === null ? null : await lockCartVersion(tx, cartId)
  if (holder) await lockHolder(tx, holder)
  return { order: await lockOrder(tx, orderId), cartVersion }
}

/** What was bought leaves the cart, unless the shopper has changed it since. */
export async function emptyCartOf(shop: Shop, tx: Tx, order: Order, cartVersion: number | null): Promise<void> {
  if (order.cartId === null || cartVersion === null) return
  if (cartVersion === order.cartVersion) {
    await clearCart(tx, order.cartId, shop.now(), { shippingMethod: null, couponCodes: [] })
    return
  }
  // Signing in while the payment was under way moved this very cart, and counted as one change of it.
  const customers = cartVersion - 1 === order.cartVersion ? (await cartsOfOrder(tx, order.id)).customers : null
  if (customers === null) return
  const bought = order.lines.map(({ productId, variationId, quantity }) => ({
    productId: variationId || productId,
    quantity,
  }))
  await takeOut(tx, await lockCart(tx, customers, shop.now()), bought, shop.now())
}
