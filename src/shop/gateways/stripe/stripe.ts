import type Stripe from 'stripe'
import type * as intents from '../payment-intent.ts'
import type { IntentResult, ProviderName } from '../provider.ts'
import type { Evidence, EvidenceFiles, EvidenceSubmission, EvidenceUpload, NewRefund } from '../refunds-and-disputes.ts'
import { accountLists } from './stripe-account.ts'
import { callProvider } from './stripe-call.ts'
import { type StripeAccount, stripeClient, versionOptions, withIdempotencyKey } from './stripe-client.ts'
import { isRelease, parseDispute, parseIntent, parseRefund, refundKeyField } from './stripe-objects.ts'
import { verifyWebhook } from './stripe-webhooks.ts'

export type StripeOptions = StripeAccount & {
  readonly name: ProviderName
  readonly webhookSecret: string
  readonly now?: () => Date
}

/** Maximum of refunds or disputes read per payment, which has a handful; more need a manual check anyway. */
const maxReversals = 1000
const expandCard = { expand: ['payment_method'] }
const requestAuthentication = { payment_method_options: { card: { request_three_d_secure: 'any' } } } as const

export type PaymentProvider = ReturnType<typeof createStripeProvider>

/**
 * The calls of the payment provider.
 *
 * A call has three kinds of outcome: success, an expected failure (a value that the caller handles), and an unexpected
 * error (wrong keys, a malformed request), which throws. `unreachable` means the outcome is unknown: repeat the request
 * later with the same idempotency key.
 *
 * Where a shopper waits for the result, `signal` limits the time; several calls may share one. Once aborted, the result
 * is `unreachable`, and later calls send nothing.
 */
export function createStripeProvider(options: StripeOptions) {
  const stripe = stripeClient(options)
  const { paymentIntents } = stripe
  const now = options.now ?? (() => new Date())

  return {
    name: options.name,

    /** Creates a payment intent. No money moves before `confirmIntent` or a confirmation in the browser. */
    createIntent: (request: intents.NewIntent, signal?: AbortSignal) =>
      intentResult(signal, () => paymentIntents.create(intentParams(request), keyOf(request))),
    /** Sets the customer and whether the card is kept for later. Before the confirmation; the customer of an intent never changes. */
    updateIntent: (request: intents.IntentUpdate, signal?: AbortSignal) =>
      intentResult(signal, () => {
        const params = {
          ...expandCard,
          ...(request.customerId === null ? {} : { customer: request.customerId }),
          metadata: { gateway_id: request.paymentMethod },
          setup_future_usage: request.savesCard ? ('off_session' as const) : ('' as const),
        }
        return paymentIntents.update(request.intentId, params, keyOf(request))
      }),
    /** Attempts the charge. A decline is `declined`; extra authentication is an intent with `requires_action`. */
    confirmIntent: (request: intents.Confirmation, signal?: AbortSignal) =>
      intentResult(signal, () => {
        const params = {
          ...expandCard,
          ...(request.paymentMethodId ? { payment_method: request.paymentMethodId } : {}),
          ...(request.requestsAuthentication ? requestAuthentication : {}),
          ...(request.redirect ? redirectParams(request.redirect) : {}),
        }
        return paymentIntents.confirm(request.intentId, params, keyOf(request))
      }),
    retrieveIntent: (intentId: string, signal?: AbortSignal) =>
      intentResult(signal, () => paymentIntents.retrieve(intentId, expandCard, versionOptions)),
    cancelIntent: (request: intents.Cancellation, signal?: AbortSignal) =>
      intentResult(signal, () => {
        const params = { ...expandCard, cancellation_reason: request.reason }
        return paymentIntents.cancel(request.intentId, params, keyOf(request))
      }),
    /** Captures an authorized payment. After seven days it is refused with the code `charge_expired_for_capture`. */
    captureIntent: (request: intents.Capture, signal?: AbortSignal) =>
      intentResult(signal, () => {
        const params = { ...expandCard, amount_to_capture: request.amountCents }
        return paymentIntents.capture(request.intentId, params, keyOf(request))
      }),

    refund: (request: NewRefund, signal?: AbortSignal) =>
      callProvider(async () => {
        const { intentId, amountCents, reason, idempotencyKey } = request
        const metadata = { [refundKeyField]: idempotencyKey }
        const params = { payment_intent: intentId, amount: amountCents, reason, metadata }
        return { ok: true, refund: parseRefund(await stripe.refunds.create(params, keyOf(request))) }
      }, signal),

    retrieveReversals: (intentId: string, signal?: AbortSignal) =>
      callProvider(async () => {
        const filter = { payment_intent: intentId, limit: 100 }
        const intent = await paymentIntents.retrieve(intentId, {}, versionOptions)
        const refunds = await stripe.refunds.list(filter, versionOptions).autoPagingToArray({ limit: maxReversals })
        const disputes = await stripe.disputes.list(filter, versionOptions).autoPagingToArray({ limit: maxReversals })
        return {
          ok: true,
          reversals: {
            intentId,
            capturedCents: intent.amount_received,
            // The provider lists the newest first; the result is oldest first.
            refunds: refunds
              .filter((refund) => !isRelease(refund))
              .map(parseRefund)
              .toReversed(),
            disputes: disputes.toReversed().map(parseDispute),
          },
        }
      }, signal),

    ...disputeCalls(stripe),
    ...accountLists(stripe),

    verifyWebhook: (rawBody: string, signature: string) =>
      verifyWebhook(stripe, options.webhookSecret, { rawBody, signature, now: now() }),
  }
}

const intentParams = (request: intents.NewIntent): Stripe.PaymentIntentCreateParams => ({
  ...expandCard,
  amount: request.amountCents,
  currency: request.currency.toLowerCase(),
  description: request.description,
  metadata: {
    gateway_id: request.paymentMethod,
    order_id: String(request.orderId),
    order_key: request.orderKey,
    cart_version: request.cartVersion,
  },
  ...(request.captureMethod === 'manual' ? { capture_method: request.captureMethod } : {}),
  ...(request.receiptEmail ? { receipt_email: request.receiptEmail } : {}),
  // The parameter's name at the pinned version; the SDK's types are of a later one.
  ...(request.methodType && request.methodType !== 'card' ? { payment_method_types: [request.methodType] } : {}),
  ...(request.shipping ? { shipping: shippingParams(request.shipping) } : {}),
})

const keyOf = ({ idempotencyKey }: { readonly idempotencyKey: string }) => withIdempotencyKey(idempotencyKey)

const intentResult = (
  signal: AbortSignal | undefined,
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<IntentResult> => callProvider(async () => ({ ok: true, intent: parseIntent(await call()) }), signal)

/** Creates the payment method in the request that confirms with it, and requests the page to redirect to. */
const redirectParams = ({ type, payer, returnUrl }: intents.Redirect): Stripe.PaymentIntentConfirmParams => ({
  payment_method_data: {
    type,
    billing_details: withoutEmpty({
      name: payer.name,
      email: payer.email,
      phone: payer.phone,
      address: addressParams(payer),
    }),
  },
  return_url: returnUrl,
})

const shippingParams = (recipient: intents.ContactDetails): Stripe.PaymentIntentCreateParams.Shipping => ({
  name: recipient.name,
  ...withoutEmpty({ phone: recipient.phone }),
  address: addressParams(recipient),
})

const addressParams = ({ address: { postalCode, ...address } }: intents.ContactDetails): Stripe.AddressParam =>
  withoutEmpty({ ...address, postal_code: postalCode })

/** To the provider, an empty text means that the field is to be removed. */
const withoutEmpty = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>

export const disputeCalls = (stripe: Stripe) => ({
  uploadEvidence: ({ name, type, bytes, idempotencyKey }: EvidenceUpload, signal?: AbortSignal) =>
    callProvider(async () => {
      const upload = { purpose: 'dispute_evidence', file: { data: bytes, name, type } } as const
      const { id } = await stripe.files.create(upload, withIdempotencyKey(idempotencyKey))
      return { ok: true, fileId: id }
    }, signal),
  submitEvidence: ({ disputeId, evidence, files, idempotencyKey }: EvidenceSubmission, signal?: AbortSignal) =>
    callProvider(async () => {
      const update = { evidence: { ...evidenceParams(evidence), ...fileParams(files) }, submit: true }
      const dispute = await stripe.disputes.update(disputeId, update, withIdempotencyKey(idempotencyKey))
      return { ok: true, dispute: parseDispute(dispute) }
    }, signal),
})

const fileParams = (files: EvidenceFiles) =>
  Object.fromEntries(Object.entries(files).map(([document, file]) => [document, file.id]))

/** The provider takes customer communication as a document only, so its text is added to the uncategorized text. */
function evidenceParams({ customer_communication: communication = '', ...evidence }: Evidence) {
  const communicationText = communication === '' ? '' : `Communication with the customer:\n${communication}`
  const texts = [evidence.uncategorized_text ?? '', communicationText].filter((text) => text !== '')
  return Object.fromEntries(
    Object.entries({ ...evidence, uncategorized_text: texts.join('\n\n') }).filter(([, text]) => text !== ''),
  )
}
