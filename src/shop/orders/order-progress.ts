import { isPickup, needsPayment } from './order-status.ts'
import type { Order } from './orders.store.ts'

export type ProgressStep = Readonly<{ label: string; at: Date | null; state: 'done' | 'current' | 'next' }>

/** Empty for an order that has ended without being delivered: cancelled or refunded. */
export function orderProgress(order: Order): readonly ProgressStep[] {
  if (order.status === 'cancelled' || order.status === 'refunded') return []
  const isPaid = order.paidAt !== null || order.totalCents === 0
  const isAccepted = !needsPayment(order.status)
  const isCompleted = order.status === 'completed'
  const labelOfPayment = isPaid ? 'Paid' : isAccepted ? 'Accepted' : 'Payment'
  const labels = isPickup(order) ? ['Being prepared', 'Ready for pickup'] : ['Being packed', 'Shipped']
  const steps: readonly (readonly [label: string, at: Date | null, isDone: boolean])[] = [
    ['Placed', order.createdAt, true],
    [labelOfPayment, order.paidAt, isAccepted && (isPaid || order.status !== 'on-hold')],
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
