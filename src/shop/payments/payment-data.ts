import { eq } from 'drizzle-orm'
import type { PersonalData } from '../../platform/privacy/personal-data.ts'
import { paymentCustomers } from './payments.table.ts'

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
