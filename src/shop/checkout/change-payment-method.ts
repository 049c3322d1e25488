import type { Address } from '../../people/addresses/address.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { needsPayment } from '../orders/order-status.ts'
import { type Order, setPaymentMethod } from '../orders/orders.store.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import type { GatewayId } from '../payments/gateways.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import { shortText, TOO_MUCH_UNPAID } from './checkout-notices.tsx'
import type { OrderingSettings } from './context.ts'
import { holdGoods } from './hold-goods.ts'
import { acceptedStatus } from './place-order.ts'
import { clearOrderCart, lockOrderWithCart } from './settle-payment.ts'
import { fitsUnpaidHold, holderOf } from './unpaid-hold.ts'

export type PaymentSelection = { readonly paymentMethod: GatewayId; readonly billing: Address }

/** `order` is null when the order is no longer waiting for a payment. */
export type Chosen = { readonly ok: true; readonly order: Order | null } | { readonly ok: false; readonly text: string }

/**
 * Changes the payment method and billing details of an unpaid order. With an offline method the order is accepted at
 * once, if its stock is available and within the limit for unpaid orders.
 */
export async function changePaymentMethod(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<OrderingSettings>,
  placed: Order,
  selection: PaymentSelection,
): Promise<Chosen> {
  return inTransaction<Chosen>(shop.db, async (tx) => {
    const isLater = selection.paymentMethod !== 'stripe_cc'
    const { order, cartVersion } = await lockOrderWithCart(tx, placed.id, isLater ? holderOf(placed) : null)
    if (!order || !needsPayment(order.status)) return { ok: true, order: null }
    if (isLater && !(await fitsUnpaidHold(shop, tx, order))) return { ok: false, text: TOO_MUCH_UNPAID }
    const changed = await savePaymentMethod(shop, tx, order, selection)
    if (selection.paymentMethod === 'stripe_cc') return { ok: true, order: changed }
    if (!changed.holdsStock) {
      const held = await holdGoods(shop, tx, changed)
      if (!held.ok) return { ok: false, text: shortText(held.short) }
    }
    await clearOrderCart(shop, tx, changed, cartVersion)
    return { ok: true, order: await transitionOrder(shop, tx, changed, acceptedStatus[selection.paymentMethod]) }
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
