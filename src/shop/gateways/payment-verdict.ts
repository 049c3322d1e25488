import { DAY_MS } from '../../platform/time/durations.ts'
import type { Intent, PaymentError } from './payment-intent.ts'

/** The payment that an order expects. An order created without a cart has no cart version. */
export type PayableOrder = { id: number; totalCents: number; currency: string; cartVersion: number | string | null }

export const cartVersionText = (order: Pick<PayableOrder, 'cartVersion'>): string => String(order.cartVersion ?? 0)

/** An authorized payment can be captured for seven days (shop.md §9). */
export const CAPTURE_WINDOW_MS = 7 * DAY_MS

export type PaymentVerdict =
  /** Paid in full, or in part by a partial capture of an authorized payment. */
  | { kind: 'paid' }
  | { kind: 'authorized' }
  | { kind: 'requires-action' }
  /** The provider has not decided yet; a webhook will report the result. */
  | { kind: 'processing' }
  /** The last attempt failed; another card may be used. */
  | { kind: 'failed'; error: PaymentError }
  | { kind: 'open' }
  | { kind: 'canceled' }
  /** The intent does not match the order, so it never makes the order paid. */
  | { kind: 'mismatch'; field: Mismatch; expected: string; actual: string }

export type Mismatch = 'order' | 'cart-version' | 'currency' | 'amount' | 'amount-received'

/** Whether this order is paid. The only place that decides it, from an intent read from the provider. */
export const paymentVerdict = (intent: Intent, order: PayableOrder): PaymentVerdict =>
  mismatchOf(intent, order) ?? verdictByStatus(intent)

function mismatchOf(intent: Intent, order: PayableOrder): PaymentVerdict | null {
  const receivedCents =
    intent.status === 'succeeded' && !isCapturedInPart(intent) ? intent.amountReceivedCents : order.totalCents
  const comparisons: [Mismatch, string | number, string | number | null][] = [
    ['order', order.id, intent.orderId],
    ['cart-version', cartVersionText(order), intent.cartVersion],
    ['currency', order.currency, intent.currency],
    ['amount', order.totalCents, intent.amountCents],
    ['amount-received', order.totalCents, receivedCents],
  ]
  const mismatch = comparisons.find(([, expected, actual]) => expected !== actual)
  if (!mismatch) return null
  const [field, expected, actual] = mismatch
  return { kind: 'mismatch', field, expected: String(expected), actual: String(actual) }
}

/** Only the owner of the provider's account can capture, and so decide to take less than was authorized. */
const isCapturedInPart = ({ captureMethod, amountReceivedCents, amountCents }: Intent): boolean =>
  captureMethod === 'manual' && amountReceivedCents > 0 && amountReceivedCents < amountCents

function verdictByStatus({ status, lastError }: Intent): PaymentVerdict {
  if (status === 'requires_payment_method' || status === 'requires_confirmation')
    return lastError ? { kind: 'failed', error: lastError } : { kind: 'open' }
  return { kind: verdicts[status] }
}

const verdicts = {
  succeeded: 'paid',
  requires_capture: 'authorized',
  requires_action: 'requires-action',
  processing: 'processing',
  canceled: 'canceled',
} as const
