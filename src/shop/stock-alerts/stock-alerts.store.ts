import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { optIn } from '../../things/messages/opt-outs.store.ts'
import { stockAlerts } from './stock-alerts.table.ts'

/** The message type of the alert; a confirmed request ends an earlier opt-out from it. */
const BACK_IN_STOCK = 'back-in-stock'

/** An unconfirmed request is deleted after this time. */
export const UNCONFIRMED_MS = 2 * DAY_MS
/** After a year, hardly anyone still waits for the product. */
const CONFIRMED_MS = 365 * DAY_MS
/** Lifetime of the links in an alert email. */
const NOTIFIED_MS = 30 * DAY_MS

export type StockAlert = typeof stockAlerts.$inferSelect

export type AlertRequest = Pick<StockAlert, 'productId' | 'email' | 'userId'>

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * A second request for the same product and address changes nothing, except that it may confirm the first. Until then
 * it gets a new token, because only the hash of the old one is stored.
 */
export async function insertAlert(
  db: Db | Tx,
  { isConfirmed, ...request }: AlertRequest & { readonly isConfirmed: boolean },
  now: Date,
): Promise<StockAlert & { readonly token: string | null }> {
  const confirmedAt = isConfirmed ? now : null
  const expiresAt = new Date(now.getTime() + (isConfirmed ? CONFIRMED_MS : UNCONFIRMED_MS))
  const token = randomBytes(16).toString('base64url')
  const isOpen = sql`${stockAlerts.confirmedAt} is null and excluded.confirmed_at is null`
  const [alert] = await db
    .insert(stockAlerts)
    .values({ ...request, tokenHash: hashOf(token), createdAt: now, confirmedAt, expiresAt })
    .onConflictDoUpdate({
      target: [stockAlerts.email, stockAlerts.productId],
      targetWhere: isNull(stockAlerts.notifiedAt),
      set: {
        tokenHash: sql`case when ${isOpen} then excluded.token_hash else ${stockAlerts.tokenHash} end`,
        confirmedAt: sql`coalesce(${stockAlerts.confirmedAt}, excluded.confirmed_at)`,
        userId: sql`coalesce(${stockAlerts.userId}, excluded.user_id)`,
        expiresAt: sql`greatest(${stockAlerts.expiresAt}, excluded.expires_at)`,
      },
    })
    .returning()
  if (!alert) throw new Error('A request was not stored')
  if (isConfirmed) await optIn(db, alert.email, [BACK_IN_STOCK])
  return { ...alert, token: alert.tokenHash === hashOf(token) ? token : null }
}

export async function findAlert(db: Db | Tx, token: string, now: Date): Promise<StockAlert | null> {
  const [alert] = await db
    .select()
    .from(stockAlerts)
    .where(eq(stockAlerts.tokenHash, hashOf(token)))
  return alert && alert.expiresAt > now ? alert : null
}

/** False if it was confirmed already. */
export async function confirmAlert(db: Db | Tx, id: number, now: Date): Promise<boolean> {
  const confirmed = await db
    .update(stockAlerts)
    .set({ confirmedAt: now, expiresAt: new Date(now.getTime() + CONFIRMED_MS) })
    .where(and(eq(stockAlerts.id, id), isNull(stockAlerts.confirmedAt)))
    .returning({ email: stockAlerts.email })
  for (const { email } of confirmed) await optIn(db, email, [BACK_IN_STOCK])
  return confirmed.length > 0
}

export async function deleteAlertsOf(db: Db | Tx, email: string): Promise<void> {
  await db.delete(stockAlerts).where(eq(stockAlerts.email, email))
}

/** Serializes the confirmations of one address or one product until the transaction ends, so that each counts the others. */
export const lockAlertCounts = (tx: Tx, by: { readonly productId: number; readonly email: string }) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('stock-alert|' || name, 0) as key
      from unnest(array[${`email ${by.email}`}::text, ${`product ${by.productId}`}::text]) as named (name) order by key
    ) as keys`)

/** Open requests by others for this product, and by this address for others. Unconfirmed ones may be a stranger's. */
export async function countOtherAlerts(db: Db | Tx, by: { readonly productId: number; readonly email: string }) {
  const { productId, email, confirmedAt, notifiedAt } = stockAlerts
  const isWaiting = and(isNotNull(confirmedAt), isNull(notifiedAt))
  const [forProduct, ofAddress] = await Promise.all([
    db.$count(stockAlerts, and(eq(productId, by.productId), ne(email, by.email), isWaiting)),
    db.$count(stockAlerts, and(eq(email, by.email), ne(productId, by.productId), isWaiting)),
  ])
  return { forProduct, ofAddress }
}

export const deleteExpiredAlerts = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, stockAlerts.id, lt(stockAlerts.expiresAt, now))

/** SQL condition for rows of `product`, `entry` and `parent_entry`: in stock and for sale. */
const isAvailable = sql.raw(`(product.stock_status <> 'outofstock' and entry.status = 'publish'
  and coalesce(parent_entry.status, 'publish') = 'publish'
  and (product.regular_price_cents is not null or product.type = 'variable'))`)

const productOfAlert = sql.raw(`join products product on product.id = alert.product_id
  join entries entry on entry.id = product.id
  left join entries parent_entry on parent_entry.id = product.parent_id`)

/** Records since when products of confirmed requests are in stock; selling out again resets it. */
export async function noteAvailability(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    update stock_alerts set available_since = case when state.is_available then ${now.toISOString()}::timestamptz end
    from (
      select alert.id, ${isAvailable} as is_available from stock_alerts alert ${productOfAlert}
      where alert.notified_at is null and alert.confirmed_at is not null
    ) state
    where state.id = stock_alerts.id and (stock_alerts.available_since is not null) <> state.is_available`)
}

/** Deletes alerts of customers or addresses that have bought the product since, unless the order was cancelled. */
export async function deleteAlertsOfBuyers(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from stock_alerts alert where alert.available_since is not null and alert.notified_at is null and exists (
      select from order_lines line join orders on orders.id = line.order_id
      where (line.product_id = alert.product_id or line.variation_id = alert.product_id)
        and orders.created_at > alert.created_at and orders.status in ('on-hold', 'processing', 'completed')
        and (orders.customer_id = alert.user_id or lower(orders.billing->>'email') = alert.email))`)
}

const MAX_EMAILS = 200
const MAX_EMAILS_PER_PRODUCT = 100
/** Emails per piece in stock: not every recipient buys, but few should find it sold out again. */
const PEOPLE_PER_PIECE = 5

/** Marks and returns the due requests. If stock is low, the remaining ones follow an hour later. */
export async function takeDueAlerts(tx: Tx, since: Date, now: Date): Promise<StockAlert[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with waiting as (
      select alert.id, alert.product_id, row_number() over (partition by alert.product_id order by alert.id) as place
      from stock_alerts alert ${productOfAlert}
      where alert.notified_at is null and alert.confirmed_at is not null and alert.expires_at > ${at}
        and alert.available_since <= ${since.toISOString()}::timestamptz and ${isAvailable}
    ), allowed as (
      select product_id, case when stock.tracks_inventory and stock.backorders = 'no'
          then least(${MAX_EMAILS_PER_PRODUCT}::int, ${PEOPLE_PER_PIECE}::int * stock.on_hand)
          else ${MAX_EMAILS_PER_PRODUCT}::int end
        - (select count(*) from stock_alerts notified
           where notified.product_id = wanted.product_id and notified.notified_at > ${at} - interval '1 hour') as people
      from (select distinct product_id from waiting) wanted
      left join stock_levels stock using (product_id)
    )
    select id from waiting join allowed using (product_id)
    where place <= people order by id limit ${MAX_EMAILS}`)
  if (rows.length === 0) return []
  const marked = await tx
    .update(stockAlerts)
    .set({ notifiedAt: now, expiresAt: new Date(now.getTime() + NOTIFIED_MS) })
    .where(
      and(sql`${stockAlerts.id} = any(${sql.param(rows.map(({ id }) => id))}::int[])`, isNull(stockAlerts.notifiedAt)),
    )
    .returning()
  return marked.toSorted((one, other) => one.id - other.id)
}
