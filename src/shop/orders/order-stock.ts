import type { Tx } from '../../platform/database/connect.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import { sendStockMessages } from '../catalog/messages/stock-messages.ts'
import { allocateStock, returnStock } from '../inventory/stock.store.ts'
import type { Shortfall, StockItem } from '../inventory/stock.ts'
import type { OrderContext } from './context.ts'
import { soldIdOf } from './order-parts.store.ts'
import { type Order, setOrder } from './orders.store.ts'

type ShortfallLine = { readonly name: string; readonly requested: number; readonly available: number }
export type OutOfStock = { readonly ok: false; readonly shortfalls: readonly ShortfallLine[] }
export type ReservationResult = { readonly ok: true } | OutOfStock

export const stockItemsOf = ({ lines }: Pick<Order, 'lines'>): StockItem[] =>
  lines.map((line) => ({ productId: soldIdOf(line), quantity: line.quantity }))

export function reportShortfalls({ lines }: Pick<Order, 'lines'>, shortfalls: readonly Shortfall[]): OutOfStock {
  const namedShortfalls = shortfalls.map(({ productId, requested, available }) => {
    const line = lines.find((one) => soldIdOf(one) === productId)
    return { name: line?.name ?? 'A product', requested, available }
  })
  return { ok: false, shortfalls: namedShortfalls }
}

/** The first item that is short, as a problem. */
export const firstShortfall = ({ shortfalls: [first] }: OutOfStock) =>
  ({ kind: 'short', name: first?.name ?? '', available: first?.available ?? 0 }) as const

/** After stock was taken for an order: refreshes pages and emails the owner about low stock, once per `event`. */
export async function finishAllocation(
  shop: OrderContext,
  tx: Tx,
  order: Pick<Order, 'lines'>,
  { stock, event }: { readonly stock: Awaited<ReturnType<typeof allocateStock>>; readonly event: string },
): Promise<ReservationResult> {
  if (!stock.ok) return reportShortfalls(order, stock.shortfalls)
  await invalidatePages(shop, tx, stock.held, shop.now())
  await sendStockMessages(shop, tx, stock.held, event)
  return { ok: true }
}

/** Reserves the stock of a locked order that has none, or has released it. Rolls back on a shortfall. */
export const reserveStock = (shop: OrderContext, tx: Tx, order: Order): Promise<ReservationResult> =>
  tx.transaction(async (inner) => {
    const stock = await allocateStock(inner, order.id, stockItemsOf(order), 'reallocated')
    await setOrder(inner, order.id, { holdsStock: true })
    return finishAllocation(shop, inner, order, { stock, event: `order:${order.id}` })
  })

export async function releaseStock(shop: OrderContext, tx: Tx, orderId: number): Promise<void> {
  await setOrder(tx, orderId, { holdsStock: false })
  await invalidatePages(shop, tx, await returnStock(tx, orderId, 'released'), shop.now())
}

/** When an unpaid order ends that can be paid for as many days as one that awaits a transfer; null: never. */
export function payableUntil(shop: OrderContext): Date | null {
  const { onHoldDays } = shop.settings()
  return onHoldDays > 0 ? new Date(shop.now().getTime() + onHoldDays * DAY_MS) : null
}

/** A failed order holds no stock, and can be paid for as many days as one that awaits a transfer. */
export async function releaseFailedOrder(shop: OrderContext, tx: Tx, orderId: number): Promise<void> {
  await setOrder(tx, orderId, { holdExpiresAt: payableUntil(shop) })
  await releaseStock(shop, tx, orderId)
}
