import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'

/** The scope of a total: the whole day, or the sales of one product, coupon and so on. */
export type TotalKind = 'day' | 'product' | 'variation' | 'coupon' | 'tax' | 'customer' | 'origin'

const whole = (name: string) => pg.bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * Sales per day in the shop's time zone, in cents of its currency, computed from orders (`refresh-totals.store.ts`). An
 * order counts on the day it was placed, a refund on the day it was made. Refunds are separate columns, not subtracted.
 */
export const reportTotals = pg.pgTable(
  'report_totals',
  {
    day: pg.date('day', { mode: 'string' }).notNull(),
    kind: pg.text('kind').$type<TotalKind>().notNull(),
    /** Id of the product, code of the coupon or tax, `new` or `returning`, type and source of the origin; '' for the day. */
    key: pg.text('key').notNull(),
    /** Name at that time, for products and coupons deleted later. */
    label: pg.text('label').notNull().default(''),
    orders: pg.integer('orders').notNull().default(0),
    items: whole('items'),
    gross: whole('gross_cents'),
    discounts: whole('discounts_cents'),
    fees: whole('fees_cents'),
    /** In rows of kind `tax`, the part of `taxes` that is on shipping. */
    shipping: whole('shipping_cents'),
    taxes: whole('taxes_cents'),
    /** Refunds without shipping and taxes, which have their own columns. */
    returns: whole('returns_cents'),
    returnedShipping: whole('returned_shipping_cents'),
    returnedTaxes: whole('returned_taxes_cents'),
    returnedItems: whole('returned_items'),
  },
  (table) => [pg.primaryKey({ columns: [table.kind, table.day, table.key] })],
)

/** Changed orders, and times on the days they count for. Append-only, so that checkouts do not wait for one another. */
export const reportChanges = pg.pgTable('report_changes', {
  id: pg.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: pg.integer('order_id').notNull(),
  at: pg.timestamp('at', { withTimezone: true }).notNull(),
})

/** Days with outdated totals. */
export const reportDays = pg.pgTable('report_days', { day: pg.date('day', { mode: 'string' }).primaryKey() })

/** The single row with the time zone of the totals; '' makes all of them outdated. Locked while totals are written. */
export const reportState = pg.pgTable(
  'report_state',
  { id: pg.integer('id').primaryKey().default(1), timeZone: pg.text('time_zone').notNull().default('') },
  (table) => [pg.check('report_state_one_row', sql`${table.id} = 1`)],
)
