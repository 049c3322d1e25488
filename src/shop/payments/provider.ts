/**
 * What the shop asks of a card payment provider, in the shop's words.
 *
 * Three kinds of outcome: what was asked for, an expected "no" (a value the caller must read), and a surprise
 * (wrong keys, a malformed request), which throws. `unreachable` means nobody knows whether it happened:
 * ask again later with the same idempotency key.
 *
 * Where somebody waits for the answer, a `signal` says how long; one may be shared by several calls. Aborted, it makes the
 * answer `unreachable`, and a call begun after that sends nothing.
 */
export interface PaymentProvider {
  /** Written beside stored payments and customers, so that ids of one account are never used with another. */
  readonly name: ProviderName

  createCustomer(request: NewCustomer): Promise<CustomerResult>

  /** Prepares a payment. No money moves before `confirmIntent` or a confirmation in the browser. */
  createIntent(request: NewIntent, signal?: AbortSignal): Promise<IntentResult>
  /** Tries to take the money. A decline is `declined`; extra authentication is an intent that `requires_action`. */
  confirmIntent(request: Confirmation, signal?: AbortSignal): Promise<IntentResult>
  retrieveIntent(intentId: string, signal?: AbortSignal): Promise<IntentResult>
  cancelIntent(request: Cancellation): Promise<IntentResult>

  /** Prepares keeping a card for later without taking money. */
  createSetupIntent(request: NewSetupIntent): Promise<SetupIntentResult>
  retrieveSetupIntent(setupIntentId: string): Promise<SetupIntentResult>

  retrievePaymentMethod(paymentMethodId: string): Promise<PaymentMethodResult>
  refund(request: NewRefund): Promise<RefundResult>
  /** What has been taken of a payment, and all that went back or is asked back, whoever began it and wherever. */
  retrieveReversals(intentId: string): Promise<ReversalsResult>

  /** Reads a webhook after checking its signature. `rawBody` must be the bytes as received. */
  verifyWebhook(rawBody: string, signature: string): Promise<WebhookResult>
}

export type ProviderName = 'stripe_live' | 'stripe_test' | 'sandbox'

export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const
export type IntentStatus = (typeof intentStatuses)[number]

/** A payment as the provider reports it. Amounts are integer cents, `currency` is upper case. */
export type Intent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amountCents: number
  amountReceivedCents: number
  currency: string
  orderId: number | null
  orderKey: string | null
  cartVersion: string | null
  paymentMethodId: string | null
  customerId: string | null
  chargeId: string | null
  card: CardDetails | null
  lastError: PaymentError | null
}

export type CardDetails = { brand: string; last4: string; expMonth: number; expYear: number }

/** Why a payment failed. `code` and `declineCode` are keys of the error catalogue in `payment-errors.ts`. */
export type PaymentError = { code: string; declineCode: string | null; message: string }

export type SetupIntent = {
  id: string
  clientSecret: string
  /** The states of a payment, less the capture. */
  status: IntentStatus
  customerId: string | null
  paymentMethodId: string | null
  lastError: PaymentError | null
}

export type PaymentMethod = { id: string; type: string; customerId: string | null; card: CardDetails | null }

export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export type Refund = {
  id: string
  intentId: string | null
  amountCents: number
  currency: string
  status: RefundStatus
  /** The provider's word for it, 'requested_by_customer'; null where nobody gave one. */
  reason: string | null
  createdAt: Date
}

export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'charge_refunded',
  'won',
  'lost',
  'prevented',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** A cardholder asks their bank for the money back; the `warning_…` ones only ask what it was for. */
export type Dispute = {
  id: string
  amountCents: number
  currency: string
  status: DisputeStatus
  /** The provider's word for it, 'product_not_received'. */
  reason: string
  createdAt: Date
  /** Until then the shop may answer. */
  dueAt: Date | null
}

/** A payment read back: its refunds and disputes, oldest first. */
export type Reversals = {
  intentId: string
  capturedCents: number
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  /** The payment the event is about: the intent itself, or the one its charge or refund belongs to. */
  intentId: string | null
  payload: Record<string, unknown>
}

export type ProviderProblem =
  /** No answer, or one that says nothing about the outcome. */
  | { kind: 'unreachable' }
  /** The card was refused. The intent, where given, waits for another payment method. */
  | { kind: 'declined'; error: PaymentError; intent: Intent | null }
  /** The request cannot be carried out: unknown id, wrong state, amount too large. */
  | { kind: 'refused'; error: PaymentError; intent: Intent | null }

type ProviderFailure = { ok: false; problem: ProviderProblem }
export type CustomerResult = { ok: true; customerId: string } | ProviderFailure
export type IntentResult = { ok: true; intent: Intent } | ProviderFailure
export type SetupIntentResult = { ok: true; setupIntent: SetupIntent } | ProviderFailure
export type PaymentMethodResult = { ok: true; paymentMethod: PaymentMethod } | ProviderFailure
export type RefundResult = { ok: true; refund: Refund } | ProviderFailure
export type ReversalsResult = { ok: true; reversals: Reversals } | ProviderFailure
export type WebhookResult = { ok: true; event: ProviderEvent } | { ok: false; problem: { kind: 'invalid-signature' } }

export type NewCustomer = {
  email: string
  name: string
  phone?: string
  /** The shop's own customer number, for the owner who looks at the provider's dashboard. */
  shopCustomerId: number
  idempotencyKey: string
}

export type NewIntent = {
  amountCents: number
  currency: string
  orderId: number
  orderKey: string
  /** The state of the cart the order was made from; travels with the intent (architecture: bound to a cart version). */
  cartVersion: string
  customerId?: string
  paymentMethodId?: string
  receiptEmail?: string
  description: string
  /** Keep the card with the customer for later purchases; needs `customerId`. */
  saveCard?: boolean
  idempotencyKey: string
}

export type Confirmation = {
  intentId: string
  /** Left out when the intent already carries one. */
  paymentMethodId?: string
  idempotencyKey: string
}

export type Cancellation = {
  intentId: string
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | 'abandoned'
  idempotencyKey: string
}

export type NewSetupIntent = { customerId?: string; paymentMethodId?: string; idempotencyKey: string }

export type NewRefund = {
  intentId: string
  amountCents: number
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  idempotencyKey: string
}
