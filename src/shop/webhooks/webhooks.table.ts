import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'

/** WooCommerce's names. The shop sets `disabled` after too many failed events. */
export type WebhookStatus = 'active' | 'paused' | 'disabled'
/** `skipped`: the object was deleted before delivery. */
export type DeliveryStatus = 'waiting' | 'sent' | 'failed' | 'skipped'

const xid8 = pg.customType<{ data: string }>({ dataType: () => 'xid8' })
const time = (name: string) => pg.timestamp(name, { withTimezone: true })

/** Webhooks as in WooCommerce: URLs that receive events of the shop. */
export const webhooks = pg.pgTable(
  'webhooks',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: pg.text('name').notNull(),
    status: pg.text('status').$type<WebhookStatus>().notNull().default('active'),
    topic: pg.text('topic').notNull(),
    deliveryUrl: pg.text('delivery_url').notNull(),
    /** Signing secret, encrypted. */
    secret: pg.text('secret').notNull(),
    /** Consecutive failed events. */
    failureCount: pg.integer('failure_count').notNull().default(0),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  // Triggers read this on every change.
  (table) => [pg.index('webhooks_active_topic').on(table.topic).where(sql`${table.status} = 'active'`)],
)

/**
 * Event queue of each webhook, and its delivery log. Triggers on orders, products, customers, coupons and carts insert
 * rows in the transaction of the change (see the end of the migration). There is no foreign key, so that a purchase
 * cannot fail because a webhook is being deleted.
 */
export const webhookDeliveries = pg.pgTable(
  'webhook_deliveries',
  {
    id: pg.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: pg.integer('webhook_id').notNull(),
    /** The webhook's topic at that time; 'ping' for a test call. */
    topic: pg.text('topic').notNull(),
    /** Type of the object. Events of one object are delivered in order. */
    resource: pg.text('resource').notNull(),
    resourceId: pg.integer('resource_id').notNull(),
    /** Argument of an action hook, if it is not the id. */
    argument: pg.text('argument').notNull().default(''),
    /** Sent as a header, identical in all attempts, so that receivers can detect duplicates. */
    key: pg.text('key').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** Transaction id: several changes of an object in one transaction are one event. */
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
    // An erasure looks for what was told about a person: by object, and by addresses in the texts.
    pg.index('webhook_deliveries_about').on(table.resource, table.resourceId),
    pg.index('webhook_deliveries_emails').using('gin', sql`quoted_emails(${table.requestBody})`),
  ],
)

export type Webhook = typeof webhooks.$inferSelect
export type Delivery = typeof webhookDeliveries.$inferSelect
