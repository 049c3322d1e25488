import { randomBytes } from 'node:crypto'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { among, containsText, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import type { Platform } from '../../platform/web/context.ts'
import { openSeal, seal } from '../../platform/web/seal.ts'
import { queuePing } from './deliveries.store.ts'
import { type Webhook, type WebhookStatus, webhookDeliveries, webhooks } from './webhooks.table.ts'

export type WebhookShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>
/** Without the secret, which is never returned. */
export type WebhookRecord = Omit<Webhook, 'secret' | 'updatedAt'> & {
  readonly updatedAt: Date | null
  readonly waiting: number
}
export type WebhookChange = Partial<Pick<Webhook, 'name' | 'status' | 'topic' | 'deliveryUrl' | 'secret'>>
type NewWebhook = Pick<Webhook, 'topic' | 'deliveryUrl'> & Partial<Pick<Webhook, 'name' | 'secret'>>

const use = { purpose: 'webhook', owner: '' }
const sealed = (shop: Pick<Platform, 'secret'>, secret: string) => seal(shop.secret, use, secret)

/** The decrypted secret; null if the shop's secret file has changed since. */
export const secretOf = (shop: Pick<Platform, 'secret'>, webhook: Pick<Webhook, 'secret'>): string | null =>
  openSeal(shop.secret, use, webhook.secret)

const { secret: _secret, ...columns } = getTableColumns(webhooks)
const shownColumns = {
  ...columns,
  waiting: sql<number>`(select count(*) from webhook_deliveries where webhook_id = webhooks.id and webhook_deliveries.status = 'waiting')`,
}

type Query = {
  readonly search: string
  readonly status: WebhookStatus | 'all'
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  readonly orderby: 'date' | 'id' | 'title'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export function readWebhooks(db: Db, { search, status, include, exclude, after, before, ...page }: Query) {
  const where = and(
    containsText(search, [webhooks.name]),
    status === 'all' ? undefined : eq(webhooks.status, status),
    among(webhooks.id, include),
    notAmong(webhooks.id, exclude),
    after && sql`${webhooks.createdAt} >= ${after}`,
    before && sql`${webhooks.createdAt} < ${before}`,
  )
  const order = listOrder(
    { date: webhooks.createdAt, id: webhooks.id, title: sql`lower(${webhooks.name})` },
    webhooks.id,
    page,
  )
  return readPage(db, db.select(shownColumns).from(webhooks).$dynamic(), webhooks, { ...page, where, order })
}

export const readWebhook = (db: Db | Tx, id: number): Promise<WebhookRecord | null> =>
  db.select(shownColumns).from(webhooks).where(eq(webhooks.id, id)).then(firstOf)

/** Generates a random secret if there is none, so that nobody else can sign as this shop. */
export function insertWebhook(shop: WebhookShop, webhook: NewWebhook): Promise<WebhookRecord> {
  const now = shop.now()
  const values = {
    ...webhook,
    name: webhook.name ?? `Webhook created on ${defaultName.format(now).replace(/, (?=\d+:)/, ' @ ')}`,
    secret: sealed(shop, webhook.secret || randomBytes(32).toString('base64url')),
    createdAt: now,
    updatedAt: now,
  }
  return shop.db.transaction(async (tx) => {
    const [{ secret: _, ...created } = { id: 0 } as Webhook] = await tx.insert(webhooks).values(values).returning()
    await queuePing(tx, created.id, now)
    return { ...created, updatedAt: null, waiting: 1 }
  })
}

/** 'Nov 24, 2026 @ 01:32 AM' */
const nameFormat = { month: 'short', day: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
const defaultName = new Intl.DateTimeFormat('en-US', { ...nameFormat, timeZone: 'UTC' })

/** A new URL gets a ping; reactivating resets the failure count. */
export function updateWebhook(
  shop: WebhookShop,
  before: WebhookRecord,
  { secret, ...change }: WebhookChange,
): Promise<WebhookRecord | null> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    await tx
      .update(webhooks)
      .set({
        ...change,
        ...(secret ? { secret: sealed(shop, secret) } : {}),
        ...(change.status === 'active' && before.status !== 'active' ? { failureCount: 0 } : {}),
        updatedAt: now,
      })
      .where(eq(webhooks.id, before.id))
    if (change.deliveryUrl !== undefined && change.deliveryUrl !== before.deliveryUrl)
      await queuePing(tx, before.id, now)
    return readWebhook(tx, before.id)
  })
}

/** Also deletes its deliveries. */
export const deleteWebhook = (db: Db, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(webhooks).where(eq(webhooks.id, id))
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
    return rowCount === 1
  })
