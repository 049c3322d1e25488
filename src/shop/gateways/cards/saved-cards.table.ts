import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ProviderName } from '../provider.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A customer's saved cards, at one account of the provider each: those of test and live keys never mix. */
export const savedCards = pgTable(
  'payment_tokens',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    customerId: integer('customer_id').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    fingerprint: text('fingerprint').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_tokens_payment_method').on(table.paymentMethodId),
    uniqueIndex('payment_tokens_card').on(
      table.customerId,
      table.provider,
      table.fingerprint,
      table.expMonth,
      table.expYear,
    ),
    uniqueIndex('payment_tokens_one_default').on(table.customerId, table.provider).where(sql`${table.isDefault}`),
    check('payment_tokens_month', sql`${table.expMonth} between 1 and 12`),
  ],
)

/** Cards for a job to detach. Kept afterwards, so that a late webhook does not save a card again. */
export const cardDetachments = pgTable(
  'payment_detachments',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    createdAt: instant('created_at').notNull(),
    detachedAt: instant('detached_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.paymentMethodId] }),
    index('payment_detachments_pending').on(table.provider, table.createdAt).where(sql`${table.detachedAt} is null`),
  ],
)

export const paymentCustomers = pgTable(
  'payment_customers',
  {
    customerId: integer('customer_id').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** Null until the provider has created it. */
    providerCustomerId: text('provider_customer_id'),
    /** Sent with the request that creates it; a repeated request never creates a second one. */
    idempotencyKey: text('idempotency_key').notNull().default(sql`gen_random_uuid()::text`),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.provider] }),
    uniqueIndex('payment_customers_provider_id').on(table.provider, table.providerCustomerId),
  ],
)
