import { eq } from 'drizzle-orm'
import type { PersonalData } from '../../../platform/privacy/personal-data.ts'
import { queueDetachments } from './saved-cards.store.ts'
import { paymentCustomers, savedCards } from './saved-cards.table.ts'

/** The customer's number at the payment provider. Payments belong to their orders. */
export const paymentData: PersonalData = {
  id: 'payment-accounts',
  title: 'Your number at our payment provider',
  tables: ['payment_customers'],
  read: async (db, { userId }) =>
    userId === null
      ? []
      : db
          .select({
            provider: paymentCustomers.provider,
            number: paymentCustomers.providerCustomerId,
            since: paymentCustomers.createdAt,
          })
          .from(paymentCustomers)
          .where(eq(paymentCustomers.customerId, userId)),
  erase: async (tx, { userId }) =>
    userId === null
      ? 0
      : (
          await tx
            .delete(paymentCustomers)
            .where(eq(paymentCustomers.customerId, userId))
            .returning({ provider: paymentCustomers.provider })
        ).length,
}

export const savedCardData: PersonalData = {
  id: 'saved-cards',
  title: 'Your saved cards',
  tables: ['payment_tokens'],
  read: async (db, { userId }) =>
    userId === null
      ? []
      : db
          .select({
            brand: savedCards.brand,
            last4: savedCards.last4,
            expMonth: savedCards.expMonth,
            expYear: savedCards.expYear,
            isDefault: savedCards.isDefault,
            savedAt: savedCards.createdAt,
          })
          .from(savedCards)
          .where(eq(savedCards.customerId, userId)),
  async erase(tx, { userId }, now) {
    if (userId === null) return 0
    // The account at the provider is locked before its cards, as everywhere.
    await tx.select().from(paymentCustomers).where(eq(paymentCustomers.customerId, userId)).for('update')
    const erased = await tx.delete(savedCards).where(eq(savedCards.customerId, userId)).returning()
    for (const { provider, paymentMethodId } of erased) await queueDetachments(tx, provider, [paymentMethodId], now)
    return erased.length
  },
}
