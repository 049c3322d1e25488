import { formatMoney, parsePrice } from '../../../platform/money/money.ts'
import { captureBeforeMeta } from '../order-status.ts'
import { disputesMeta, isClosed } from '../payments/reversals.ts'
import type { DisputeJson, OrderJson } from '../rest/order-json.ts'

export const disputesOf = (order: OrderJson): readonly DisputeJson[] => {
  const value = order.meta_data.find((meta) => meta.key === disputesMeta)?.value
  return typeof value === 'object' && value !== null ? (value as readonly DisputeJson[]) : []
}

export const isDisputed = (order: OrderJson): boolean => disputesOf(order).some((dispute) => !isClosed(dispute.status))

/** When the authorization of the order's payment ends; null without one that can be captured. */
export function captureBefore(order: OrderJson): string | null {
  const until = order.meta_data.find(({ key }) => key === captureBeforeMeta)?.value
  return typeof until === 'string' ? until : null
}

export function captureQuestion(order: OrderJson, cents: number) {
  const amount = formatMoney(cents, order.currency)
  const restCents = (parsePrice(order.total, order.currency) ?? 0) - cents
  const rest =
    restCents > 0
      ? ` The other ${formatMoney(restCents, order.currency)} is released and cannot be captured later.`
      : ''
  return {
    question: `Capture ${amount}?`,
    text: `${amount} is charged to the customer’s card now.${rest} The order is processed, and the customer is told by email.`,
    confirmLabel: `Capture ${amount}`,
    cancelLabel: 'Cancel',
  }
}
