import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import { toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { products } from '../../catalog/catalog.table.ts'
import type { OrderLine } from '../order-parts.store.ts'
import { orderLines, orders } from '../orders.table.ts'
import { orderDownloads } from './downloads.table.ts'

const soldId = ({ variationId, productId }: Pick<OrderLine, 'variationId' | 'productId'>) => variationId || productId

/** What is sold with the lines of an order: whether nothing is to be packed, and the files that come with them. */
export async function goodsOf(tx: Tx, lines: readonly OrderLine[]) {
  const { id, isVirtual, isDownloadable, downloads, downloadLimit, downloadDays } = products
  const ids = [...new Set(lines.map(soldId))]
  const rows = await tx
    .select({ id, isVirtual, isDownloadable, downloads, downloadLimit, downloadDays })
    .from(products)
    .where(isAnyOf(id, ids))
  return {
    isOnlyFiles: rows.length === ids.length && rows.every((one) => one.isVirtual && one.isDownloadable),
    withFiles: rows.filter((one) => one.isDownloadable),
  }
}

type Goods = Awaited<ReturnType<typeof goodsOf>>

/** The day of the shop's calendar, `days` after today. */
function dayAfter(now: Date, days: number): string {
  const day = new Date(`${toLocalIso(now).slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** Lets the buyer of a paid order have its files; an order that is paid once more has them already. */
export async function grantDownloads(
  tx: Tx,
  order: { readonly id: number; readonly lines: readonly OrderLine[] },
  { withFiles }: Goods,
  now: Date,
): Promise<void> {
  const granted = withFiles.flatMap(({ id: productId, downloads, downloadLimit, downloadDays }) => {
    const pieces = order.lines.reduce((sum, line) => sum + (soldId(line) === productId ? line.quantity : 0), 0)
    const remaining = downloadLimit === null ? null : Math.min(downloadLimit * pieces, 2_147_483_647)
    const expiresOn = downloadDays === null ? null : dayAfter(now, downloadDays)
    return downloads.map(({ id: downloadId }) => ({ orderId: order.id, productId, downloadId, remaining, expiresOn }))
  })
  if (granted.length > 0) await tx.insert(orderDownloads).values(granted).onConflictDoNothing()
}

/** Of an order that is paid, and neither held, refunded nor cancelled. */
const isPaid = sql`(${orders.paidAt} is not null and ${orders.status} in ('processing', 'completed'))`

const isInTime = (now: Date): SQL =>
  sql`(${orderDownloads.expiresOn} is null or ${orderDownloads.expiresOn} >= ${dayAfter(now, 0)})`

const isLeft = sql`(${orderDownloads.remaining} is null or ${orderDownloads.remaining} > 0)`

const isUsable = (now: Date) => and(isPaid, isInTime(now), isLeft)

export type OrderDownload = Awaited<ReturnType<typeof readDownloads>>[number]

/** Files of orders with what their links need. One that the owner took from its product is left out. */
async function readDownloads(db: Db | Tx, where: SQL | undefined, now: Date) {
  const { id, orderId, productId, downloadId, remaining, expiresOn } = orderDownloads
  const rows = await db
    .select({
      ...{ id, orderId, productId, downloadId, remaining, expiresOn },
      ...{ orderKey: orders.orderKey, customerId: orders.customerId, downloads: products.downloads },
      email: sql<string>`coalesce(${orders.billing} ->> 'email', '')`,
      productName: sql<string>`coalesce((select line.name from ${orderLines} line where line.order_id = ${orderId}
        and coalesce(nullif(line.variation_id, 0), line.product_id) = ${productId} limit 1), '')`,
      isPaid: sql<boolean>`${isPaid}`,
      isInTime: sql<boolean>`${isInTime(now)}`,
    })
    .from(orderDownloads)
    .innerJoin(orders, eq(orders.id, orderId))
    .innerJoin(products, eq(products.id, productId))
    .where(where)
    .orderBy(asc(id))
  return rows.flatMap(({ downloads, ...row }) => {
    const file = downloads.find((one) => one.id === row.downloadId)
    return file ? [{ ...row, name: file.name, file: file.file }] : []
  })
}

/** What a customer can download now, newest order first. */
export const downloadsOfCustomer = async (db: Db, customerId: number, now: Date): Promise<OrderDownload[]> =>
  (await readDownloads(db, and(eq(orders.customerId, customerId), isUsable(now)), now)).reverse()

/** The file that a link names, whether or not it may be had. */
export async function findDownload(db: Db, link: DownloadLink, now: Date): Promise<OrderDownload | null> {
  const { productId, downloadId } = orderDownloads
  const isNamed = and(eq(productId, link.productId), eq(downloadId, link.downloadId))
  const [found] = await readDownloads(db, and(isNamed, eq(orders.orderKey, link.orderKey)), now)
  return found ?? null
}

/** Counts a download, in one statement: of requests at the same moment no more than were left succeed. */
export async function countDownload(db: Db, id: number, now: Date): Promise<boolean> {
  const counted = await db
    .update(orderDownloads)
    .set({
      remaining: sql`${orderDownloads.remaining} - 1`,
      downloadCount: sql`${orderDownloads.downloadCount} + 1`,
      lastAt: now,
    })
    .from(orders)
    .where(and(eq(orderDownloads.id, id), eq(orders.id, orderDownloads.orderId), isUsable(now)))
    .returning({ id: orderDownloads.id })
  return counted.length > 0
}

type DownloadLink = Pick<OrderDownload, 'productId' | 'orderKey' | 'email' | 'downloadId'>

export const downloadHref = ({ productId, orderKey, email, downloadId }: DownloadLink): string =>
  hrefs.download(productId, orderKey, email, downloadId)

const parents = alias(products, 'parents')

/** What comes with a paid order: its files, and the owner's notes about its products. */
export type OrderExtras = {
  readonly downloads: readonly OrderDownload[]
  readonly notes: readonly { readonly id: number; readonly name: string; readonly note: string }[]
}

export async function extrasOf(db: Db | Tx, order: { readonly id: number }, now: Date): Promise<OrderExtras> {
  const note = sql<string>`coalesce(nullif(${products.purchaseNote}, ''), ${parents.purchaseNote}, '')`
  const notes = await db
    .select({ id: orderLines.id, name: orderLines.name, note })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, sql`${products.id} = coalesce(nullif(${orderLines.variationId}, 0), ${orderLines.productId})`)
    .leftJoin(parents, eq(parents.id, products.parentId))
    .where(and(eq(orderLines.orderId, order.id), isPaid, sql`${note} <> ''`))
    .orderBy(asc(orderLines.id))
  return { downloads: await readDownloads(db, and(eq(orders.id, order.id), isUsable(now)), now), notes }
}
