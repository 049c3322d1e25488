import type { Tx } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import { isOpen } from '../orders/order-status.ts'
import { type Order, setPayment } from '../orders/orders.store.ts'
import { takeStep } from '../orders/take-step.ts'
import type { GatewayId } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import type { Address } from './address.ts'
import { holdGoods } from './hold-goods.ts'
import { acceptedAs } from './place-order.ts'
import { shortText, TOO_MUCH_UNPAID } from './problems.tsx'
import { emptyCartOf, lockOrderWithCart } from './settle-payment.ts'
import { fitsUnpaidHold, holderOf } from './unpaid-hold.ts'

export type Choice = { readonly paymentMethod: GatewayId; readonly billing: Address }

/** `order` is null when somebody was faster, and it waits no longer. */
export type Chosen = { readonly ok: true; readonly order: Order | null } | { readonly ok: false; readonly text: string }

/**
 * Takes another way to pay, and who pays, for an order that waits for its money. One whose money comes later by itself
 * is accepted at once, if its goods can still be had and may be kept without a payment.
 */
export async function choosePayment(shop: Shop, placed: Order, choice: Choice): Promise<Chosen> {
  return changing<Chosen>(shop.db, async (tx) => {
    const isLater = choice.paymentMethod !== 'stripe_cc'
    const { order, cartVersion } = await lockOrderWithCart(tx, placed.id, isLater ? holderOf(placed) : null)
    if (!order || !isOpen(order.status)) return { ok: true, order: null }
    if (isLater && !(await fitsUnpaidHold(shop, tx, order))) return { ok: false, text: TOO_MUCH_UNPAID }
    const changed = await write(shop, tx, order, choice)
    if (choice.paymentMethod === 'stripe_cc') return { ok: true, order: changed }
    if (!changed.holdsStock) {
      const held = await holdGoods(shop, tx, changed)
      if (!held.ok) return { ok: false, text: shortText(held.short) }
    }
    await emptyCartOf(shop, tx, changed, cartVersion)
    return { ok: true, order: await takeStep(shop, tx, changed, acceptedAs[choice.paymentMethod]) }
  })
}

async function write(shop: Shop, tx: Tx, order: Order, { paymentMethod, billing }: Choice): Promise<Order> {
  const payment = { paymentMethod, paymentTitle: shop.settings().gateways[paymentMethod].title, billing }
  await setPayment(tx, order.id, payment, shop.now())
  return { ...order, ...payment }
}
