import type Stripe from 'stripe'
import type { NewIntent } from '../payment-intent.ts'
import type { IntentResult, PaymentProvider, ProviderName } from '../provider.ts'
import { accountLists } from './stripe-account.ts'
import { callProvider } from './stripe-call.ts'
import { type StripeAccount, stripeClient, versionOptions, withIdempotencyKey } from './stripe-client.ts'
import { disputeCalls } from './stripe-disputes.ts'
import { isRelease, parseDispute, parseIntent, parseRefund, refundKeyField } from './stripe-objects.ts'
import { redirectParams, shippingParams } from './stripe-redirect.ts'
import { verifyWebhook } from './stripe-webhooks.ts'

export type StripeOptions = StripeAccount & {
  readonly name: ProviderName
  readonly webhookSecret: string
  readonly now?: () => Date
}

/** A payment has a handful of them; a larger number needs a manual check anyway. */
const maxReversals = 1000
const expandCard = { expand: ['payment_method'] }
const requestAuthentication = { payment_method_options: { card: { request_three_d_secure: 'any' } } } as const

/** The provider on the `stripe` SDK: the real provider and the sandbox differ in origin and keys only. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = stripeClient(options)
  const now = options.now ?? (() => new Date())

  return {
    name: options.name,

    createIntent: (request, signal) =>
      intentResult(
        () => stripe.paymentIntents.create(intentParams(request), withIdempotencyKey(request.idempotencyKey)),
        signal,
      ),
    updateIntent: (request, signal) =>
      intentResult(
        () =>
          stripe.paymentIntents.update(
            request.intentId,
            {
              ...expandCard,
              ...(request.customerId === null ? {} : { customer: request.customerId }),
              metadata: { gateway_id: request.paymentMethod },
              setup_future_usage: request.savesCard ? 'off_session' : '',
            },
            withIdempotencyKey(request.idempotencyKey),
          ),
        signal,
      ),
    confirmIntent: (request, signal) =>
      intentResult(
        () =>
          stripe.paymentIntents.confirm(
            request.intentId,
            {
              ...expandCard,
              ...(request.paymentMethodId ? { payment_method: request.paymentMethodId } : {}),
              ...(request.requestsAuthentication ? requestAuthentication : {}),
              ...(request.redirect ? redirectParams(request.redirect) : {}),
            },
            withIdempotencyKey(request.idempotencyKey),
          ),
        signal,
      ),
    retrieveIntent: (intentId, signal) =>
      intentResult(() => stripe.paymentIntents.retrieve(intentId, expandCard, versionOptions), signal),
    cancelIntent: (request, signal) =>
      intentResult(
        () =>
          stripe.paymentIntents.cancel(
            request.intentId,
            { ...expandCard, cancellation_reason: request.reason },
            withIdempotencyKey(request.idempotencyKey),
          ),
        signal,
      ),

    captureIntent: (request, signal) =>
      intentResult(
        () =>
          stripe.paymentIntents.capture(
            request.intentId,
            { ...expandCard, amount_to_capture: request.amountCents },
            withIdempotencyKey(request.idempotencyKey),
          ),
        signal,
      ),

    refund: (request, signal) =>
      callProvider(async () => {
        const refund = await stripe.refunds.create(
          {
            ...{ payment_intent: request.intentId, amount: request.amountCents, reason: request.reason },
            metadata: { [refundKeyField]: request.idempotencyKey },
          },
          withIdempotencyKey(request.idempotencyKey),
        )
        return { ok: true, refund: parseRefund(refund) }
      }, signal),

    retrieveReversals: (intentId, signal) =>
      callProvider(async () => {
        const filter = { payment_intent: intentId, limit: 100 }
        const intent = await stripe.paymentIntents.retrieve(intentId, {}, versionOptions)
        const refunds = await stripe.refunds.list(filter, versionOptions).autoPagingToArray({ limit: maxReversals })
        const disputes = await stripe.disputes.list(filter, versionOptions).autoPagingToArray({ limit: maxReversals })
        return {
          ok: true,
          reversals: {
            intentId,
            capturedCents: intent.amount_received,
            // The provider lists the newest first; the result is oldest first.
            refunds: refunds
              .toReversed()
              .filter((refund) => !isRelease(refund))
              .map(parseRefund),
            disputes: disputes.toReversed().map(parseDispute),
          },
        }
      }, signal),

    ...disputeCalls(stripe),
    ...accountLists(stripe),

    verifyWebhook: (rawBody, signature) =>
      verifyWebhook(stripe, options.webhookSecret, { rawBody, signature, now: now() }),
  }
}

function intentParams(request: NewIntent): Stripe.PaymentIntentCreateParams {
  return {
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
  }
}

const intentResult = (call: () => Promise<Stripe.PaymentIntent>, signal?: AbortSignal): Promise<IntentResult> =>
  callProvider(async () => ({ ok: true, intent: parseIntent(await call()) }), signal)
