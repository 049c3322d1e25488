import type { Shop } from '../shop.ts'
import { callOff } from './call-off.ts'
import { lockOrder, type Order } from './orders.store.ts'
import type { OrderStatus } from './orders.table.ts'
import { ownerChoices } from './owner-choices.ts'
import { takeStep } from './take-step.ts'

export type ChangeOrderStatus =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: { readonly kind: 'no-such-order' } }
  | { readonly ok: false; readonly problem: { readonly kind: 'not-allowed'; readonly from: OrderStatus } }

type ChangingShop = Pick<Shop, 'db' | 'jobs' | 'now' | 'settings' | 'secret'>

/** The owner makes something else of an order. Calling it off puts its stock back and calls off its payment. */
export async function changeOrderStatus(
  shop: ChangingShop,
  change: { readonly orderId: number; readonly to: OrderStatus; readonly author: string },
): Promise<ChangeOrderStatus> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, change.orderId)
    if (!order) return { ok: false, problem: { kind: 'no-such-order' } }
    if (order.status === change.to) return { ok: true }

    const isCard = order.paymentMethod === 'stripe_cc'
    const isPaid = order.paidAt !== null
    if (!ownerChoices({ status: order.status, isCard, isPaid }).includes(change.to)) {
      return { ok: false, problem: { kind: 'not-allowed', from: order.status } }
    }
    if (change.to === 'cancelled') await callOff(shop, tx, order)
    await takeStep(shop, tx, order, change.to, {
      author: change.author,
      ...(!isPaid && bringsMoney(order, change.to) ? { paid: { transactionId: null } } : {}),
    })
    return { ok: true }
  })
}

/** Bank and cheque money is there when the parcel is packed, cash when it was handed over. */
const bringsMoney = (order: Order, to: OrderStatus): boolean =>
  to === 'completed' || (to === 'processing' && order.paymentMethod !== 'cod')
