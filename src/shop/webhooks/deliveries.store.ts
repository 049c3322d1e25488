import { and, desc, eq, inArray, lt, lte, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { readPage } from '../../platform/database/list-query.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { type Delivery, type DeliveryStatus, type Webhook, webhookDeliveries, webhooks } from './webhooks.table.ts'

/** Retries of an event end after this time. */
export const GIVE_UP_MS = 3 * DAY_MS
/** Retention of the delivery log. */
const RETENTION_MS = 30 * DAY_MS
/** The webhook is disabled after more than this many consecutive failed events, as in WooCommerce. */
const MAX_FAILURES = 5
/** Time for one attempt; afterwards the process counts as dead, and another one may claim the delivery. */
const CLAIM_MS = 120_000

export const queuePing = (tx: Db | Tx, webhookId: number, now: Date) =>
  tx
    .insert(webhookDeliveries)
    .values({ webhookId, topic: 'ping', resource: 'ping', resourceId: webhookId, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing()

export type Claimed = { readonly delivery: Delivery; readonly webhook: Webhook }

type ClaimLimits = {
  readonly now: Date
  /** How many deliveries may start, in total and per webhook. */
  readonly places: number
  readonly perWebhook: number
  /** Number of running deliveries by webhook. */
  readonly running: ReadonlyMap<number, number>
}

/**
 * Claims due deliveries: per webhook and object only the earliest waiting one, so that events stay in order. A claim
 * postpones `next_attempt_at`, so that no other process takes the delivery.
 */
export async function claimDue(db: Db, { now, places, perWebhook, running }: ClaimLimits): Promise<readonly Claimed[]> {
  const busy = JSON.stringify(Object.fromEntries(running))
  const { rows } = await db.execute<{ id: number }>(sql`
    with due as (
      select head.id from webhooks
      cross join lateral (
        select id from webhook_deliveries waiting
        where webhook_id = webhooks.id and status = 'waiting' and next_attempt_at <= ${now}
          and (webhooks.status = 'active' or topic = 'ping')
          and not exists (
            select from webhook_deliveries earlier
            where earlier.webhook_id = waiting.webhook_id and earlier.resource = waiting.resource
              and earlier.resource_id = waiting.resource_id and earlier.status = 'waiting' and earlier.id < waiting.id)
        order by next_attempt_at, id
        limit greatest(0, ${perWebhook} - coalesce((${busy}::jsonb ->> webhooks.id::text)::int, 0))
        for update skip locked
      ) head
      order by head.id limit ${places}
    )
    update webhook_deliveries set next_attempt_at = ${new Date(now.getTime() + CLAIM_MS)}, attempts = attempts + 1
    from due where webhook_deliveries.id = due.id
    returning webhook_deliveries.id`)
  if (rows.length === 0) return []
  return db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(
      inArray(
        webhookDeliveries.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(webhookDeliveries.id)
}

/** Whether a waiting delivery may have an attempt under way that began before `now` or shortly after, or is due soon. */
export const mayBeUnderWay = (now: Date): SQL =>
  lte(webhookDeliveries.nextAttemptAt, new Date(now.getTime() + 2 * CLAIM_MS))

export type Attempt = Pick<
  Delivery,
  'attemptedAt' | 'durationMs' | 'problem' | 'responseStatus' | 'requestBody' | 'responseBody'
>

/**
 * Stores the result of an attempt; without its texts if a person in them was erased meanwhile (`webhookData`). A failed
 * event counts against its webhook, a sent one resets the count.
 */
export async function settle(
  db: Db,
  delivery: Delivery,
  outcome: { readonly status: DeliveryStatus; readonly nextAttemptAt?: Date; readonly attempt?: Attempt },
): Promise<void> {
  const { status, nextAttemptAt, attempt } = outcome
  const unlessErased = (text: string | null) =>
    sql`case when ${webhookDeliveries.attempts} = ${delivery.attempts} then ${text}::text end`
  const texts = attempt && {
    requestBody: unlessErased(attempt.requestBody),
    responseBody: unlessErased(attempt.responseBody),
  }
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(webhookDeliveries)
      .set({ status, ...attempt, ...texts, ...(nextAttemptAt && { nextAttemptAt }) })
      .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.status, 'waiting')))
    // Another process has claimed and settled it.
    if (rowCount === 0 || delivery.topic === 'ping') return
    const isWebhook = eq(webhooks.id, delivery.webhookId)
    if (status === 'sent')
      await tx
        .update(webhooks)
        .set({ failureCount: 0 })
        .where(and(isWebhook, sql`${webhooks.failureCount} > 0`))
    if (status === 'failed' && attempt?.problem !== 'no-body')
      await tx
        .update(webhooks)
        .set({
          failureCount: sql`${webhooks.failureCount} + 1`,
          status: sql`case when ${webhooks.failureCount} >= ${MAX_FAILURES} then 'disabled' else ${webhooks.status} end`,
        })
        .where(isWebhook)
  })
}

export const readDeliveries = (
  db: Db,
  { webhookId, status, ...page }: { webhookId: number; status: DeliveryStatus | 'any'; limit: number; offset: number },
) =>
  readPage(db, db.select().from(webhookDeliveries).$dynamic(), webhookDeliveries, {
    ...page,
    where: and(
      eq(webhookDeliveries.webhookId, webhookId),
      status === 'any' ? undefined : eq(webhookDeliveries.status, status),
    ),
    order: [desc(webhookDeliveries.id)],
  })

export const readDelivery = (db: Db, id: number): Promise<Delivery | null> =>
  db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).then(firstOf)

/** Queues a copy of a delivery; a waiting one is retried immediately instead. Returns the id. */
export async function sendAgain(db: Db, delivery: Delivery, now: Date): Promise<number> {
  if (delivery.status === 'waiting') {
    await db
      .update(webhookDeliveries)
      .set({ nextAttemptAt: now })
      .where(
        and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.status, 'waiting'), not(mayBeUnderWay(now))),
      )
    return delivery.id
  }
  const { webhookId, topic, resource, resourceId, argument } = delivery
  const copy = { webhookId, topic, resource, resourceId, argument, createdAt: now, nextAttemptAt: now }
  const [queued] = await db.insert(webhookDeliveries).values(copy).returning({ id: webhookDeliveries.id })
  return queued?.id ?? delivery.id
}

/** Deletes deliveries past their retention, and those of deleted webhooks. */
export async function tidyDeliveries(db: Db, now: Date): Promise<void> {
  const owner = db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhookDeliveries.webhookId))
  const isOld = lt(webhookDeliveries.createdAt, new Date(now.getTime() - RETENTION_MS))
  await db.delete(webhookDeliveries).where(or(notExists(owner), isOld))
}
