import type {
  Cancellation,
  Capture,
  Confirmation,
  Intent,
  IntentUpdate,
  NewIntent,
  PaymentError,
} from './payment-intent.ts'
import type {
  Dispute,
  EvidenceSubmission,
  EvidenceUpload,
  ListedReversal,
  NewRefund,
  Refund,
  Reversals,
} from './refunds-and-disputes.ts'

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
  retrieveReversals(intentId: string, signal?: AbortSignal): Promise<ReversalsResult>

  listReversals(since: Date, signal?: AbortSignal): Promise<ListedReversalsResult>

  uploadEvidence(request: EvidenceUpload, signal?: AbortSignal): Promise<UploadResult>
  submitEvidence(request: EvidenceSubmission, signal?: AbortSignal): Promise<EvidenceResult>
  /** Movements of the account's balance with the provider's fees, newest first. */
  listBalance(page: ProviderPage, signal?: AbortSignal): Promise<ProviderList<BalanceMovement>>
  listPayouts(page: ProviderPage, signal?: AbortSignal): Promise<ProviderList<Payout>>
  /** Payments at the provider, newest first, whoever made them. */
  listIntents(page: ProviderPage, signal?: AbortSignal): Promise<ProviderList<Intent>>

  verifyWebhook(rawBody: string, signature: string): Promise<WebhookResult>
}

export type ProviderName = 'stripe_live' | 'stripe_test' | 'sandbox'

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
export type ListedReversalsResult = { ok: true; items: readonly ListedReversal[] } | ProviderFailure
export type UploadResult = { ok: true; fileId: string } | ProviderFailure
export type EvidenceResult = { ok: true; dispute: Dispute } | ProviderFailure
export type WebhookResult =
  | { ok: true; event: ProviderEvent }
  | { ok: false; problem: { kind: 'invalid-signature' | 'malformed' } }

/** `after`: the id of the last item of the page before. */
export type ProviderPage = { after?: string | undefined; limit: number }

export type ProviderList<Item> = { ok: true; items: readonly Item[]; hasMore: boolean } | ProviderFailure

/** Amounts are integer cents; money that leaves the account is negative. */
export type BalanceMovement = {
  id: string
  type: string
  amountCents: number
  feeCents: number
  netCents: number
  currency: string
  createdAt: Date
  availableAt: Date
  intentId: string | null
}

export type Payout = { id: string; amountCents: number; currency: string; status: string; arrivesAt: Date }
