import { eq } from 'drizzle-orm'
import type { PaymentError } from '../payment-intent.ts'
import type { ProviderCard, Setup } from '../stripe/stripe-cards.ts'
import { type CardContext, detachCardsJob, ownerOfCustomer, withCustomer } from './provider-customer.ts'
import * as store from './saved-cards.store.ts'
import { savedCards } from './saved-cards.table.ts'

export type SaveCardResult =
  | store.StoreCardResult
  | { readonly kind: 'refused'; readonly error: PaymentError | null }
  | { readonly kind: 'unreachable' }

/** The one way to save a card, for pages and webhooks. Its details are read from the provider, not taken from the caller. */
export async function saveCard(
  shop: CardContext,
  userId: number,
  paymentMethodId: string,
  signal?: AbortSignal,
): Promise<SaveCardResult> {
  const { db, now, payments } = shop
  const provider = payments.provider.name
  const storeOwn = (card: ProviderCard) =>
    db.transaction((tx) => store.storeCard(tx, { customerId: userId, provider }, card, now()))
  const retrieved = await payments.cards.retrieveCard(paymentMethodId, signal)
  if (!retrieved.ok) return failureOf(retrieved)
  const { card } = retrieved
  if (card === null) return notACard
  // Attaching a detached card again would be refused.
  if (await store.isDetached(db, provider, paymentMethodId)) return storeOwn(card)
  const attached = await withCustomer(
    shop,
    userId,
    async (customerId) => {
      const idempotencyKey = `attach-${paymentMethodId}-${customerId}`
      const answer =
        card.customerId === null
          ? await payments.cards.attachCard({ paymentMethodId, customerId, idempotencyKey }, signal)
          : retrieved
      return answer.ok ? { ok: true as const, card: answer.card, customerId } : answer
    },
    signal,
  )
  if (!attached.ok) return failureOf(attached)
  const { card: owned, customerId } = attached
  if (owned?.customerId !== customerId) return { kind: 'refused', error: null }
  const stored = await storeOwn(owned)
  if (stored.kind !== 'saved') shop.jobs.enqueueSoon(detachCardsJob)
  return stored
}

const notACard: SaveCardResult = {
  kind: 'refused',
  error: { code: 'payment_method_unexpected_state', declineCode: null, message: 'It is not a card.' },
}

type Failed = { readonly ok: boolean; readonly problem?: { readonly kind: string; readonly error?: PaymentError } }

const failureOf = ({ problem }: Failed): SaveCardResult =>
  problem?.kind === 'unreachable' ? { kind: 'unreachable' } : { kind: 'refused', error: problem?.error ?? null }

/** `unfinished`: the setup intent has not succeeded (yet). */
export type SaveSetupResult = SaveCardResult | { readonly kind: 'unfinished'; readonly setup: Setup }

type SetupExpectation = { readonly userId?: number; readonly clientSecret?: string; readonly signal?: AbortSignal }

export async function saveCardOfSetup(
  shop: CardContext,
  setupId: string,
  { userId, clientSecret, signal }: SetupExpectation = {},
): Promise<SaveSetupResult> {
  const retrieved = await shop.payments.cards.retrieveSetup(setupId, signal)
  if (!retrieved.ok) return failureOf(retrieved)
  const { setup } = retrieved
  const ownerId = setup.customerId === null ? null : await ownerOfCustomer(shop, setup.customerId)
  const isExpected = clientSecret === undefined || clientSecret === setup.clientSecret
  if (ownerId === null || (userId !== undefined && ownerId !== userId) || !isExpected)
    return { kind: 'refused', error: null }
  return setup.status === 'succeeded' && setup.paymentMethodId !== null
    ? saveCard(shop, ownerId, setup.paymentMethodId, signal)
    : { kind: 'unfinished', setup }
}

export async function deleteCard(shop: CardContext, userId: number, id: number): Promise<store.SavedCardRow | null> {
  const owner = { customerId: userId, provider: shop.payments.provider.name }
  const removed = await shop.db.transaction((tx) => store.removeCard(tx, owner, id, shop.now()))
  if (removed) shop.jobs.enqueueSoon(detachCardsJob)
  return removed
}

export const makeDefaultCard = (shop: CardContext, userId: number, id: number): Promise<store.SavedCardRow | null> =>
  shop.db.transaction((tx) => store.makeDefault(tx, { customerId: userId, provider: shop.payments.provider.name }, id))

export const forgetDetached = ({ db, now, payments }: CardContext, paymentMethodId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const provider = payments.provider.name
    const [row] = await tx.select().from(savedCards).where(eq(savedCards.paymentMethodId, paymentMethodId))
    if (!row || row.provider !== provider) return
    await store.removeCard(tx, { customerId: row.customerId, provider }, row.id, now())
    await store.queueDetachments(tx, provider, [paymentMethodId], now())
  })

export async function detachCards({ db, now, payments }: CardContext): Promise<number> {
  const provider = payments.provider.name
  let detached = 0
  for (const paymentMethodId of await store.pendingDetachments(db, provider)) {
    const result = await payments.cards.detachCard({ paymentMethodId, idempotencyKey: `detach-${paymentMethodId}` })
    // A refusal means that the card is not attached, or unknown to the provider.
    if (!result.ok && result.problem.kind === 'unreachable') continue
    await store.markDetached(db, provider, paymentMethodId, now())
    detached += 1
  }
  return detached
}
