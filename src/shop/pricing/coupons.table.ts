import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { Meta } from '../../platform/rest/meta.ts'

export type DiscountType = 'percent' | 'fixed_cart' | 'fixed_product'

/** Coupons. Empty lists and nulls mean no restriction. */
export const coupons = pg.pgTable(
  'coupons',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Lower case, because codes are case-insensitive. */
    code: pg.text('code').notNull(),
    description: pg.text('description').notNull().default(''),
    discountType: pg.text('discount_type').$type<DiscountType>().notNull(),
    /** Cents; for a percentage, hundredths of a percent (1250 is 12.5 %). */
    amount: pg.integer('amount').notNull(),
    freeShipping: pg.boolean('free_shipping').notNull().default(false),
    isIndividualUse: pg.boolean('is_individual_use').notNull().default(false),
    excludesSaleItems: pg.boolean('excludes_sale_items').notNull().default(false),
    minimumAmountCents: pg.integer('minimum_amount_cents'),
    maximumAmountCents: pg.integer('maximum_amount_cents'),
    usageLimit: pg.integer('usage_limit'),
    usageLimitPerCustomer: pg.integer('usage_limit_per_customer'),
    itemLimit: pg.integer('item_limit'),
    startsAt: pg.timestamp('starts_at', { withTimezone: true }),
    expiresAt: pg.timestamp('expires_at', { withTimezone: true }),
    productIds: pg.jsonb('product_ids').$type<number[]>().notNull().default([]),
    excludedProductIds: pg.jsonb('excluded_product_ids').$type<number[]>().notNull().default([]),
    categoryIds: pg.jsonb('category_ids').$type<number[]>().notNull().default([]),
    excludedCategoryIds: pg.jsonb('excluded_category_ids').$type<number[]>().notNull().default([]),
    /** Allowed email addresses; `*@example.org` allows a whole domain. */
    emailRestrictions: pg.jsonb('email_restrictions').$type<string[]>().notNull().default([]),
    isActive: pg.boolean('is_active').notNull().default(true),
    /** When it was moved to the trash, where it is inactive. */
    trashedAt: pg.timestamp('trashed_at', { withTimezone: true }),
    meta: pg.jsonb('meta').$type<readonly Meta[]>().notNull().default([]),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: pg.timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    pg.uniqueIndex('coupons_code').on(table.code),
    pg.check('coupons_code_lower', sql`${table.code} = lower(${table.code}) and ${table.code} <> ''`),
    pg.check(
      'coupons_amount',
      sql`${table.amount} >= 0 and (${table.discountType} <> 'percent' or ${table.amount} <= 10000)`,
    ),
  ],
)

/** Use of a coupon by an order. It counts against the usage limits unless the order is cancelled. */
export const orderCoupons = pg.pgTable(
  'order_coupons',
  {
    /** References `orders`, a table of a room above: the foreign key is only in the migration. */
    orderId: pg.integer('order_id').notNull(),
    code: pg.text('code').notNull(),
    couponId: pg.integer('coupon_id').references(() => coupons.id, { onDelete: 'set null' }),
    discountCents: pg.integer('discount_cents').notNull(),
    discountTaxCents: pg.integer('discount_tax_cents').notNull(),
    usedBy: pg.text('used_by').notNull(),
    usedByCanonical: pg.text('used_by_canonical').notNull().default(''),
    /** False after the order is cancelled, which releases the use. */
    isCounted: pg.boolean('is_counted').notNull().default(true),
  },
  (table) => [
    pg.primaryKey({ columns: [table.orderId, table.code] }),
    pg.index('order_coupons_usage').on(table.couponId, table.usedByCanonical),
  ],
)
