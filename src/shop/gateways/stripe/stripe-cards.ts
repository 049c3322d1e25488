import type Stripe from 'stripe'
import { intentStatuses } from '../payment-intent.ts'
import { callProvider } from './stripe-call.ts'
import { type StripeAccount, stripeClient, versionOptions, withIdempotencyKey } from './stripe-client.ts'
import { idOf, knownStatus, parseCard, parseError } from './stripe-objects.ts'

export type CardProvider = ReturnType<typeof createStripeCards>

type Keyed<Request> = Request & { readonly idempotencyKey: string }
/** The shop's payment method and customer are stored in the metadata. */
type NewSetup = { readonly customerId: string; readonly paymentMethod: string; readonly userId: number }
type Attachment = { readonly paymentMethodId: string; readonly customerId: string }

/** Customers, their cards and setup intents. Outcomes and idempotency keys as in `createStripeProvider`. */
export function createStripeCards(account: StripeAccount) {
  const stripe = stripeClient(account)
  return {
    /** A customer without personal data: the shop knows who it is. */
    createCustomer: ({ userId, idempotencyKey }: Keyed<{ readonly userId: number }>, signal?: AbortSignal) =>
      callProvider(async () => {
        const params = { metadata: { user_id: String(userId) } }
        const { id } = await stripe.customers.create(params, withIdempotencyKey(idempotencyKey))
        return { ok: true, customerId: id }
      }, signal),

    createSetup: ({ customerId, userId, paymentMethod, idempotencyKey }: Keyed<NewSetup>, signal?: AbortSignal) =>
      setupResult(signal, () => {
        const metadata = { gateway_id: paymentMethod, user_id: String(userId) }
        const params = { customer: customerId, usage: 'off_session', metadata } as const
        return stripe.setupIntents.create(params, withIdempotencyKey(idempotencyKey))
      }),
    retrieveSetup: (setupId: string, signal?: AbortSignal) =>
      setupResult(signal, () => stripe.setupIntents.retrieve(setupId, {}, versionOptions)),
    /** Ends a setup intent, so that no further card can be tried with its client secret. */
    cancelSetup: ({ setupId, idempotencyKey }: Keyed<{ readonly setupId: string }>) =>
      setupResult(undefined, () => stripe.setupIntents.cancel(setupId, {}, withIdempotencyKey(idempotencyKey))),

    retrieveCard: (paymentMethodId: string, signal?: AbortSignal) =>
      cardResult(signal, () => stripe.paymentMethods.retrieve(paymentMethodId, {}, versionOptions)),
    attachCard: ({ paymentMethodId, customerId, idempotencyKey }: Keyed<Attachment>, signal?: AbortSignal) =>
      cardResult(signal, () =>
        stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }, withIdempotencyKey(idempotencyKey)),
      ),
    /** A detached card can never be charged again. Refused if it is not attached. */
    detachCard: ({ paymentMethodId, idempotencyKey }: Keyed<{ readonly paymentMethodId: string }>) =>
      cardResult(undefined, () =>
        stripe.paymentMethods.detach(paymentMethodId, {}, withIdempotencyKey(idempotencyKey)),
      ),
  }
}

const setupResult = (signal: AbortSignal | undefined, call: () => Promise<Stripe.SetupIntent>) =>
  callProvider(async () => ({ ok: true, setup: parseSetup(await call()) }), signal)

export type Setup = ReturnType<typeof parseSetup>

const parseSetup = (setup: Stripe.SetupIntent) => ({
  id: setup.id,
  clientSecret: setup.client_secret ?? '',
  status: knownStatus(intentStatuses, setup.status),
  customerId: idOf(setup.customer),
  paymentMethodId: idOf(setup.payment_method),
  lastError: setup.last_setup_error ? parseError(setup.last_setup_error) : null,
})

const cardResult = (signal: AbortSignal | undefined, call: () => Promise<Stripe.PaymentMethod>) =>
  callProvider(async () => ({ ok: true, card: parseMethod(await call()) }), signal)

export type ProviderCard = NonNullable<ReturnType<typeof parseMethod>>

function parseMethod(method: Stripe.PaymentMethod) {
  const card = parseCard(method)
  return card && { ...card, paymentMethodId: method.id, customerId: idOf(method.customer) }
}
