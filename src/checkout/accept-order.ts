import type { Tx } from '../database/connect.ts'
import { isOpen } from '../orders/order-status.ts'
import { type Order, setPayment } from '../orders/orders.store.ts'
import type { Address } from '../orders/orders.table.ts'
import { takeStep } from '../orders/take-step.ts'
import type { GatewayId } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { acceptedAs } from './place-order.ts'
import { emptyCartOf, lockOrderWithCart } from './settle-payment.ts'

export type Choice = { readonly paymentMethod: GatewayId; readonly billing: Address }

/**
 * Takes another way to pay, and who pays, for an order that waits for its money. One whose money comes later by itself
 * is accepted at once. Null: somebody was faster, and it waits no longer.
 */
export async function choosePayment(shop: Shop, orderId: number, choice: Choice): Promise<Order | null> {
  return shop.db.transaction(async (tx) => {
    const { order, cartVersion } = await lockOrderWithCart(tx, orderId)
    if (!order || !isOpen(order.status)) return null
    const changed = await write(shop, tx, order, choice)
    if (choice.paymentMethod === 'stripe_cc') return changed
    await emptyCartOf(shop, tx, changed, cartVersion)
    return takeStep(shop, tx, changed, acceptedAs[choice.paymentMethod])
  })
}

async function write(shop: Shop, tx: Tx, order: Order, { paymentMethod, billing }: Choice): Promise<Order> {
  const payment = { paymentMethod, paymentTitle: shop.settings().gateways[paymentMethod].title, billing }
  await setPayment(tx, order.id, payment, shop.now())
  return { ...order, ...payment }
}
