import Stripe from 'stripe'
import { askProvider } from './ask-provider.ts'
import type { IntentResult, NewIntent, PaymentProvider, ProviderName } from './provider.ts'
import { readDispute, readEvent, readIntent, readPaymentMethod, readRefund, readSetupIntent } from './stripe-objects.ts'

export type StripeOptions = {
  name: ProviderName
  secretKey: string
  webhookSecret: string
  /** Origin of the API; left out for the real one. */
  apiOrigin?: string
  now?: () => Date
  /** Longest wait for one answer; a call may ask again after it. */
  timeoutMs?: number
}

/** shop.md §9: the semantics the shop is written for, whatever version the account or the SDK has as its own. */
const stripeApiVersion = '2022-08-01'

const timeoutMs = 20_000
/** A payment has a handful of them; beyond this somebody has to look at it anyway. */
const mostReversals = 1000
const signatureToleranceSeconds = 600
const pinned = { apiVersion: stripeApiVersion }
const withCard = { expand: ['payment_method'] }

/** The provider port on the `stripe` SDK: the real provider and the sandbox differ in address and keys only. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? timeoutMs,
    // `askProvider` asks again, and knows when nobody waits any longer.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Samovar' },
    ...addressOf(options.apiOrigin),
  })
  const once = (idempotencyKey: string) => ({ ...pinned, idempotencyKey })
  const now = options.now ?? (() => new Date())

  return {
    name: options.name,

    createCustomer: (request) =>
      askProvider(async () => {
        const customer = await stripe.customers.create(
          {
            email: request.email,
            name: request.name,
            ...(request.phone ? { phone: request.phone } : {}),
            metadata: { customer_id: String(request.shopCustomerId) },
          },
          once(request.idempotencyKey),
        )
        return { ok: true, customerId: customer.id }
      }),

    createIntent: (request, signal) =>
      intentFrom(() => stripe.paymentIntents.create(intentParams(request), once(request.idempotencyKey)), signal),
    confirmIntent: (request, signal) =>
      intentFrom(
        () =>
          stripe.paymentIntents.confirm(
            request.intentId,
            { ...withCard, ...(request.paymentMethodId ? { payment_method: request.paymentMethodId } : {}) },
            once(request.idempotencyKey),
          ),
        signal,
      ),
    retrieveIntent: (intentId, signal) =>
      intentFrom(() => stripe.paymentIntents.retrieve(intentId, withCard, pinned), signal),
    cancelIntent: (request) =>
      intentFrom(() =>
        stripe.paymentIntents.cancel(
          request.intentId,
          { ...withCard, cancellation_reason: request.reason },
          once(request.idempotencyKey),
        ),
      ),

    createSetupIntent: (request) =>
      askProvider(async () => {
        const created = await stripe.setupIntents.create(
          {
            usage: 'off_session',
            ...(request.customerId ? { customer: request.customerId } : {}),
            ...(request.paymentMethodId ? { payment_method: request.paymentMethodId } : {}),
          },
          once(request.idempotencyKey),
        )
        return { ok: true, setupIntent: readSetupIntent(created) }
      }),
    retrieveSetupIntent: (setupIntentId) =>
      askProvider(async () => {
        const found = await stripe.setupIntents.retrieve(setupIntentId, {}, pinned)
        return { ok: true, setupIntent: readSetupIntent(found) }
      }),

    retrievePaymentMethod: (paymentMethodId) =>
      askProvider(async () => {
        const found = await stripe.paymentMethods.retrieve(paymentMethodId, {}, pinned)
        return { ok: true, paymentMethod: readPaymentMethod(found) }
      }),
    refund: (request) =>
      askProvider(async () => {
        const refund = await stripe.refunds.create(
          { payment_intent: request.intentId, amount: request.amountCents, reason: request.reason },
          once(request.idempotencyKey),
        )
        return { ok: true, refund: readRefund(refund) }
      }),

    retrieveReversals: (intentId) =>
      askProvider(async () => {
        const ofIntent = { payment_intent: intentId, limit: 100 }
        const intent = await stripe.paymentIntents.retrieve(intentId, {}, pinned)
        const refunds = await stripe.refunds.list(ofIntent, pinned).autoPagingToArray({ limit: mostReversals })
        const disputes = await stripe.disputes.list(ofIntent, pinned).autoPagingToArray({ limit: mostReversals })
        return {
          ok: true,
          reversals: {
            intentId,
            capturedCents: intent.amount_received,
            // The provider lists the newest first.
            refunds: refunds.toReversed().map(readRefund),
            disputes: disputes.toReversed().map(readDispute),
          },
        }
      }),

    async verifyWebhook(rawBody, signature) {
      const { webhookSecret } = options
      try {
        const event = await stripe.webhooks.constructEventAsync(
          rawBody,
          signature,
          webhookSecret,
          signatureToleranceSeconds,
          undefined,
          now().getTime(),
        )
        if (isDatedAhead(signature, now())) return { ok: false, problem: { kind: 'bad-signature' } }
        return { ok: true, event: readEvent(event) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
          return { ok: false, problem: { kind: 'bad-signature' } }
        }
        throw error
      }
    },
  }
}

/** The SDK refuses what is too old; a date as far in the future would keep a message good for as long as its writer likes. */
function isDatedAhead(signature: string, now: Date): boolean {
  // Of several dates the SDK checks and signs the last.
  const dated = signature.split(',').findLast((part) => part.startsWith('t='))
  return Number.parseInt(dated?.slice(2) ?? '', 10) > now.getTime() / 1000 + signatureToleranceSeconds
}

function addressOf(apiOrigin: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiOrigin === undefined) return {}
  const { hostname, port, protocol } = new URL(apiOrigin)
  const secure = protocol === 'https:'
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' }
}

function intentParams(request: NewIntent): Stripe.PaymentIntentCreateParams {
  return {
    ...withCard,
    amount: request.amountCents,
    currency: request.currency.toLowerCase(),
    description: request.description,
    metadata: {
      gateway_id: 'stripe_cc',
      order_id: String(request.orderId),
      order_key: request.orderKey,
      cart_version: request.cartVersion,
    },
    ...(request.customerId ? { customer: request.customerId } : {}),
    ...(request.paymentMethodId ? { payment_method: request.paymentMethodId } : {}),
    ...(request.receiptEmail ? { receipt_email: request.receiptEmail } : {}),
    ...(request.saveCard ? { setup_future_usage: 'off_session' as const } : {}),
  }
}

const intentFrom = (call: () => Promise<Stripe.PaymentIntent>, signal?: AbortSignal): Promise<IntentResult> =>
  askProvider(async () => ({ ok: true, intent: readIntent(await call()) }), signal)
