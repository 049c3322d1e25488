import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Address } from '../../people/addresses/address.ts'
import type { TaxClass } from '../catalog/catalog.table.ts'

export type OrderStatus = 'pending' | 'on-hold' | 'processing' | 'completed' | 'cancelled' | 'refunded' | 'failed'

/** An account to make once the order is accepted. Without a hash nobody chose a password. */
export type PendingAccount = { passwordHash: string | null }

export type OrderFee = { name: string; totalCents: number; taxCents: number }

/** The permanent record of a sale. Names and amounts are copied in, so tomorrow's price list does not rewrite it. */
export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    /** What the customer calls it: given when the order is accepted, one after the other without a gap, never twice. */
    number: integer('number').unique(),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    /** Unguessable; opens the order-received page without a sign-in. */
    orderKey: text('order_key').notNull().unique(),
    cartId: text('cart_id'),
    cartVersion: integer('cart_version'),
    customerId: integer('customer_id'),
    pendingAccount: jsonb('pending_account').$type<PendingAccount>(),
    currency: text('currency').notNull().default('CAD'),
    itemsSubtotalCents: integer('items_subtotal_cents').notNull(),
    itemsTotalCents: integer('items_total_cents').notNull(),
    /** What was added to the goods: a fee for a small order, for a way to pay. */
    fees: jsonb('fees').$type<OrderFee[]>().notNull().default([]),
    feesCents: integer('fees_cents').notNull().default(0),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** Whether prices were entered with tax; every amount here is without. */
    pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
    totalCents: integer('total_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    billing: jsonb('billing').$type<Address>().notNull(),
    shipping: jsonb('shipping').$type<Address>().notNull(),
    paymentMethod: text('payment_method').notNull(),
    paymentMethodTitle: text('payment_title').notNull(),
    /** The provider's name of the money that came in. */
    transactionId: text('transaction_id'),
    customerNote: text('customer_note').notNull().default(''),
    createdVia: text('created_via').$type<'checkout' | 'store-api' | 'seed'>().notNull().default('checkout'),
    customerIpAddress: text('client_address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    attribution: jsonb('attribution').$type<Record<string, string>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    /** Until then its goods are kept for whoever is paying; null: until somebody says otherwise. */
    holdExpiresAt: timestamp('held_until', { withTimezone: true }),
    /** Whether it has its goods: one whose card was declined gives them back until it is tried again. */
    holdsStock: boolean('holds_stock').notNull().default(true),
    /** How many tries to pay it are under way, until `payingUntil`. */
    paymentTries: integer('payment_tries').notNull().default(0),
    /** When nobody waits any more for the end of the tries under way; null: none is. */
    payingUntil: timestamp('paying_until', { withTimezone: true }),
    /** The network it was placed from (`networkOf`); '' is unknown. */
    clientNetwork: text('client_network').notNull().default(''),
    /** The mailbox of whoever pays (`canonicalEmail`); '' is unknown. */
    billingMailbox: text('billing_mailbox').notNull().default(''),
    /** When the customer was reminded that it waits for a transfer or a cheque. */
    remindedAt: timestamp('reminded_at', { withTimezone: true }),
    /** Until when that mail said it is kept. */
    payBy: timestamp('pay_by', { withTimezone: true }),
  },
  (table) => [
    // A cancelled order makes room: who comes back to an unchanged cart may order it again.
    uniqueIndex('orders_one_per_cart_version')
      .on(table.cartId, table.cartVersion)
      .where(sql`${table.status} <> 'cancelled'`),
    index('orders_held').on(table.holdExpiresAt).where(sql`${table.status} in ('pending', 'failed')`),
    // What one buyer has on hold is looked up with every order, however many others wait (checkout/unpaid-hold.ts).
    index('orders_unpaid')
      .on(table.clientNetwork.op('text_pattern_ops'))
      .where(sql`${table.paidAt} is null and ${table.status} in ('pending', 'failed', 'on-hold', 'processing')`),
    index('orders_unpaid_mailbox')
      .on(table.billingMailbox)
      .where(sql`${table.paidAt} is null and ${table.status} in ('pending', 'failed', 'on-hold', 'processing')`),
    index('orders_newest').on(table.createdAt.desc(), table.id.desc()),
    index('orders_by_status').on(table.status, table.createdAt.desc()),
    index('orders_customer').on(table.customerId, table.createdAt.desc()),
    check(
      'orders_adds_up',
      sql`${table.totalCents} = ${table.itemsTotalCents} + ${table.feesCents} + ${table.shippingCents} + ${table.taxCents}`,
    ),
    check(
      'orders_refunded_within_total',
      sql`${table.refundedCents} >= 0 and ${table.refundedCents} <= ${table.totalCents}`,
    ),
    check(
      'orders_accepted_have_number',
      sql`${table.number} is not null or ${table.status} in ('pending', 'failed', 'cancelled', 'on-hold')`,
    ),
  ],
)

/** The one row that order numbers come from; whoever accepts an order holds it until that is written. */
export const orderNumbers = pgTable(
  'order_numbers',
  {
    id: integer('id').primaryKey().default(1),
    /** The number given last. */
    lastNumber: integer('last').notNull(),
  },
  (table) => [check('order_numbers_one_row', sql`${table.id} = 1`)],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Kept as plain numbers: a product may be deleted, its sale may not. */
    productId: integer('product_id').notNull(),
    variationId: integer('variation_id').notNull().default(0),
    name: text('name').notNull(),
    sku: text('sku').notNull().default(''),
    choices: jsonb('choices').$type<{ label: string; value: string }[]>().notNull().default([]),
    /** How much was in the pack, '50 g'; empty where nobody knew. */
    packSize: text('pack_size').notNull().default(''),
    quantity: integer('quantity').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    subtotalCents: integer('subtotal_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    taxClass: text('tax_class').$type<TaxClass>().notNull(),
    imagePath: text('image_path'),
    reducesStock: boolean('takes_stock').notNull().default(false),
  },
  (table) => [index('order_lines_order').on(table.orderId), index('order_lines_product').on(table.productId)],
)

export const orderShippingLines = pgTable(
  'order_shipping_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Rate id as on the wire, e.g. `flat_rate:1`. */
    rateId: text('rate_id').notNull(),
    title: text('title').notNull(),
    totalCents: integer('total_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
  },
  (table) => [index('order_shipping_lines_order').on(table.orderId)],
)

export const orderTaxLines = pgTable(
  'order_tax_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    label: text('label').notNull(),
    ratePer100k: integer('rate_per_100k').notNull(),
    itemsTaxCents: integer('items_tax_cents').notNull(),
    shippingTaxCents: integer('shipping_tax_cents').notNull(),
  },
  (table) => [index('order_tax_lines_order').on(table.orderId)],
)

/** What happened to an order, in words, oldest first; `isCustomerNote` ones are shown to the shopper. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    author: text('author').notNull().default('shop'),
    isCustomerNote: boolean('for_customer').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('order_notes_order').on(table.orderId, table.createdAt)],
)
