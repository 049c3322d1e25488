import type Stripe from 'stripe'
import { type CardProvider, type CardResult, type Setup, type SetupResult, setupStatuses } from './card-provider.ts'
import { callProvider, type StripeOptions, stripeClient, versionOptions } from './stripe.ts'
import { idOf, knownStatus, parseError } from './stripe-objects.ts'

/** Saved cards on the `stripe` SDK. */
export function createStripeCards(options: Pick<StripeOptions, 'secretKey' | 'apiOrigin' | 'timeoutMs'>): CardProvider {
  const stripe = stripeClient(options)
  const withIdempotencyKey = (idempotencyKey: string) => ({ ...versionOptions, idempotencyKey })
  return {
    createCustomer: ({ userId, idempotencyKey }, signal) =>
      callProvider(async () => {
        const params = { metadata: { user_id: String(userId) } }
        const { id } = await stripe.customers.create(params, withIdempotencyKey(idempotencyKey))
        return { ok: true, customerId: id }
      }, signal),

    createSetup: ({ customerId, userId, paymentMethod, idempotencyKey }, signal) =>
      setupResult(
        () =>
          stripe.setupIntents.create(
            {
              customer: customerId,
              usage: 'off_session',
              metadata: { gateway_id: paymentMethod, user_id: String(userId) },
            },
            withIdempotencyKey(idempotencyKey),
          ),
        signal,
      ),
    retrieveSetup: (setupId, signal) =>
      setupResult(() => stripe.setupIntents.retrieve(setupId, {}, versionOptions), signal),
    cancelSetup: ({ setupId, idempotencyKey }) =>
      setupResult(() => stripe.setupIntents.cancel(setupId, {}, withIdempotencyKey(idempotencyKey))),

    retrieveCard: (paymentMethodId, signal) =>
      cardResult(() => stripe.paymentMethods.retrieve(paymentMethodId, {}, versionOptions), signal),
    attachCard: ({ paymentMethodId, customerId, idempotencyKey }, signal) =>
      cardResult(
        () =>
          stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }, withIdempotencyKey(idempotencyKey)),
        signal,
      ),
    detachCard: ({ paymentMethodId, idempotencyKey }) =>
      cardResult(() => stripe.paymentMethods.detach(paymentMethodId, {}, withIdempotencyKey(idempotencyKey))),
  }
}

const setupResult = (call: () => Promise<Stripe.SetupIntent>, signal?: AbortSignal): Promise<SetupResult> =>
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

async function cardResult(call: () => Promise<Stripe.PaymentMethod>, signal?: AbortSignal): Promise<CardResult> {
  const result = await callProvider(async () => ({ ok: true, card: parseMethod(await call()) }) as const, signal)
  return result.ok && result.card === null ? notACard : (result as CardResult)
}

const notACard: CardResult = {
  ok: false,
  problem: {
    kind: 'refused',
    error: { code: 'payment_method_unexpected_state', declineCode: null, message: 'It is not a card.' },
    intent: null,
  },
}

function parseMethod({ id, card, customer }: Stripe.PaymentMethod) {
  if (!card) return null
  return {
    paymentMethodId: id,
    customerId: idOf(customer),
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    // Without a fingerprint the card equals no other one.
    fingerprint: card.fingerprint ?? id,
  }
}
