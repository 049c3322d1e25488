import type { Platform } from '../../../platform/web/context.ts'
import { statusNames } from '../order-status.ts'
import { insertOrderNote, lockOrder, setOrder } from '../orders.store.ts'
import { type OwnStatus, ownStatusOf } from './own-statuses.ts'

type Change = {
  readonly orderId: number
  readonly to: OwnStatus | null
  readonly ownStatuses: readonly OwnStatus[]
  readonly author: string
}

/** Gives an order a custom status, if it is in the core status that this stands for; null removes it. */
export const setOwnStatus = (
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { orderId, to, ownStatuses, author }: Change,
): Promise<void> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.ownStatus === (to?.slug ?? null)) return
    if (to && to.behaves_as !== order.status) return
    await setOrder(tx, orderId, { ownStatus: to?.slug ?? null, updatedAt: now() })
    const names = [ownStatusOf(order, ownStatuses), to].map((one) => one?.label ?? statusNames[order.status])
    await insertOrderNote(tx, orderId, `Order status changed from ${names.join(' to ')}.`, now(), author)
  })
