import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/web/context.ts'
import type { WithPayments } from '../context.ts'
import type { ProviderName } from '../provider.ts'
import type { ProviderCard } from '../stripe/stripe-cards.ts'
import { type CardChoice, MAX_SAVED_CARDS } from './saved-card.ts'
import { cardDetachments, paymentCustomers, savedCards } from './saved-cards.table.ts'

export type SavedCardRow = typeof savedCards.$inferSelect

export type CardOwner = { readonly customerId: number; readonly provider: ProviderName }

const isOf = ({ customerId, provider }: CardOwner): SQL | undefined =>
  and(eq(savedCards.customerId, customerId), eq(savedCards.provider, provider))

export const readCards = (db: Db | Tx, owner: CardOwner): Promise<SavedCardRow[]> =>
  db.select().from(savedCards).where(isOf(owner)).orderBy(desc(savedCards.isDefault), desc(savedCards.id))

const MAX_ID = 2 ** 31 - 1

/** A saved card of any customer, by its id or the provider's payment method id; the caller checks the owner. */
export async function findCard(db: Db | Tx, key: string): Promise<SavedCardRow | null> {
  const isId = /^[1-9]\d{0,9}$/.test(key)
  if (isId && Number(key) > MAX_ID) return null
  const matches = isId ? eq(savedCards.id, Number(key)) : eq(savedCards.paymentMethodId, key)
  return db.select().from(savedCards).where(matches).then(firstOf)
}

export const isKnownCard = (provider: ProviderName, paymentMethodId: string): SQL<boolean> => sql<boolean>`(
  exists (select from payment_tokens known where known.payment_method_id = ${paymentMethodId})
  or exists (select from payment_detachments known where known.provider = ${provider}
    and known.payment_method_id = ${paymentMethodId}))`

export async function isDetached(db: Db | Tx, provider: ProviderName, paymentMethodId: string): Promise<boolean> {
  const { provider: account, paymentMethodId: method } = cardDetachments
  return (await db.$count(cardDetachments, and(eq(account, provider), eq(method, paymentMethodId)))) > 0
}

/** Serializes changes to a customer's cards. False if the customer has no account at the provider (any more). */
export async function lockOwner(tx: Tx, { customerId, provider }: CardOwner): Promise<boolean> {
  const rows = await tx
    .select({ id: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.customerId, customerId), eq(paymentCustomers.provider, provider)))
    .for('update')
  return rows.length > 0
}

/**
 * `existing`: saved already under another payment method id; `full`: too many cards. Both detach the new one, and are
 * the answer for it from then on.
 */
export type StoreCardResult =
  | { readonly kind: 'saved' | 'existing'; readonly card: SavedCardRow }
  | { readonly kind: 'full' | 'detached' | 'gone' }

export async function storeCard(tx: Tx, owner: CardOwner, card: ProviderCard, now: Date): Promise<StoreCardResult> {
  const hasAccount = await lockOwner(tx, owner)
  if (!hasAccount) {
    // The account has just been deleted.
    await queueDetachments(tx, owner.provider, [card.paymentMethodId], now)
    return { kind: 'gone' }
  }
  const { paymentMethodId, brand, last4, expMonth, expYear } = card
  // Without a fingerprint the card matches no other one.
  const fingerprint = card.fingerprint ?? paymentMethodId
  const cards = await readCards(tx, owner)
  const stored = cards.find((one) => one.paymentMethodId === paymentMethodId)
  // The provider's webhook has saved it already.
  if (stored) return { kind: 'saved', card: stored }
  const duplicate = cards.find(
    (one) => one.fingerprint === fingerprint && one.expMonth === expMonth && one.expYear === expYear,
  )
  if (duplicate || cards.length >= MAX_SAVED_CARDS) {
    await queueDetachments(tx, owner.provider, [paymentMethodId], now)
    return duplicate ? { kind: 'existing', card: duplicate } : { kind: 'full' }
  }
  if (await isDetached(tx, owner.provider, paymentMethodId)) return { kind: 'detached' }
  const isDefault = !cards.some((one) => one.isDefault)
  const values = { ...owner, paymentMethodId, brand, last4, expMonth, expYear, fingerprint, isDefault, createdAt: now }
  const [inserted] = await tx.insert(savedCards).values(values).returning()
  if (!inserted) throw new Error('A card was not stored')
  return { kind: 'saved', card: inserted }
}

export async function queueDetachments(tx: Tx, provider: ProviderName, paymentMethodIds: readonly string[], now: Date) {
  if (paymentMethodIds.length === 0) return
  const rows = paymentMethodIds.map((paymentMethodId) => ({ provider, paymentMethodId, createdAt: now }))
  await tx.insert(cardDetachments).values(rows).onConflictDoNothing()
}

export async function removeCard(tx: Tx, owner: CardOwner, id: number, now: Date): Promise<SavedCardRow | null> {
  if (!(await lockOwner(tx, owner))) return null
  const [removed] = await tx
    .delete(savedCards)
    .where(and(isOf(owner), eq(savedCards.id, id)))
    .returning()
  if (!removed) return null
  await queueDetachments(tx, owner.provider, [removed.paymentMethodId], now)
  const [next] = removed.isDefault ? await readCards(tx, owner) : []
  if (next) await tx.update(savedCards).set({ isDefault: true }).where(eq(savedCards.id, next.id))
  return removed
}

export async function forgetCards(tx: Tx, owner: CardOwner, now: Date): Promise<number> {
  const removed = await tx.delete(savedCards).where(isOf(owner)).returning({ id: savedCards.paymentMethodId })
  await queueDetachments(
    tx,
    owner.provider,
    removed.map(({ id }) => id),
    now,
  )
  return removed.length
}

export async function makeDefault(tx: Tx, owner: CardOwner, id: number): Promise<SavedCardRow | null> {
  if (!(await lockOwner(tx, owner))) return null
  const card = (await readCards(tx, owner)).find((one) => one.id === id)
  if (!card) return null
  await tx
    .update(savedCards)
    .set({ isDefault: false })
    .where(and(isOf(owner), savedCards.isDefault))
  await tx.update(savedCards).set({ isDefault: true }).where(eq(savedCards.id, id))
  return card
}

const BATCH_SIZE = 100

export async function pendingDetachments(db: Db, provider: ProviderName): Promise<string[]> {
  const rows = await db
    .select({ paymentMethodId: cardDetachments.paymentMethodId })
    .from(cardDetachments)
    .where(and(eq(cardDetachments.provider, provider), isNull(cardDetachments.detachedAt)))
    .orderBy(asc(cardDetachments.createdAt))
    .limit(BATCH_SIZE)
  return rows.map((row) => row.paymentMethodId)
}

export async function markDetached(db: Db, provider: ProviderName, paymentMethodId: string, now: Date): Promise<void> {
  await db
    .update(cardDetachments)
    .set({ detachedAt: now })
    .where(and(eq(cardDetachments.provider, provider), eq(cardDetachments.paymentMethodId, paymentMethodId)))
}

export async function cardChoiceOf(
  { db, payments }: Pick<Platform, 'db'> & WithPayments,
  customerId: number | null,
): Promise<CardChoice> {
  if (customerId === null) return { cards: [], saving: 'with-account' }
  const cards = await readCards(db, { customerId, provider: payments.provider.name })
  return { cards, saving: cards.length < MAX_SAVED_CARDS ? 'offered' : 'never' }
}
