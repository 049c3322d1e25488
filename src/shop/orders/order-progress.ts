import { awaitsTransfer } from '../payment-methods/payment-methods.ts'
import { isPickup, needsPayment } from './order-status.ts'
import type { Order } from './orders.store.ts'

export type ProgressStep = Readonly<{ label: string; at: Date | null; state: 'done' | 'current' | 'next' }>

/** Empty for an order that has ended without being delivered: cancelled or refunded. */
export function orderProgress(order: Order): readonly ProgressStep[] {
  if (order.status === 'cancelled' || order.status === 'refunded') return []
  const isPaid = order.paidAt !== null || order.totalCents === 0
  const isAwaited = needsPayment(order.status) || (awaitsTransfer(order) && !isPaid)
  const isCompleted = order.status === 'completed'
  const labelOfPayment = isPaid ? 'Paid' : isAwaited ? 'Payment' : 'Accepted'
  const labels = isPickup(order) ? ['Being prepared', 'Ready for pickup'] : ['Being packed', 'Shipped']
  const steps: readonly (readonly [label: string, at: Date | null, isDone: boolean])[] = [
    ['Placed', order.createdAt, true],
    [labelOfPayment, order.paidAt, !isAwaited && (isPaid || order.status !== 'on-hold')],
    [labels[0] ?? '', null, isCompleted],
    [labels[1] ?? '', order.completedAt, isCompleted],
  ]
  const current = steps.findIndex(([, , isDone]) => !isDone)
  return steps.map(([label, at, isDone], index) => ({
    label,
    at,
    state: isDone ? 'done' : index === current ? 'current' : 'next',
  }))
}
