import type { CaptureMethod } from './payments.table.ts'

/**
 * The interface of a card payment provider.
 *
 * A call has three kinds of outcome: success, an expected failure (a value that the caller handles), and an unexpected
 * error (wrong keys, a malformed request), which throws. `unreachable` means the outcome is unknown: repeat the request
 * later with the same idempotency key.
 *
 * Where a shopper waits for the result, `signal` limits the time; several calls may share one. Once aborted, the result
 * is `unreachable`, and later calls send nothing.
 */
export interface PaymentProvider {
  /** Stored with payments, so that ids of one account are never used with another. */
  readonly name: ProviderName

  /** Creates a payment intent. No money moves before `confirmIntent` or a confirmation in the browser. */
  createIntent(request: NewIntent, signal?: AbortSignal): Promise<IntentResult>
  /** Sets the customer and whether the card is kept for later. Before the confirmation; the customer of an intent never changes. */
  updateIntent(request: IntentUpdate, signal?: AbortSignal): Promise<IntentResult>
  /** Attempts the charge. A decline is `declined`; extra authentication is an intent with `requires_action`. */
  confirmIntent(request: Confirmation, signal?: AbortSignal): Promise<IntentResult>
  retrieveIntent(intentId: string, signal?: AbortSignal): Promise<IntentResult>
  cancelIntent(request: Cancellation, signal?: AbortSignal): Promise<IntentResult>
  /** Captures an authorized payment. After seven days it is refused with the code `charge_expired_for_capture`. */
  captureIntent(request: Capture, signal?: AbortSignal): Promise<IntentResult>

  refund(request: NewRefund, signal?: AbortSignal): Promise<RefundResult>
  /** The captured amount of a payment, and all its refunds and disputes, wherever they were created. */
  retrieveReversals(intentId: string, signal?: AbortSignal): Promise<ReversalsResult>

  /** Answers a dispute with evidence, once and for all. */
  submitEvidence(request: EvidenceSubmission, signal?: AbortSignal): Promise<EvidenceResult>
  /** Movements of the account's balance with the provider's fees, newest first. */
  listBalance(page: ProviderPage, signal?: AbortSignal): Promise<ProviderList<BalanceMovement>>
  /** Payouts to the shop's bank account, newest first. */
  listPayouts(page: ProviderPage, signal?: AbortSignal): Promise<ProviderList<Payout>>
  /** Payments at the provider, newest first, whoever made them. */
  listIntents(page: ProviderPage, signal?: AbortSignal): Promise<ProviderList<Intent>>

  /** Verifies a webhook's signature and parses it. `rawBody` is the exact body received. */
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
  /** `manual`: authorized first, and captured by the owner, who may take less than was authorized. */
  captureMethod?: CaptureMethod
  currency: string
  orderId: number | null
  orderKey: string | null
  cartVersion: string | null
  paymentMethodId: string | null
  customerId: string | null
  chargeId: string | null
  card: CardDetails | null
  /** Why it was cancelled: `requested_by_customer`, or `automatic` when an authorization has expired. */
  cancellationReason?: string | null
  lastError: PaymentError | null
  /** The card may be charged again later, as its owner wished. */
  savesCard?: boolean
  /** The shop's payment method; null if the intent is not from this shop. */
  gatewayId?: string | null
  /** The types of payment methods that it can be paid with. */
  methodTypes?: readonly string[]
  /** The page of the provider where the shopper continues; null: none is to be visited. */
  redirectUrl?: string | null
  /** The payment method of the last failed attempt. */
  failedMethodId?: string | null
}

/** Types of payment methods that the shopper agrees to on a page of the provider. */
export type RedirectMethodType = 'affirm' | 'afterpay_clearpay' | 'klarna'
export type PaymentMethodType = 'card' | RedirectMethodType

/** A person and their address, as the provider asks for it; empty texts are not sent. */
export type ContactDetails = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: Readonly<Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country', string>>
}

export type CardDetails = {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** The same for the same card number, within one provider account; null if the provider gives none. */
  fingerprint: string | null
  /** ISO 3166 code of the issuer's country. */
  country: string | null
  /** Whether the postal code is the cardholder's, as their bank says: `pass`, `fail`, `unavailable`, `unchecked`. */
  postalCheck: string | null
}

/** Why a payment failed. `code` and `declineCode` are keys of the error catalogue in `payment-errors.ts`. */
export type PaymentError = { code: string; declineCode: string | null; message: string }

export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export type Refund = {
  id: string
  intentId: string | null
  amountCents: number
  currency: string
  status: RefundStatus
  /** The provider's reason code, 'requested_by_customer'; null for none. */
  reason: string | null
  /** The shop's idempotency key, stored with it; null for one that was made at the provider. */
  key?: string | null
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

/** A cardholder's dispute; `warning_…` statuses are inquiries. */
export type Dispute = {
  id: string
  amountCents: number
  currency: string
  status: DisputeStatus
  /** The provider's reason code, 'product_not_received'. */
  reason: string
  createdAt: Date
  /** Deadline for the shop's evidence. */
  dueAt: Date | null
}

/** A payment's refunds and disputes, oldest first. */
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
  /** The intent of the event's object: the intent itself, or that of its charge or refund. */
  intentId: string | null
  payload: Record<string, unknown>
}

export type ProviderProblem =
  /** No response, or one that says nothing about the outcome. */
  | {
      kind: 'unreachable'
      /** The request was not even sent, so nothing of it has happened. */
      isNotSent?: true
    }
  /** The card was declined. The intent, if given, waits for another payment method. */
  | { kind: 'declined'; error: PaymentError; intent: Intent | null }
  /** The request cannot be carried out: unknown id, wrong state, amount too large. */
  | {
      kind: 'refused'
      error: PaymentError
      intent: Intent | null
      /** It names a customer who was deleted at the provider, with their cards. */
      isCustomerGone?: true
    }

export type ProviderFailure = { ok: false; problem: ProviderProblem }
export type IntentResult = { ok: true; intent: Intent } | ProviderFailure
export type RefundResult = { ok: true; refund: Refund } | ProviderFailure
export type ReversalsResult = { ok: true; reversals: Reversals } | ProviderFailure
export type WebhookResult =
  | { ok: true; event: ProviderEvent }
  | { ok: false; problem: { kind: 'invalid-signature' | 'malformed' } }

export type NewIntent = {
  amountCents: number
  currency: string
  orderId: number
  orderKey: string
  /** The shop's payment method; stored in the intent's metadata as `gateway_id`. */
  paymentMethod: string
  /** The version of the cart the order was placed from; stored in the intent's metadata. */
  cartVersion: string
  receiptEmail?: string
  description: string
  captureMethod?: CaptureMethod
  /** The only type it can be paid with; default: cards. */
  methodType?: PaymentMethodType
  /** Where the goods go, which methods with a redirect want to know. */
  shipping?: ContactDetails
  idempotencyKey: string
}

export type Capture = { intentId: string; amountCents: number; idempotencyKey: string }

export type IntentUpdate = {
  intentId: string
  /** Null leaves it as it is. */
  customerId: string | null
  savesCard: boolean
  idempotencyKey: string
}

export type Confirmation = {
  intentId: string
  /** Omitted when the intent already has one. */
  paymentMethodId?: string
  /** Whether the cardholder has to authenticate even where their bank does not ask for it. */
  requestsAuthentication?: boolean
  /** A payment method of this type and payer instead, which the shopper agrees to on the provider's page. */
  redirect?: Redirect
  idempotencyKey: string
}

export type Redirect = {
  readonly type: RedirectMethodType
  readonly payer: ContactDetails
  /** Where the provider's page sends the shopper back to. */
  readonly returnUrl: string
}

export type Cancellation = {
  intentId: string
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | 'abandoned'
  idempotencyKey: string
}

/** Texts that answer a dispute, under the provider's names. */
export const evidenceFields = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'billing_address',
  'shipping_address',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  /** At the provider this is a document; as a text it is sent at the end of `uncategorized_text`. */
  'customer_communication',
  'uncategorized_text',
] as const
export type Evidence = { readonly [Field in (typeof evidenceFields)[number]]?: string }

export type EvidenceSubmission = { disputeId: string; evidence: Evidence; idempotencyKey: string }
export type EvidenceResult = { ok: true; dispute: Dispute } | ProviderFailure

/** `after`: the id of the last item of the page before. */
export type ProviderPage = { after?: string | undefined; limit: number }
export type ProviderList<Item> = { ok: true; items: readonly Item[]; hasMore: boolean } | ProviderFailure

/** Amounts are integer cents; money that leaves the account is negative. */
export type BalanceMovement = {
  id: string
  /** The provider's name, `charge` or `refund`. */
  type: string
  amountCents: number
  feeCents: number
  netCents: number
  currency: string
  createdAt: Date
  availableAt: Date
  /** The intent that it belongs to, if there is one. */
  intentId: string | null
}

export type Payout = {
  id: string
  amountCents: number
  currency: string
  /** The provider's name, `paid` or `in_transit`. */
  status: string
  arrivesAt: Date
}

export type NewRefund = {
  intentId: string
  amountCents: number
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  idempotencyKey: string
}
