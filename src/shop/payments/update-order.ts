import { type Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import { editItems } from '../orders/by-hand/edit-items.ts'
import type { ItemsChange, ItemsProblem } from '../orders/by-hand/items.ts'
import { couponCodesOf } from '../orders/by-hand/parts.store.ts'
import { changeOrder, type OrderChange, type OrderChangeProblem } from '../orders/change-order.ts'
import { lockOrder, type Order } from '../orders/orders.store.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import { type TransitionResult, transitionByHand } from '../orders/transition-order.ts'
import { isPaidOnDelivery, isProviderMethod } from '../payment-methods/payment-methods.ts'
import { lockLimitedCoupons } from '../pricing/coupons.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { type CaptureResult, changeStatusAndPayment } from './capture-payment.ts'

type PaidProblem = 'by-provider' | 'on-delivery'

export type UpdateProblem =
  | { readonly kind: OrderChangeProblem | PaidProblem }
  /** This status moves money at the provider, which could not be undone if another change were refused. */
  | { readonly kind: 'status-alone' }
  | { readonly kind: 'items'; readonly problem: ItemsProblem }
  | Extract<TransitionResult | CaptureResult, { ok: false }>['problem']

type UpdateResult = Result<object, UpdateProblem>

type OrderUpdate = {
  readonly orderId: number
  readonly change: OrderChange
  readonly items?: ItemsChange | undefined
  readonly to?: OrderStatus | undefined
  readonly isPaid: boolean
  readonly author: string
}

/** Applies an update by staff or an API client, all or nothing. Idempotent. */
export async function updateOrder(shop: OrderingContext, update: OrderUpdate): Promise<UpdateResult> {
  const { orderId, change, items, to, isPaid, author } = update
  const isStatusAlone = !isPaid && !items && Object.values(change).every((value) => value === undefined)
  if (to !== undefined && isStatusAlone) return changeStatusAndPayment(shop, { orderId, to, author })
  return shop.db.transaction(async (tx): Promise<UpdateResult> => {
    if (items) await lockLimitedCoupons(tx, [...(items.coupons ?? []), ...(await couponCodesOf(tx, orderId))])
    const order = await lockOrder(tx, orderId)
    if (!order) return refused({ kind: 'no-such-order' })
    const payment = to && (await findActivePayment(tx, orderId))
    if (payment?.status === 'requires_capture') return refused({ kind: 'status-alone' })
    const changed = await changeOrder(tx, order, change, { author, now: shop.now() })
    if (!changed.ok) return refused({ kind: changed.problem })
    const edited = items ? await editItems(shop, tx, changed.order, items, author) : changed
    if (!edited.ok) return refused({ kind: 'items', problem: edited.problem })
    if (isPaid && order.paidAt === null) return markPaid(shop, tx, edited.order, { to, author })
    return to === undefined ? { ok: true } : transitionByHand(shop, tx, edited.order, { to, author })
  })
}

async function markPaid(
  shop: OrderingContext,
  tx: Tx,
  order: Order,
  {
    to = isPaidOnDelivery(order.paymentMethod) ? 'completed' : 'processing',
    author,
  }: Pick<OrderUpdate, 'to' | 'author'>,
): Promise<UpdateResult> {
  if (isProviderMethod(order.paymentMethod) && order.totalCents > 0) return refused({ kind: 'by-provider' })
  if (order.status === 'processing') return refused({ kind: 'on-delivery' })
  return transitionByHand(shop, tx, order, { to, author, isPaid: true })
}
