import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { Address } from '../../people/addresses/address.ts'
import type { Meta } from './order-meta.ts'

export type OrderStatus = 'pending' | 'on-hold' | 'processing' | 'completed' | 'cancelled' | 'refunded' | 'failed'

/** An account to create once the order is accepted. Without a hash no password was chosen. */
export type PendingAccount = { passwordHash: string | null }

/** `taxClass`: null if it is not taxed; missing in older orders. */
export type OrderFee = {
  name: string
  totalCents: number
  taxCents: number
  taxClass?: string | null
  meta?: readonly Meta[]
}

type Choice = { readonly label: string; readonly value: string; readonly key?: undefined }
/** Metadata of an API client; older entries have no id, but a label. */
type LineMeta = Omit<Meta, 'id'> & { readonly label?: string; readonly id?: number }

/** Where the order was created; an API client may use a name of its own. */
export type CreatedVia = 'checkout' | 'store-api' | 'seed' | 'admin' | 'rest-api' | (string & {})

const awaitingPayment = sql`('pending', 'failed', 'on-hold', 'processing')`
/** SQL condition on columns of `orders`, exactly as in the indexes of unpaid orders. */
export const isUnpaid = sql`paid_at is null and status in ${awaitingPayment}`
/** The other orders without a payment, most of them cancelled. */
export const isClosedUnpaid = sql`paid_at is null and status not in ${awaitingPayment}`

/** SQL for the shipping address, or the billing address if there is none. `table`: 'e.', for example. */
export const deliveryAddress = (table = '') =>
  sql.raw(`(case when coalesce(${table}shipping->>'address1', '') = '' then ${table}billing else ${table}shipping end)`)
/**
 * SQL for a hash of that address, the same however it is written; exactly as in its index. A hash, because PostgreSQL
 * refuses to index a text of more than 2,704 bytes.
 */
export const addressHash = (table = '') => {
  const fields = ['address1', 'address2', 'postcode', 'country'].map(
    (field) => sql`coalesce(${deliveryAddress(table)}->>${sql.raw(`'${field}'`)}, '')`,
  )
  return sql`hashtextextended(lower(regexp_replace(${sql.join(fields, sql` || `)}, '[^[:alnum:]]', '', 'g')), 0)`
}

/** The permanent record of a sale. Names and amounts are copied, so that later price changes do not affect it. */
export const orders = pg.pgTable(
  'orders',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    /** The invoice number, assigned when the order is accepted: consecutive, without gaps. */
    invoiceNumber: pg.integer('invoice_number').unique(),
    status: pg.text('status').$type<OrderStatus>().notNull().default('pending'),
    /** Slug of a custom status that stands for `status`; a trigger clears it when `status` changes. */
    ownStatus: pg.text('own_status'),
    /** Unguessable; grants access to the order-received page without a sign-in. */
    orderKey: pg.text('order_key').notNull().unique(),
    cartId: pg.integer('cart_id'),
    cartVersion: pg.integer('cart_version'),
    customerId: pg.integer('customer_id'),
    pendingAccount: pg.jsonb('pending_account').$type<PendingAccount>(),
    /** The currency of all amounts, and its rate per unit of the shop's currency when the order was placed. */
    currency: pg.text('currency').notNull().default('CAD'),
    exchangeRate: pg.numeric('exchange_rate').notNull().default('1'),
    itemsSubtotalCents: pg.integer('items_subtotal_cents').notNull(),
    itemsTotalCents: pg.integer('items_total_cents').notNull(),
    fees: pg.jsonb('fees').$type<OrderFee[]>().notNull().default([]),
    feesCents: pg.integer('fees_cents').notNull().default(0),
    shippingCents: pg.integer('shipping_cents').notNull(),
    taxCents: pg.integer('tax_cents').notNull(),
    /** Whether prices were entered with tax; all amounts here exclude tax. */
    pricesIncludeTax: pg.boolean('prices_include_tax').notNull().default(false),
    totalCents: pg.integer('total_cents').notNull(),
    refundedCents: pg.integer('refunded_cents').notNull().default(0),
    billing: pg.jsonb('billing').$type<Address>().notNull(),
    shipping: pg.jsonb('shipping').$type<Address>().notNull(),
    paymentMethod: pg.text('payment_method').notNull(),
    paymentMethodTitle: pg.text('payment_method_title').notNull(),
    transactionId: pg.text('transaction_id'),
    /** An API client's transaction id, which proves no payment. */
    paymentReference: pg.text('payment_reference').notNull().default(''),
    customerNote: pg.text('customer_note').notNull().default(''),
    createdVia: pg.text('created_via').$type<CreatedVia>().notNull().default('checkout'),
    customerIpAddress: pg.text('customer_ip_address').notNull().default(''),
    userAgent: pg.text('user_agent').notNull().default(''),
    attribution: pg.jsonb('attribution').$type<Record<string, string>>().notNull().default({}),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: pg.timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: pg.timestamp('paid_at', { withTimezone: true }),
    completedAt: pg.timestamp('completed_at', { withTimezone: true }),
    /** The end of the stock hold for the pending payment; null: no end. */
    holdExpiresAt: pg.timestamp('hold_expires_at', { withTimezone: true }),
    /** Whether its stock is reserved: after a declined card the stock is released until the next attempt. */
    holdsStock: pg.boolean('holds_stock').notNull().default(true),
    /** Number of payment attempts in progress, until `paymentAttemptsExpireAt`. */
    activePaymentAttempts: pg.integer('active_payment_attempts').notNull().default(0),
    /** After this time attempts in progress are given up; null: no attempt. */
    paymentAttemptsExpireAt: pg.timestamp('payment_attempts_expire_at', { withTimezone: true }),
    /** The network the order was placed from (`networkOf`); '' for unknown. */
    clientNetwork: pg.text('client_network').notNull().default(''),
    /** The customer's canonical email address (`canonicalEmail`); '' for unknown. */
    canonicalBillingEmail: pg.text('canonical_billing_email').notNull().default(''),
    reminderSentAt: pg.timestamp('reminder_sent_at', { withTimezone: true }),
    paymentDueAt: pg.timestamp('payment_due_at', { withTimezone: true }),
    anonymisedAt: pg.timestamp('anonymised_at', { withTimezone: true }),
  },
  (table) => [
    // Cancelled orders are excluded: the same cart version can then be ordered again.
    pg
      .uniqueIndex('orders_one_per_cart_version')
      .on(table.cartId, table.cartVersion)
      .where(sql`${table.status} <> 'cancelled'`),
    pg.index('orders_hold_expiry').on(table.holdExpiresAt).where(sql`${table.status} in ('pending', 'failed')`),
    // Every checkout queries the buyer's unpaid orders, however many others exist (checkout/unpaid-reservations.ts).
    // The condition on the indexed column keeps the planner from scanning the whole index instead of using another.
    pg
      .index('orders_unpaid_network')
      .on(table.clientNetwork.op('text_pattern_ops'))
      .where(sql`${isUnpaid} and ${table.clientNetwork} <> ''`),
    pg
      .index('orders_unpaid_email')
      .on(table.canonicalBillingEmail)
      .where(sql`${isUnpaid} and ${table.canonicalBillingEmail} <> ''`),
    // For the fraud rules, which count the orders of the last hours at each payment (risk/fraud.store.ts).
    pg
      .index('orders_recent_email')
      .on(table.canonicalBillingEmail, table.createdAt)
      .where(sql`${table.canonicalBillingEmail} <> ''`),
    pg
      .index('orders_ended_network')
      .on(table.clientNetwork, table.createdAt)
      .where(sql`${isClosedUnpaid} and ${table.clientNetwork} <> ''`),
    pg.index('orders_cancelled_cart').on(table.cartId).where(sql`${table.status} = 'cancelled'`),
    pg.index('orders_recent_address').on(addressHash(), table.createdAt),
    pg.index('orders_created').on(table.createdAt, table.id),
    pg.index('orders_updated').on(table.updatedAt, table.id),
    pg.index('orders_status').on(table.status, table.createdAt, table.id),
    pg
      .index('orders_own_status')
      .on(table.ownStatus, table.createdAt, table.id)
      .where(sql`${table.ownStatus} is not null`),
    pg.index('orders_customer').on(table.customerId, table.createdAt, table.id),
    pg
      .index('orders_paid_customer')
      .on(table.customerId)
      .where(sql`${table.paidAt} is not null and ${table.customerId} is not null`),
    pg.index('orders_billing_email').on(sql`lower(${table.billing} ->> 'email')`),
    pg.check(
      'orders_total_is_sum',
      sql`${table.totalCents} = ${table.itemsTotalCents} + ${table.feesCents} + ${table.shippingCents} + ${table.taxCents}`,
    ),
    pg.check(
      'orders_refunded_within_total',
      sql`${table.refundedCents} >= 0 and ${table.refundedCents} <= ${table.totalCents}`,
    ),
    pg.check(
      'orders_accepted_have_invoice_number',
      sql`${table.invoiceNumber} is not null or ${table.status} in ('pending', 'failed', 'cancelled', 'on-hold')`,
    ),
  ],
)

/** The single row of the invoice number sequence, locked by the transaction that assigns a number. */
export const invoiceNumbers = pg.pgTable(
  'invoice_numbers',
  { id: pg.integer('id').primaryKey().default(1), lastNumber: pg.integer('last_number').notNull() },
  (table) => [pg.check('invoice_numbers_one_row', sql`${table.id} = 1`)],
)

const orderId = () =>
  pg
    .integer('order_id')
    .notNull()
    .references(() => orders.id, { onDelete: 'cascade' })

export const orderLines = pg.pgTable(
  'order_lines',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    /** Ids without a foreign key, because sales must outlive deleted products. */
    productId: pg.integer('product_id').notNull(),
    variationId: pg.integer('variation_id').notNull().default(0),
    name: pg.text('name').notNull(),
    sku: pg.text('sku').notNull().default(''),
    /** Chosen options; entries with a key are line metadata of an API client. */
    choices: pg.jsonb('choices').$type<(Choice | LineMeta)[]>().notNull().default([]),
    /** Pack size, '50 g'; empty if unknown. */
    packSize: pg.text('pack_size').notNull().default(''),
    quantity: pg.integer('quantity').notNull(),
    unitPriceCents: pg.integer('unit_price_cents').notNull(),
    subtotalCents: pg.integer('subtotal_cents').notNull(),
    totalCents: pg.integer('total_cents').notNull(),
    taxCents: pg.integer('tax_cents').notNull(),
    taxClass: pg.text('tax_class').notNull(),
    imagePath: pg.text('image_path'),
    reducesStock: pg.boolean('reduces_stock').notNull().default(false),
    /** Whether files can be downloaded once it is paid. */
    isDownloadable: pg.boolean('is_downloadable').notNull().default(false),
  },
  (table) => [
    pg.index('order_lines_order').on(table.orderId),
    pg.index('order_lines_product').on(table.productId, table.orderId),
  ],
)

export const orderShippingLines = pg.pgTable(
  'order_shipping_lines',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    rateId: pg.text('rate_id').notNull(),
    title: pg.text('title').notNull(),
    totalCents: pg.integer('total_cents').notNull(),
    taxCents: pg.integer('tax_cents').notNull(),
    /** Whether it is taxed once it costs something, as the staff or its method says. Null in orders of the checkout. */
    isTaxable: pg.boolean('is_taxable'),
    /** Pickup address and opening hours, as lines. */
    place: pg.text('place'),
    /** Metadata of API clients. */
    meta: pg.jsonb('meta').$type<readonly Meta[]>().notNull().default([]),
  },
  (table) => [pg.index('order_shipping_lines_order').on(table.orderId)],
)

export const orderTaxLines = pg.pgTable(
  'order_tax_lines',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    code: pg.text('code').notNull(),
    label: pg.text('label').notNull(),
    ratePer100k: pg.integer('rate_per_100k').notNull(),
    /** Without a foreign key, because a rate may be deleted. Null in older orders, which refer to it by code. */
    rateId: pg.integer('rate_id'),
    isCompound: pg.boolean('is_compound').notNull().default(false),
    itemsTaxCents: pg.integer('items_tax_cents').notNull(),
    shippingTaxCents: pg.integer('shipping_tax_cents').notNull(),
  },
  (table) => [pg.index('order_tax_lines_order').on(table.orderId)],
)

export const orderNotes = pg.pgTable(
  'order_notes',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    text: pg.text('text').notNull(),
    author: pg.text('author').notNull().default('shop'),
    isCustomerNote: pg.boolean('is_customer_note').notNull().default(false),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [pg.index('order_notes_order').on(table.orderId, table.createdAt)],
)

export const orderMeta = pg.pgTable(
  'order_meta',
  {
    // Far above the ids that responses give to the shop's own metadata.
    id: pg.bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity({ startWith: 1_000_000_000_000 }),
    orderId: orderId(),
    key: pg.text('key').notNull(),
    /** As JSON, so that a text of digits stays a text. */
    value: pg.text('value').notNull(),
  },
  (table) => [pg.index('order_meta_order').on(table.orderId)],
)

export const orderShipments = pg.pgTable(
  'order_shipments',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: orderId(),
    trackingId: pg.text('tracking_id').notNull().unique(),
    /** Id of a known carrier; '' for a custom one, with name and link. */
    carrier: pg.text('carrier').notNull(),
    customName: pg.text('custom_name').notNull().default(''),
    customLink: pg.text('custom_link').notNull().default(''),
    trackingNumber: pg.text('tracking_number').notNull(),
    shippedOn: pg.date('shipped_on', { mode: 'string' }).notNull(),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    pg.uniqueIndex('order_shipments_once').on(table.orderId, table.carrier, table.customName, table.trackingNumber),
  ],
)

/**
 * Number of orders per status: the sum of its rows. A trigger (db/migrations) adds a row for each change, so that
 * concurrent orders do not wait for one another; `foldOrderCounts` adds them up.
 */
export const orderCounts = pg.pgTable('order_counts', {
  status: pg.text('status').notNull(),
  ownStatus: pg.text('own_status'),
  total: pg.integer('total').notNull(),
})
