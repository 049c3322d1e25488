import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Address } from '../../people/addresses/address.ts'
import type { TaxClass } from '../catalog/catalog.table.ts'

export type OrderStatus = 'pending' | 'on-hold' | 'processing' | 'completed' | 'cancelled' | 'refunded' | 'failed'

/** An account to create once the order is accepted. Without a hash no password was chosen. */
export type PendingAccount = { passwordHash: string | null }

export type OrderFee = { name: string; totalCents: number; taxCents: number }

/** SQL condition on columns of `orders`, exactly as in the indexes of unpaid orders. */
export const isUnpaid = sql`paid_at is null and status in ('pending', 'failed', 'on-hold', 'processing')`

/** The permanent record of a sale. Names and amounts are copied, so that later price changes do not affect it. */
export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    /** The invoice number, assigned when the order is accepted: consecutive, without gaps. */
    invoiceNumber: integer('invoice_number').unique(),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    /** Unguessable; grants access to the order-received page without a sign-in. */
    orderKey: text('order_key').notNull().unique(),
    cartId: integer('cart_id'),
    cartVersion: integer('cart_version'),
    customerId: integer('customer_id'),
    pendingAccount: jsonb('pending_account').$type<PendingAccount>(),
    /** The currency of every amount here, and units of it per unit of the shop's when the order was placed. */
    currency: text('currency').notNull().default('CAD'),
    exchangeRate: numeric('exchange_rate').notNull().default('1'),
    itemsSubtotalCents: integer('items_subtotal_cents').notNull(),
    itemsTotalCents: integer('items_total_cents').notNull(),
    fees: jsonb('fees').$type<OrderFee[]>().notNull().default([]),
    feesCents: integer('fees_cents').notNull().default(0),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** Whether prices were entered with tax; all amounts here exclude tax. */
    pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
    totalCents: integer('total_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    billing: jsonb('billing').$type<Address>().notNull(),
    shipping: jsonb('shipping').$type<Address>().notNull(),
    paymentMethod: text('payment_method').notNull(),
    paymentMethodTitle: text('payment_method_title').notNull(),
    transactionId: text('transaction_id'),
    /** What a program of the owner calls the payment; it proves nothing. */
    paymentReference: text('payment_reference').notNull().default(''),
    customerNote: text('customer_note').notNull().default(''),
    createdVia: text('created_via').$type<'checkout' | 'store-api' | 'seed'>().notNull().default('checkout'),
    customerIpAddress: text('customer_ip_address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    attribution: jsonb('attribution').$type<Record<string, string>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    /** The end of the stock hold for the pending payment; null: no end. */
    holdExpiresAt: timestamp('hold_expires_at', { withTimezone: true }),
    /** Whether its stock is reserved: after a declined card the stock is released until the next attempt. */
    holdsStock: boolean('holds_stock').notNull().default(true),
    /** Number of payment attempts in progress, until `paymentAttemptsExpireAt`. */
    activePaymentAttempts: integer('active_payment_attempts').notNull().default(0),
    /** After this time attempts in progress are given up; null: no attempt. */
    paymentAttemptsExpireAt: timestamp('payment_attempts_expire_at', { withTimezone: true }),
    /** The network the order was placed from (`networkOf`); '' for unknown. */
    clientNetwork: text('client_network').notNull().default(''),
    /** The customer's canonical email address (`canonicalEmail`); '' for unknown. */
    canonicalBillingEmail: text('canonical_billing_email').notNull().default(''),
    reminderSentAt: timestamp('reminder_sent_at', { withTimezone: true }),
    paymentDueAt: timestamp('payment_due_at', { withTimezone: true }),
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
  },
  (table) => [
    // Cancelled orders are excluded: the same cart version can then be ordered again.
    uniqueIndex('orders_one_per_cart_version')
      .on(table.cartId, table.cartVersion)
      .where(sql`${table.status} <> 'cancelled'`),
    index('orders_hold_expiry').on(table.holdExpiresAt).where(sql`${table.status} in ('pending', 'failed')`),
    // Every checkout queries the buyer's unpaid orders, however many others exist (checkout/unpaid-reservations.ts).
    // The condition on its own column keeps an index from being read whole in place of another.
    index('orders_unpaid_network')
      .on(table.clientNetwork.op('text_pattern_ops'))
      .where(sql`${isUnpaid} and ${table.clientNetwork} <> ''`),
    index('orders_unpaid_email')
      .on(table.canonicalBillingEmail)
      .where(sql`${isUnpaid} and ${table.canonicalBillingEmail} <> ''`),
    index('orders_created').on(table.createdAt.desc(), table.id.desc()),
    index('orders_updated').on(table.updatedAt.desc(), table.id.desc()),
    index('orders_status').on(table.status, table.createdAt.desc()),
    index('orders_customer').on(table.customerId, table.createdAt.desc()),
    index('orders_billing_email').on(sql`lower(${table.billing} ->> 'email')`),
    check(
      'orders_total_is_sum',
      sql`${table.totalCents} = ${table.itemsTotalCents} + ${table.feesCents} + ${table.shippingCents} + ${table.taxCents}`,
    ),
    check(
      'orders_refunded_within_total',
      sql`${table.refundedCents} >= 0 and ${table.refundedCents} <= ${table.totalCents}`,
    ),
    check(
      'orders_accepted_have_invoice_number',
      sql`${table.invoiceNumber} is not null or ${table.status} in ('pending', 'failed', 'cancelled', 'on-hold')`,
    ),
  ],
)

/** The single row of the invoice number sequence, locked by the transaction that assigns a number. */
export const invoiceNumbers = pgTable(
  'invoice_numbers',
  { id: integer('id').primaryKey().default(1), lastNumber: integer('last_number').notNull() },
  (table) => [check('invoice_numbers_one_row', sql`${table.id} = 1`)],
)

const orderId = () =>
  integer('order_id')
    .notNull()
    .references(() => orders.id, { onDelete: 'cascade' })

export const orderLines = pgTable(
  'order_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    /** Plain ids without a foreign key: a product may be deleted, its sales may not. */
    productId: integer('product_id').notNull(),
    variationId: integer('variation_id').notNull().default(0),
    name: text('name').notNull(),
    sku: text('sku').notNull().default(''),
    choices: jsonb('choices').$type<{ label: string; value: string }[]>().notNull().default([]),
    /** Pack size, '50 g'; empty if unknown. */
    packSize: text('pack_size').notNull().default(''),
    quantity: integer('quantity').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    subtotalCents: integer('subtotal_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    taxClass: text('tax_class').$type<TaxClass>().notNull(),
    imagePath: text('image_path'),
    reducesStock: boolean('reduces_stock').notNull().default(false),
  },
  (table) => [index('order_lines_order').on(table.orderId), index('order_lines_product').on(table.productId)],
)

export const orderShippingLines = pgTable(
  'order_shipping_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    /** Rate id as in the API, e.g. `flat_rate:1`. */
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
    orderId: orderId(),
    code: text('code').notNull(),
    label: text('label').notNull(),
    ratePer100k: integer('rate_per_100k').notNull(),
    itemsTaxCents: integer('items_tax_cents').notNull(),
    shippingTaxCents: integer('shipping_tax_cents').notNull(),
  },
  (table) => [index('order_tax_lines_order').on(table.orderId)],
)

export const orderNotes = pgTable(
  'order_notes',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    text: text('text').notNull(),
    author: text('author').notNull().default('shop'),
    isCustomerNote: boolean('is_customer_note').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('order_notes_order').on(table.orderId, table.createdAt)],
)

export const orderMeta = pgTable(
  'order_meta',
  {
    // Far above the ids that the shop's own metadata is given in answers.
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity({ startWith: 1_000_000_000_000 }),
    orderId: orderId(),
    key: text('key').notNull(),
    /** As JSON: a text of digits stays a text. */
    value: text('value').notNull(),
  },
  (table) => [index('order_meta_order').on(table.orderId)],
)

export const orderShipments = pgTable(
  'order_shipments',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    trackingId: text('tracking_id').notNull().unique(),
    carrier: text('carrier').notNull(),
    customName: text('custom_name').notNull().default(''),
    customLink: text('custom_link').notNull().default(''),
    trackingNumber: text('tracking_number').notNull(),
    shippedOn: date('shipped_on', { mode: 'string' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('order_shipments_once').on(table.orderId, table.carrier, table.customName, table.trackingNumber),
  ],
)
