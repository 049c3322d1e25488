import { eq } from 'drizzle-orm'
import type { PersonalData } from '../../../platform/privacy/personal-data.ts'
import { queueDetachments } from './saved-cards.store.ts'
import { paymentCustomers, savedCards } from './saved-cards.table.ts'

/** Personal data: the customer's id at the payment provider. Payments are part of their orders. */
export const paymentData: PersonalData = {
  id: 'payment-accounts',
  title: 'Your number at our payment provider',
  tables: ['payment_customers'],
  async read(db, { userId }) {
    if (userId === null) return []
    const { provider, providerCustomerId: number, createdAt: since, customerId } = paymentCustomers
    return db.select({ provider, number, since }).from(paymentCustomers).where(eq(customerId, userId))
  },
  async erase(tx, { userId }) {
    if (userId === null) return 0
    const { customerId } = paymentCustomers
    return (await tx.delete(paymentCustomers).where(eq(customerId, userId)).returning({ customerId })).length
  },
  detach: 'erase',
}

export const savedCardData: PersonalData = {
  id: 'saved-cards',
  title: 'Your saved cards',
  tables: ['payment_tokens'],
  detach: 'erase',
  async read(db, { userId }) {
    if (userId === null) return []
    const { brand, last4, expMonth, expYear, isDefault, createdAt: savedAt, customerId } = savedCards
    const columns = { brand, last4, expMonth, expYear, isDefault, savedAt }
    return db.select(columns).from(savedCards).where(eq(customerId, userId))
  },
  async erase(tx, { userId }, now) {
    if (userId === null) return 0
    // Lock order: the account at the provider, then its cards.
    await tx.select().from(paymentCustomers).where(eq(paymentCustomers.customerId, userId)).for('update')
    const erased = await tx.delete(savedCards).where(eq(savedCards.customerId, userId)).returning()
    for (const { provider, paymentMethodId } of erased) await queueDetachments(tx, provider, [paymentMethodId], now)
    return erased.length
  },
}
