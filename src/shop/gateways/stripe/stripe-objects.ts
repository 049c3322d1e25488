import type Stripe from 'stripe'
import { storableText } from '../../../platform/storable-text.ts'
import { type CardDetails, type Intent, intentStatuses, type PaymentError } from '../payment-intent.ts'
import { type Dispute, disputeStatuses, type Refund, refundStatuses } from '../refunds-and-disputes.ts'

/** In the pinned API version an intent may contain its charges instead of the latest charge's id. */
type VersionedIntent = Stripe.PaymentIntent & { charges?: { data: { id: string }[] } }

export function parseIntent(intent: VersionedIntent): Intent {
  const method = intent.payment_method
  const failure = intent.last_payment_error
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: knownStatus(intentStatuses, intent.status),
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    captureMethod: intent.capture_method === 'manual' ? 'manual' : 'automatic',
    currency: intent.currency.toUpperCase(),
    createdAt: new Date(intent.created * 1000),
    orderId: parseId(intent.metadata.order_id),
    orderKey: intent.metadata.order_key ?? null,
    cartVersion: intent.metadata.cart_version ?? null,
    paymentMethodId: idOf(method),
    customerId: idOf(intent.customer),
    chargeId: idOf(intent.latest_charge ?? intent.charges?.data[0] ?? null),
    card: parseCard(method !== null && typeof method === 'object' ? method : (failure?.payment_method ?? null)),
    cancellationReason: intent.cancellation_reason ?? null,
    lastError: failure ? parseError(failure) : null,
    savesCard: intent.setup_future_usage === 'off_session',
    gatewayId: intent.metadata.gateway_id ?? null,
    methodTypes: intent.payment_method_types,
    redirectUrl: intent.next_action?.redirect_to_url?.url ?? null,
    failedMethodId: idOf(failure?.payment_method),
  }
}

export function parseCard(method: Stripe.PaymentMethod | null): CardDetails | null {
  const card = method?.card
  if (!card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint, country, checks } = card
  return {
    brand,
    last4,
    expMonth,
    expYear,
    fingerprint: fingerprint ?? null,
    country,
    postalCheck: checks?.address_postal_code_check ?? null,
  }
}

export function parseError(error: { code?: string; decline_code?: string; message?: string }): PaymentError {
  // The SDK returns an empty string where the provider gave no code.
  return { code: error.code ?? '', declineCode: error.decline_code || null, message: error.message ?? '' }
}

/** The field of a refund's metadata with the shop's idempotency key. */
export const refundKeyField = 'refund_key'

export const parseRefund = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  amountCents: refund.amount,
  currency: refund.currency.toUpperCase(),
  status: knownStatus(refundStatuses, refund.status ?? 'pending'),
  reason: refund.reason,
  key: refund.metadata?.[refundKeyField] ?? null,
  createdAt: new Date(refund.created * 1000),
})

/** Whether a listed refund is the rest that a partial capture has released: no money moved. */
export const isRelease = (refund: Pick<Stripe.Refund, 'status' | 'balance_transaction'>): boolean =>
  refund.status === 'succeeded' && refund.balance_transaction === null

export function parseDispute(dispute: Stripe.Dispute): Dispute {
  const dueAt = dispute.evidence_details.due_by
  return {
    id: dispute.id,
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    status: knownStatus(disputeStatuses, dispute.status),
    reason: dispute.reason,
    createdAt: new Date(dispute.created * 1000),
    dueAt: dueAt === null ? null : new Date(dueAt * 1000),
  }
}

export type EventObject = { id?: string; object?: string; payment_intent?: string | { id: string } | null }

export const intentIdOf = ({ id, object, payment_intent }: EventObject): string | null =>
  object === 'payment_intent' ? (id ?? null) : idOf(payment_intent ?? null)

export type ProviderEvent = ReturnType<typeof parseEvent>

export const parseEvent = (event: Stripe.Event) => {
  // The intent of the event's object: the intent itself, or that of its charge or refund.
  const intentId = intentIdOf(event.data.object as EventObject)
  return {
    id: event.id,
    type: event.type as string,
    createdAt: new Date(event.created * 1000),
    intentId,
    payload: JSON.parse(JSON.stringify(intentId === null ? withoutContent(event) : event, toStored)) as Record<
      string,
      unknown
    >,
  }
}

/** Of a card or a customer only the id is used, and an erasure finds events by their intent. */
const withoutContent = ({ data }: Stripe.Event) => ({ data: { object: { id: (data.object as EventObject).id } } })

/** JSON replacer that drops client secrets, and names and characters that PostgreSQL cannot store. */
function toStored(name: string, value: unknown): unknown {
  if (name === 'client_secret') return undefined
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (key.includes('\0') ? [] : [[key.toWellFormed(), one]])),
  )
}

/** Throws on an unknown state: better to stop than to guess whether money moved. */
export function knownStatus<T extends string>(statuses: readonly T[], status: string | undefined): T {
  if (status === undefined) throw new TypeError('The payment provider answered without a state')
  const match = statuses.find((each) => each === status)
  if (match === undefined) throw new Error(`The payment provider reported an unknown state: ${status}`)
  return match
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
