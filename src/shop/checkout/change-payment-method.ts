import type { Address } from '../../people/addresses/address.ts'
import { inTransaction, type Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { transitionOrder } from '../orders/change-order-status.ts'
import { needsPayment } from '../orders/order-status.ts'
import { type Order, setPaymentMethod } from '../orders/orders.store.ts'
import type { GatewayId } from '../payments/gateways.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import { shortfallTexts, TOO_MUCH_UNPAID } from './checkout-notices.tsx'
import type { OrderingSettings } from './context.ts'
import { acceptedStatus } from './place-order.ts'
import { reserveStock } from './reserve-stock.ts'
import { clearOrderCart, lockOrderWithCart } from './settle-payment.ts'
import { buyerOf, isWithinReservationLimit } from './unpaid-reservations.ts'

export type PaymentSelection = { readonly paymentMethod: GatewayId; readonly billing: Address }

/** `order` is null when the order is no longer waiting for a payment. */
export type ChangePaymentMethodResult =
  | { readonly ok: true; readonly order: Order | null }
  | { readonly ok: false; readonly text: string }

/**
 * Changes the payment method and billing details of an unpaid order. With an offline method the order is accepted at
 * once, if its stock is available and within the limit for unpaid orders.
 */
export async function changePaymentMethod(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<OrderingSettings>,
  unpaidOrder: Order,
  selection: PaymentSelection,
): Promise<ChangePaymentMethodResult> {
  return inTransaction<ChangePaymentMethodResult>(shop.db, async (tx) => {
    const isPaidLater = selection.paymentMethod !== 'stripe_cc'
    const { order, cartVersion } = await lockOrderWithCart(
      tx,
      unpaidOrder.id,
      isPaidLater ? buyerOf(unpaidOrder) : null,
    )
    if (!order || !needsPayment(order.status)) return { ok: true, order: null }
    if (isPaidLater && !(await isWithinReservationLimit(shop, tx, order))) return { ok: false, text: TOO_MUCH_UNPAID }
    const changedOrder = await savePaymentMethod(shop, tx, order, selection)
    if (selection.paymentMethod === 'stripe_cc') return { ok: true, order: changedOrder }
    if (!changedOrder.holdsStock) {
      const reservation = await reserveStock(shop, tx, changedOrder)
      if (!reservation.ok) return { ok: false, text: shortfallTexts(reservation.shortfalls) }
    }
    await clearOrderCart(shop, tx, changedOrder, cartVersion)
    return { ok: true, order: await transitionOrder(shop, tx, changedOrder, acceptedStatus[selection.paymentMethod]) }
  })
}

async function savePaymentMethod(
  shop: Pick<Platform, 'now'> & WithSettings<PaymentMethodSettings>,
  tx: Tx,
  order: Order,
  { paymentMethod, billing }: PaymentSelection,
): Promise<Order> {
  const payment = { paymentMethod, paymentMethodTitle: shop.settings().gateways[paymentMethod].title, billing }
  await setPaymentMethod(tx, order.id, payment, shop.now())
  return { ...order, ...payment }
}
