import type { Intent, PaymentError } from './provider.ts'

/** What an order expects of its payment. An order made without a cart has no cart version. */
export type PayableOrder = { id: number; totalCents: number; currency: string; cartVersion: number | string | null }

/** The cart version as it travels with the intent. */
export function cartVersionText(order: Pick<PayableOrder, 'cartVersion'>): string {
  return String(order.cartVersion ?? 0)
}

export type PaymentVerdict =
  /** The money is here. */
  | { kind: 'paid' }
  /** The money is set aside and can be taken for seven days (shop.md §9). */
  | { kind: 'authorized' }
  /** The shopper must confirm with their bank. */
  | { kind: 'requires-action' }
  /** The provider has not decided yet; a webhook will tell. */
  | { kind: 'processing' }
  /** The last attempt was refused; another card may be tried. */
  | { kind: 'failed'; error: PaymentError }
  /** Nothing was tried yet. */
  | { kind: 'open' }
  | { kind: 'canceled' }
  /** This intent is not what the order asked for: it must never make the order paid. */
  | { kind: 'mismatch'; field: Mismatch; expected: string; actual: string }

export type Mismatch = 'order' | 'cart-version' | 'currency' | 'amount' | 'amount-received'

/**
 * Is this paid? The only answer to that question: everything that hears of a payment (checkout, return page, webhook,
 * reconcile job) reads the intent back from the provider and asks here.
 */
export function paymentVerdict(intent: Intent, order: PayableOrder): PaymentVerdict {
  return mismatchOf(intent, order) ?? verdictByStatus(intent)
}

function mismatchOf(intent: Intent, order: PayableOrder): PaymentVerdict | null {
  const receivedCents = intent.status === 'succeeded' ? intent.amountReceivedCents : order.totalCents
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

function verdictByStatus(intent: Intent): PaymentVerdict {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid' }
    case 'requires_capture':
      return { kind: 'authorized' }
    case 'requires_action':
      return { kind: 'requires-action' }
    case 'processing':
      return { kind: 'processing' }
    case 'canceled':
      return { kind: 'canceled' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return intent.lastError ? { kind: 'failed', error: intent.lastError } : { kind: 'open' }
  }
}
