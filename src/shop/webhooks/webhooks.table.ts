import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'

/** WooCommerce's names. `disabled` is switched off by the shop, after events that could not be delivered. */
export type WebhookStatus = 'active' | 'paused' | 'disabled'
/** `skipped`: its subject was deleted before the delivery. */
export type DeliveryStatus = 'waiting' | 'sent' | 'failed' | 'skipped'

const xid8 = pg.customType<{ data: string }>({ dataType: () => 'xid8' })
const time = (name: string) => pg.timestamp(name, { withTimezone: true })

/** Webhooks, as in WooCommerce: URLs that are called when something happens in the shop. */
export const webhooks = pg.pgTable(
  'webhooks',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: pg.text('name').notNull(),
    status: pg.text('status').$type<WebhookStatus>().notNull().default('active'),
    topic: pg.text('topic').notNull(),
    deliveryUrl: pg.text('delivery_url').notNull(),
    /** What deliveries are signed with, sealed. */
    secret: pg.text('secret').notNull(),
    /** Events in a row that were given up. */
    failureCount: pg.integer('failure_count').notNull().default(0),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  // Read by triggers whenever something changes.
  (table) => [pg.index('webhooks_active_topic').on(table.topic).where(sql`${table.status} = 'active'`)],
)

/**
 * Events for each webhook, and the log of what became of them. Triggers on orders, products, customers, coupons and carts
 * write them in the transaction of the change (at the end of the migration). No foreign key: a purchase must not fail
 * because a webhook is being deleted.
 */
export const webhookDeliveries = pg.pgTable(
  'webhook_deliveries',
  {
    id: pg.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: pg.integer('webhook_id').notNull(),
    /** The webhook's topic at that time; 'ping' for a call that only tests the URL. */
    topic: pg.text('topic').notNull(),
    /** Events of one object are delivered in order. */
    resource: pg.text('resource').notNull(),
    resourceId: pg.integer('resource_id').notNull(),
    /** The argument of an action hook, unless it is the id. */
    argument: pg.text('argument').notNull().default(''),
    /** In the header, the same for every try: a receiver can tell a repetition by it. */
    key: pg.text('key').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** A transaction that changes an object several times tells it once. */
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    status: pg.text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    attempts: pg.integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull().defaultNow(),
    createdAt: time('created_at').notNull().defaultNow(),
    attemptedAt: time('attempted_at'),
    durationMs: pg.integer('duration_ms'),
    problem: pg.text('problem'),
    responseStatus: pg.integer('response_status'),
    requestBody: pg.text('request_body'),
    responseBody: pg.text('response_body'),
  },
  (table) => [
    pg
      .uniqueIndex('webhook_deliveries_once')
      .on(table.xid, table.webhookId, table.topic, table.resourceId, table.argument),
    pg
      .index('webhook_deliveries_due')
      .on(table.webhookId, table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'waiting'`),
    pg
      .index('webhook_deliveries_object')
      .on(table.webhookId, table.resource, table.resourceId, table.id)
      .where(sql`${table.status} = 'waiting'`),
    pg.index('webhook_deliveries_log').on(table.webhookId, table.id),
    pg.index('webhook_deliveries_age').on(table.createdAt),
  ],
)

export type Webhook = typeof webhooks.$inferSelect
export type Delivery = typeof webhookDeliveries.$inferSelect
