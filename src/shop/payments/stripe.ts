import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { isInCatalogue } from './payment-errors.ts'
import type {
  IntentResult,
  NewIntent,
  PaymentProvider,
  ProviderFailure,
  ProviderName,
  ProviderProblem,
} from './provider.ts'
import { accountLists } from './stripe-account.ts'
import { disputeCalls } from './stripe-disputes.ts'
import {
  isRelease,
  parseCard,
  parseDispute,
  parseError,
  parseIntent,
  parseRefund,
  refundKeyField,
} from './stripe-objects.ts'
import { redirectParams, shippingParams } from './stripe-redirect.ts'
import { verifyWebhook } from './stripe-webhooks.ts'

export type StripeOptions = {
  name: ProviderName
  secretKey: string
  webhookSecret: string
  /** Origin of the API; default: the real one. */
  apiOrigin?: string
  now?: () => Date
  /** Time-out of one request; a call may retry after it. */
  timeoutMs?: number
}

/** shop.md §9: the pinned API version, whatever the account's or the SDK's default is. */
const stripeApiVersion = '2022-08-01'

const timeoutMs = 20_000
/** A payment has a handful of them; a larger number needs a manual check anyway. */
const maxReversals = 1000
export const versionOptions = { apiVersion: stripeApiVersion }
const expandCard = { expand: ['payment_method'] }
const requestAuthentication = { payment_method_options: { card: { request_three_d_secure: 'any' } } } as const

/** The SDK with this account's keys. */
export const stripeClient = (options: Pick<StripeOptions, 'secretKey' | 'apiOrigin' | 'timeoutMs'>): Stripe =>
  new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? timeoutMs,
    // `callProvider` retries, within the time limit of the shopper's request.
    maxNetworkRetries: 0,
    telemetry: false,
    // The software's own name, whatever the shop is called.
    appInfo: { name: 'Samovar' },
    ...apiHost(options.apiOrigin),
  })

/** The provider on the `stripe` SDK: the real provider and the sandbox differ in origin and keys only. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = stripeClient(options)
  const withIdempotencyKey = (idempotencyKey: string) => ({ ...versionOptions, idempotencyKey })
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

    retrieveCard: (paymentMethodId, signal) =>
      callProvider(async () => {
        const method = await stripe.paymentMethods.retrieve(paymentMethodId, {}, versionOptions)
        return { ok: true, card: parseCard(method) }
      }, signal),

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

    ...disputeCalls(stripe, callProvider, withIdempotencyKey),
    ...accountLists(stripe, callProvider, versionOptions),

    verifyWebhook: (rawBody, signature) =>
      verifyWebhook(stripe, options.webhookSecret, { rawBody, signature, now: now() }),
  }
}

function apiHost(apiOrigin: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiOrigin === undefined) return {}
  const { hostname, port, protocol } = new URL(apiOrigin)
  const secure = protocol === 'https:'
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' }
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

const maxRetries = 2
const retryDelayMs = 500

/**
 * Calls the provider, and retries when the outcome is unknown: every request that changes something has an idempotency
 * key. Once `signal` is aborted the result is `unreachable`, also for a request in progress, and no more are sent.
 * Expected errors become values; wrong keys, misspelt parameters and reused keys throw.
 */
export async function callProvider<T extends { ok: true }>(call: () => Promise<T>, signal?: AbortSignal) {
  if (!signal) return withRetries(call)
  if (signal.aborted) return unreachable
  const aborted = new Promise<ProviderFailure>((resolve) => {
    signal.addEventListener('abort', () => resolve(unreachable), { once: true })
  })
  return Promise.race([withRetries(call, signal), aborted])
}

const unreachable: ProviderFailure = { ok: false, problem: { kind: 'unreachable' } }

async function withRetries<T extends { ok: true }>(
  call: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | ProviderFailure> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call()
    } catch (error) {
      const problem = toProblem(error)
      if (!problem) throw error
      const isRetryable = problem.kind === 'unreachable' && !(error instanceof Stripe.errors.StripeRateLimitError)
      if (!isRetryable || retries === maxRetries) return { ok: false, problem }
    }
    await pause(retryDelayMs * 2 ** retries)
    if (signal?.aborted) return unreachable
  }
}

function toProblem(error: unknown): ProviderProblem | null {
  // An answer without the parts of an object says nothing about the outcome.
  if (error instanceof TypeError) return { kind: 'unreachable' }
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { StripeAPIError, StripeCardError, StripeInvalidRequestError } = Stripe.errors
  const { StripeConnectionError, StripeRateLimitError } = Stripe.errors
  const isUnreachable =
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError ||
    // Also a response that is not JSON: a proxy's error page says nothing about the payment.
    error instanceof StripeAPIError ||
    (error.statusCode ?? 0) >= 500 ||
    error.statusCode === 409
  if (isUnreachable) return { kind: 'unreachable' }
  const intent = error.payment_intent ? parseIntent(error.payment_intent) : null
  if (error instanceof StripeCardError) return { kind: 'declined', error: parseError(error), intent }
  // A misspelt parameter is our mistake; a missing phone is the shopper's, and the catalogue has a message for it.
  const isInvalidParameter = (error.code?.startsWith('parameter_') ?? false) && !isInCatalogue(parseError(error))
  if (error instanceof StripeInvalidRequestError && !isInvalidParameter) {
    return { kind: 'refused', error: parseError(error), intent }
  }
  return null
}
