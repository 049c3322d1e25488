import { and, desc, eq, gt, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { readPage } from '../../platform/database/list-query.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { type Delivery, type DeliveryStatus, type Webhook, webhookDeliveries, webhooks } from './webhooks.table.ts'

/** For how long an event is tried. */
export const GIVE_UP_MS = 3 * DAY_MS
/** How long the log is kept. */
const KEPT_MS = 30 * DAY_MS
/** More events than that in a row given up, and the webhook is switched off, as in WooCommerce. */
const MAX_FAILURES = 5
/** How long a try has; afterwards another process takes over, as of one that was killed. */
const CLAIM_MS = 120_000

export const queuePing = (tx: Db | Tx, webhookId: number, now: Date) =>
  tx
    .insert(webhookDeliveries)
    .values({ webhookId, topic: 'ping', resource: 'ping', resourceId: webhookId, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing()

export type Claimed = { readonly delivery: Delivery; readonly webhook: Webhook }

type Room = {
  readonly now: Date
  /** Free places for all webhooks together, and for each one. */
  readonly places: number
  readonly perWebhook: number
  /** Number of running deliveries by webhook. */
  readonly running: ReadonlyMap<number, number>
}

/**
 * Takes what is due: of each object and webhook the first event that waits, so that a later one never overtakes it. Its
 * time moves on, so that no other process takes it too.
 */
export async function claimDue(db: Db, { now, places, perWebhook, running }: Room): Promise<readonly Claimed[]> {
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

export type Attempt = Pick<
  Delivery,
  'attemptedAt' | 'durationMs' | 'problem' | 'responseStatus' | 'requestBody' | 'responseBody'
>

/** What came of a try. An event that its receiver did not take counts against its webhook, one that is sent clears its name. */
export async function settle(
  db: Db,
  delivery: Delivery,
  outcome: { readonly status: DeliveryStatus; readonly nextAttemptAt?: Date; readonly attempt?: Attempt },
): Promise<void> {
  const { status, nextAttemptAt, attempt } = outcome
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(webhookDeliveries)
      .set({ status, ...attempt, ...(nextAttemptAt && { nextAttemptAt }) })
      .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.status, 'waiting')))
    // Another process took over and was faster.
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

/** The log of a webhook, the newest first. */
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

/** Queues an event once more; one that still waits is tried at once instead. */
export async function sendAgain(db: Db, delivery: Delivery, now: Date): Promise<number> {
  if (delivery.status === 'waiting') {
    await db
      .update(webhookDeliveries)
      .set({ nextAttemptAt: now })
      .where(
        and(
          eq(webhookDeliveries.id, delivery.id),
          eq(webhookDeliveries.status, 'waiting'),
          // Not one that is under way, or nearly due.
          gt(webhookDeliveries.nextAttemptAt, new Date(now.getTime() + 2 * CLAIM_MS)),
        ),
      )
    return delivery.id
  }
  const { webhookId, topic, resource, resourceId, argument } = delivery
  const copy = { webhookId, topic, resource, resourceId, argument, createdAt: now, nextAttemptAt: now }
  const [made] = await db.insert(webhookDeliveries).values(copy).returning({ id: webhookDeliveries.id })
  return made?.id ?? delivery.id
}

/** Drops what is old, and what belongs to no webhook any more. */
export async function tidyDeliveries(db: Db, now: Date): Promise<void> {
  const owner = db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhookDeliveries.webhookId))
  const isOld = lt(webhookDeliveries.createdAt, new Date(now.getTime() - KEPT_MS))
  await db.delete(webhookDeliveries).where(or(notExists(owner), isOld))
}
