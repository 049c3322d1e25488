import type Stripe from 'stripe'
import {
  type CardProvider,
  type CardResult,
  type ProviderCard,
  type Setup,
  type SetupResult,
  setupStatuses,
} from '../cards/card-provider.ts'
import { callProvider } from './stripe-call.ts'
import { type StripeAccount, stripeClient, versionOptions, withIdempotencyKey } from './stripe-client.ts'
import { idOf, knownStatus, parseCard, parseError } from './stripe-objects.ts'

export function createStripeCards(account: StripeAccount): CardProvider {
  const stripe = stripeClient(account)
  return {
    createCustomer: ({ userId, idempotencyKey }, signal) =>
      callProvider(async () => {
        const params = { metadata: { user_id: String(userId) } }
        const { id } = await stripe.customers.create(params, withIdempotencyKey(idempotencyKey))
        return { ok: true, customerId: id }
      }, signal),

    createSetup: ({ customerId, userId, paymentMethod, idempotencyKey }, signal) =>
      setupResult(signal, () => {
        const metadata = { gateway_id: paymentMethod, user_id: String(userId) }
        const params = { customer: customerId, usage: 'off_session', metadata } as const
        return stripe.setupIntents.create(params, withIdempotencyKey(idempotencyKey))
      }),
    retrieveSetup: (setupId, signal) =>
      setupResult(signal, () => stripe.setupIntents.retrieve(setupId, {}, versionOptions)),
    cancelSetup: ({ setupId, idempotencyKey }) =>
      setupResult(undefined, () => stripe.setupIntents.cancel(setupId, {}, withIdempotencyKey(idempotencyKey))),

    retrieveCard: (paymentMethodId, signal) =>
      cardResult(signal, () => stripe.paymentMethods.retrieve(paymentMethodId, {}, versionOptions)),
    attachCard: ({ paymentMethodId, customerId, idempotencyKey }, signal) =>
      cardResult(signal, () =>
        stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }, withIdempotencyKey(idempotencyKey)),
      ),
    detachCard: ({ paymentMethodId, idempotencyKey }) =>
      cardResult(undefined, () =>
        stripe.paymentMethods.detach(paymentMethodId, {}, withIdempotencyKey(idempotencyKey)),
      ),
  }
}

const setupResult = (signal: AbortSignal | undefined, call: () => Promise<Stripe.SetupIntent>): Promise<SetupResult> =>
  callProvider(async () => ({ ok: true, setup: parseSetup(await call()) }), signal)

function parseSetup(setup: Stripe.SetupIntent): Setup {
  return {
    id: setup.id,
    clientSecret: setup.client_secret ?? '',
    status: knownStatus(setupStatuses, setup.status),
    customerId: idOf(setup.customer),
    paymentMethodId: idOf(setup.payment_method),
    lastError: setup.last_setup_error ? parseError(setup.last_setup_error) : null,
  }
}

const cardResult = (signal: AbortSignal | undefined, call: () => Promise<Stripe.PaymentMethod>): Promise<CardResult> =>
  callProvider(async () => ({ ok: true, card: parseMethod(await call()) }), signal)

function parseMethod(method: Stripe.PaymentMethod): ProviderCard | null {
  const card = parseCard(method)
  return card && { ...card, paymentMethodId: method.id, customerId: idOf(method.customer) }
}
