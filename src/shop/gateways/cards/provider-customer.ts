import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { schedule } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/web/context.ts'
import type { WithPayments } from '../context.ts'
import type { ProviderFailure } from '../provider.ts'
import { forgetCards } from './saved-cards.store.ts'
import { paymentCustomers } from './saved-cards.table.ts'

export const detachCardsJob = schedule('detach-cards', '* * * * *')

export type CardContext = Pick<Platform, 'db' | 'jobs' | 'now'> & WithPayments

const isAccountOf = (userId: number, provider: WithPayments['payments']['provider']['name']) =>
  and(eq(paymentCustomers.customerId, userId), eq(paymentCustomers.provider, provider))

/** The provider's customer of a shop customer, created once; concurrent calls get the same. */
export async function providerCustomerOf(
  { db, now, payments }: CardContext,
  userId: number,
  signal?: AbortSignal,
): Promise<{ readonly ok: true; readonly customerId: string } | ProviderFailure> {
  const provider = payments.provider.name
  const isAccount = isAccountOf(userId, provider)
  // Stored before the provider is called, so that every call sends the same idempotency key.
  await db.insert(paymentCustomers).values({ customerId: userId, provider, createdAt: now() }).onConflictDoNothing()
  const [stored] = await db.select().from(paymentCustomers).where(isAccount)
  if (!stored) throw new Error(`Customer ${userId} was deleted while their account at the provider was created`)
  if (stored.providerCustomerId !== null) return { ok: true, customerId: stored.providerCustomerId }
  const idempotencyKey = `customer-${stored.idempotencyKey}`
  const created = await payments.cards.createCustomer({ userId, idempotencyKey }, signal)
  if (!created.ok) return created
  await db
    .update(paymentCustomers)
    .set({ providerCustomerId: created.customerId })
    .where(and(isAccount, isNull(paymentCustomers.providerCustomerId)))
  return created
}

export async function ownerOfCustomer({ db, payments }: CardContext, providerCustomerId: string) {
  const { provider, providerCustomerId: id, customerId } = paymentCustomers
  const isCustomer = and(eq(provider, payments.provider.name), eq(id, providerCustomerId))
  return (await db.select({ customerId }).from(paymentCustomers).where(isCustomer))[0]?.customerId ?? null
}

export const isCustomerGone = (result: { readonly ok: true } | ProviderFailure): boolean =>
  !result.ok && result.problem.kind === 'refused' && result.problem.isCustomerGone === true

/** Forgets a customer who was deleted at the provider, and their cards. Returns how many cards are gone. */
export async function forgetCustomer(shop: CardContext, userId: number, providerCustomerId: string): Promise<number> {
  const provider = shop.payments.provider.name
  const removedCount = await shop.db.transaction(async (tx) => {
    const forgotten = await tx
      .update(paymentCustomers)
      .set({ providerCustomerId: null, idempotencyKey: randomUUID() })
      .where(and(isAccountOf(userId, provider), eq(paymentCustomers.providerCustomerId, providerCustomerId)))
      .returning({ id: paymentCustomers.customerId })
    return forgotten.length === 0 ? 0 : forgetCards(tx, { customerId: userId, provider }, shop.now())
  })
  if (removedCount > 0) shop.jobs.enqueueSoon(detachCardsJob)
  return removedCount
}

/** If the customer was deleted at the provider, repeats the request with a new one. `lostCards`: how many were lost. */
export async function withCustomer<T extends { readonly ok: true }>(
  shop: CardContext,
  userId: number,
  request: (providerCustomerId: string) => Promise<T | ProviderFailure>,
  signal?: AbortSignal,
): Promise<(T & { readonly lostCards: number }) | ProviderFailure> {
  const customer = await providerCustomerOf(shop, userId, signal)
  if (!customer.ok) return customer
  const result = await request(customer.customerId)
  if (!isCustomerGone(result)) return result.ok ? { ...result, lostCards: 0 } : result
  const lostCards = await forgetCustomer(shop, userId, customer.customerId)
  const renewed = await providerCustomerOf(shop, userId, signal)
  if (!renewed.ok) return renewed
  const repeated = await request(renewed.customerId)
  return repeated.ok ? { ...repeated, lostCards } : repeated
}
