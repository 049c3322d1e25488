import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export type DiscountType = 'percent' | 'fixed_cart' | 'fixed_product'

/** Coupons. Empty lists and nulls mean no restriction. */
export const coupons = pgTable(
  'coupons',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Lower case, because codes are case-insensitive. */
    code: text('code').notNull(),
    description: text('description').notNull().default(''),
    discountType: text('discount_type').$type<DiscountType>().notNull(),
    /** Cents; for a percentage, hundredths of a percent (1250 is 12.5 %). */
    amount: integer('amount').notNull(),
    freeShipping: boolean('free_shipping').notNull().default(false),
    isIndividualUse: boolean('is_individual_use').notNull().default(false),
    excludesSaleItems: boolean('excludes_sale_items').notNull().default(false),
    minimumAmountCents: integer('minimum_amount_cents'),
    maximumAmountCents: integer('maximum_amount_cents'),
    usageLimit: integer('usage_limit'),
    usageLimitPerCustomer: integer('usage_limit_per_customer'),
    itemLimit: integer('item_limit'),
    startsAt: timestamp('starts_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    productIds: jsonb('product_ids').$type<number[]>().notNull().default([]),
    excludedProductIds: jsonb('excluded_product_ids').$type<number[]>().notNull().default([]),
    categoryIds: jsonb('category_ids').$type<number[]>().notNull().default([]),
    excludedCategoryIds: jsonb('excluded_category_ids').$type<number[]>().notNull().default([]),
    /** Allowed email addresses; `*@example.org` allows a whole domain. */
    emailRestrictions: jsonb('email_restrictions').$type<string[]>().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('coupons_code').on(table.code),
    check('coupons_code_lower', sql`${table.code} = lower(${table.code}) and ${table.code} <> ''`),
    check(
      'coupons_amount',
      sql`${table.amount} >= 0 and (${table.discountType} <> 'percent' or ${table.amount} <= 10000)`,
    ),
  ],
)

/** Use of a coupon by an order. It counts against the usage limits unless the order is cancelled. */
export const orderCoupons = pgTable(
  'order_coupons',
  {
    /** References `orders`, a table of a room above: the foreign key is only in the migration. */
    orderId: integer('order_id').notNull(),
    code: text('code').notNull(),
    couponId: integer('coupon_id').references(() => coupons.id, { onDelete: 'set null' }),
    discountCents: integer('discount_cents').notNull(),
    discountTaxCents: integer('discount_tax_cents').notNull(),
    usedBy: text('used_by').notNull(),
    /** Canonical form (`canonicalEmail`), by which uses are counted. */
    usedByCanonical: text('used_by_canonical').notNull().default(''),
    /** False after the order is cancelled, which releases the use. */
    isCounted: boolean('is_counted').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.code] }),
    index('order_coupons_usage').on(table.couponId, table.usedByCanonical),
  ],
)
