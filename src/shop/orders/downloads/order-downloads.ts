import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import { sumOf } from '../../../platform/money/money.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { products } from '../../catalog/catalog.table.ts'
import { soldIdOf } from '../order-parts.store.ts'
import type { Order } from '../orders.store.ts'
import { orderLines, orders } from '../orders.table.ts'
import { orderDownloads } from './downloads.table.ts'

/**
 * Grants the files of an order that is being paid, or whose lines were others before. Downloads made count against the
 * limit of a changed quantity. True if it has only files, so that nothing is to be shipped.
 */
export async function grantDownloads(
  tx: Tx,
  { id: orderId, lines }: Pick<Order, 'id' | 'lines'>,
  now: Date,
  linesBefore: Order['lines'] = lines,
): Promise<boolean> {
  if (!lines.some((line) => line.isDownloadable)) return false
  const ids = [...new Set(lines.map(soldIdOf))]
  const sold = await tx
    .select(columnsOf(products, 'id', 'isVirtual', 'isDownloadable', 'downloads', 'downloadLimit', 'downloadDays'))
    .from(products)
    .where(isAnyOf(products.id, ids))
  const withFiles = sold.filter(({ isDownloadable }) => isDownloadable)
  const granted = withFiles.flatMap(({ id: productId, downloads, downloadLimit: limit, downloadDays: days }) => {
    const remaining = limit === null ? null : Math.min(limit * piecesOf(lines, productId), 2_147_483_647)
    const expiresOn = days === null ? null : dayAfter(now, days)
    return downloads.map(({ id: downloadId }) => ({ orderId, productId, downloadId, remaining, expiresOn }))
  })
  const changedIds = ids.filter((id) => piecesOf(lines, id) !== piecesOf(linesBefore, id))
  // An order that is paid again has its permissions already.
  if (granted.length > 0)
    await tx
      .insert(orderDownloads)
      .values(granted)
      .onConflictDoUpdate({
        target: [orderDownloads.orderId, orderDownloads.productId, orderDownloads.downloadId],
        set: { remaining: sql`excluded.remaining - least(excluded.remaining, ${orderDownloads.downloadCount})` },
        setWhere: isAnyOf(orderDownloads.productId, changedIds),
      })
  return sold.length === ids.length && sold.every(({ isVirtual, isDownloadable }) => isVirtual && isDownloadable)
}

const piecesOf = (lines: Order['lines'], productId: number): number =>
  sumOf(
    lines.filter((line) => soldIdOf(line) === productId),
    ({ quantity }) => quantity,
  )

/** The date `days` after today in the shop's time zone. */
function dayAfter(now: Date, days: number): string {
  const day = new Date(`${shopDayOf(now)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** The order is paid, and neither on hold, refunded nor cancelled. */
const isPaid = sql`${orders.paidAt} is not null and ${orders.status} in ('processing', 'completed')`

/** A product taken out of the order keeps its row, so that its count is not lost if it comes back. */
const isSold = sql`exists (select from ${orderLines} line where line.order_id = ${orders.id}
  and coalesce(nullif(line.variation_id, 0), line.product_id) = ${orderDownloads.productId})`

const isValidAt = (now: Date): SQL =>
  sql`${isPaid} and ${isSold} and (${orderDownloads.expiresOn} is null or ${orderDownloads.expiresOn} >= ${dayAfter(now, 0)})`

const hasRemaining = sql`(${orderDownloads.remaining} is null or ${orderDownloads.remaining} > 0)`

export type OrderDownload = Awaited<ReturnType<typeof readDownloads>>[number]

/** Permissions with the data for their links. Files that the owner removed from the product are left out. */
async function readDownloads(db: Db | Tx, where: SQL | undefined) {
  const rows = await db
    .select({
      ...getTableColumns(orderDownloads),
      ...columnsOf(orders, 'orderKey', 'customerId', 'billing'),
      files: products.downloads,
      productName: sql<string>`(select line.name from ${orderLines} line where line.order_id = ${orders.id}
        and ${products.id} in (line.variation_id, line.product_id) limit 1)`,
    })
    .from(orderDownloads)
    .innerJoin(orders, eq(orders.id, orderDownloads.orderId))
    .innerJoin(products, eq(products.id, orderDownloads.productId))
    .where(where)
    .orderBy(asc(orderDownloads.id))
  return rows.flatMap(({ files, billing: { email }, ...row }) => {
    const file = files.find(({ id }) => id === row.downloadId)
    return file ? [{ ...row, email, name: file.name, file: file.file }] : []
  })
}

export const downloadsOfCustomer = (db: Db, customerId: number, now: Date): Promise<OrderDownload[]> =>
  readDownloads(db, and(eq(orders.customerId, customerId), isValidAt(now), hasRemaining))

/** The permission behind a link, even if no downloads are left; null if the link is not valid now. */
export async function findDownload(db: Db, orderKey: string, productId: number, downloadId: string, now: Date) {
  const isNamed = and(eq(orderDownloads.productId, productId), eq(orderDownloads.downloadId, downloadId))
  const [permission] = await readDownloads(db, and(isNamed, eq(orders.orderKey, orderKey), isValidAt(now)))
  return permission ?? null
}

/** Counts a download; false if none is left. One statement, so that concurrent requests cannot exceed the limit. */
export async function countDownload(db: Db, id: number, now: Date): Promise<boolean> {
  const { remaining, downloadCount } = orderDownloads
  const { rowCount } = await db
    .update(orderDownloads)
    .set({ remaining: sql`${remaining} - 1`, downloadCount: sql`${downloadCount} + 1`, lastAt: now })
    .from(orders)
    .where(and(eq(orderDownloads.id, id), eq(orders.id, orderDownloads.orderId), isValidAt(now), hasRemaining))
  return rowCount === 1
}

export const downloadHref = ({ productId, orderKey, email, downloadId }: OrderDownload): string =>
  hrefs.download(productId, orderKey, email, downloadId)

export type OrderExtras = Readonly<Awaited<ReturnType<typeof extrasOf>>>

/** Extras of a paid order: its files, and the products' purchase notes. */
export async function extrasOf(db: Db | Tx, { id }: { readonly id: number }, now: Date) {
  const notes = await db
    .select({ id: orderLines.id, name: orderLines.name, note: products.purchaseNote })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orders.id, id), isPaid, sql`${products.purchaseNote} <> ''`))
    .orderBy(asc(orderLines.id))
  return { downloads: await readDownloads(db, and(eq(orders.id, id), isValidAt(now), hasRemaining)), notes }
}
