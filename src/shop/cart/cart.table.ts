import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import type { Address } from '../../people/addresses/address.ts'
import { products } from '../catalog/catalog.table.ts'

export type RemovedLine = {
  productId: number
  name: string
  quantity: number
  choices: Record<string, string>
  position: number
  version: number
}

export type DisplayedTotal = { readonly cents: number; readonly currency: string }

/** `version` increases with every change of lines or destination; an order is bound to one version. */
export const carts = pgTable(
  'carts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Public, in cookie and cart token: `t_` and 30 hex digits for a guest, the customer id for a customer. */
    sessionKey: text('session_key').notNull(),
    version: integer('version').notNull().default(1),
    /** The customer it belongs to; on a guest's cart, the customer whose cart it was merged into. */
    customerId: integer('customer_id'),
    billing: jsonb('billing').$type<Partial<Address>>().notNull().default({}),
    shipping: jsonb('shipping').$type<Partial<Address>>().notNull().default({}),
    shippingMethod: text('shipping_method'),
    couponCodes: jsonb('coupon_codes').$type<string[]>().notNull().default([]),
    removedLines: jsonb('removed_lines').$type<Record<string, RemovedLine>>().notNull().default({}),
    recentRequestIds: jsonb('recent_request_ids').$type<string[]>().notNull().default([]),
    /** The currency chosen for it; null: the shop's. Orders may no longer be charged in it (`cartPricing`). */
    currency: text('currency'),
    paymentMethod: text('payment_method'),
    customerNote: text('customer_note').notNull().default(''),
    /** The last order placed from it and the digest of its form, which answer a second submit of the same form. */
    placedOrderId: integer('placed_order_id'),
    placedOrderDigest: text('placed_order_digest'),
    /** The total that a wallet's sheet displayed last, which its buyer may have authorized. */
    displayedTotal: jsonb('told_total').$type<DisplayedTotal>(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('carts_session_key').on(table.sessionKey),
    index('carts_expiry').on(table.expiresAt),
    index('carts_customer').on(table.customerId),
  ],
)

export const cartLines = pgTable(
  'cart_lines',
  {
    cartId: integer('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    choices: jsonb('choices').$type<Record<string, string>>().notNull().default({}),
    /** The unit price when it was added, to notify the shopper when it has changed since. */
    quotedPriceCents: integer('quoted_price_cents').notNull(),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.cartId, table.key] }),
    index('cart_lines_product').on(table.productId),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 1000000`),
  ],
)
