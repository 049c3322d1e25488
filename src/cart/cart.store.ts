import { and, eq, ne, sql } from 'drizzle-orm'
import { ownPicture, parentEntries, parentProducts, sellableColumns, toSellable } from '../catalog/catalog.store.ts'
import { products } from '../catalog/catalog.table.ts'
import type { Sellable } from '../catalog/product.ts'
import type { Address } from '../checkout/address.ts'
import type { Db, Tx } from '../database/connect.ts'
import { entries } from '../entries/entries.table.ts'
import { media } from '../media/media.table.ts'
import { orders } from '../orders/orders.table.ts'
import type { CartCoupon } from '../pricing/coupon.ts'
import { loadCoupons, type Shopper } from '../pricing/coupons.store.ts'
import { heldForCart } from '../stock/held-for-cart.ts'
import { stockLevels } from '../stock/stock.table.ts'
import { cartLines, carts, type RemovedLine } from './cart.table.ts'
import type { CartLine } from './cart.ts'

export type CartHead = {
  readonly id: string
  readonly version: number
  readonly billing: Partial<Address>
  readonly shipping: Partial<Address>
  readonly shippingMethod: string | null
  readonly paymentMethod: string | null
  readonly customerNote: string
  readonly placedOrderId: number | null
  readonly placedDigest: string | null
  /** In the order in which they were given. */
  readonly couponCodes: readonly string[]
  /** What was taken out last, by key: a removal can be undone. */
  readonly removedLines: Readonly<Record<string, RemovedLine>>
  /** Names that browsers gave their last adds: one whose answer was lost is sent again and counts once. */
  readonly recentAdds: readonly string[]
}
export type StoredLine = CartLine & { readonly position: number }
export type Cart = CartHead & {
  readonly lines: readonly StoredLine[]
  /** What is known of `couponCodes`. Which of them count is worked out with the prices (`couponsOf`). */
  readonly coupons: readonly CartCoupon[]
}

/** A cart that nobody has begun. Version 0 is never stored. */
export const emptyCart = (id: string): Cart => ({
  id,
  version: 0,
  billing: {},
  shipping: {},
  shippingMethod: null,
  paymentMethod: null,
  customerNote: '',
  placedOrderId: null,
  placedDigest: null,
  couponCodes: [],
  removedLines: {},
  recentAdds: [],
  lines: [],
  coupons: [],
})

const head = {
  id: carts.id,
  version: carts.version,
  billing: carts.billing,
  shipping: carts.shipping,
  shippingMethod: carts.shippingMethod,
  paymentMethod: carts.paymentMethod,
  customerNote: carts.customerNote,
  placedOrderId: carts.placedOrderId,
  placedDigest: carts.placedDigest,
  couponCodes: carts.couponCodes,
  removedLines: carts.removedLines,
  recentAdds: carts.recentAdds,
}

/** A customer's session is named by the customer. */
export const shopperOf = (cart: Pick<CartHead, 'id' | 'billing'>): Shopper => ({
  cartId: cart.id,
  email: cart.billing.email ?? '',
  customerId: /^\d+$/.test(cart.id) ? Number(cart.id) : null,
})

/** The cart with what its products are now. A line whose product was deleted is gone with it. */
export async function loadCart(db: Db | Tx, id: string): Promise<Cart> {
  return (await readCart(db, id, [])).cart
}

export async function holdsLines(db: Db | Tx, id: string): Promise<boolean> {
  const [line] = await db.select({ key: cartLines.key }).from(cartLines).where(eq(cartLines.cartId, id)).limit(1)
  return line !== undefined
}

/** A cart, and what somebody wishes to do something with, as they were at one moment. */
export type CartReading = { readonly cart: Cart; readonly wished: ReadonlyMap<number, Sellable> }

/**
 * Reads a cart and, in the same statement, the sellables of `ids`. What is decided on it is written by `writeCart`,
 * which notices when the cart is no longer what was read.
 */
export async function readCart(db: Db | Tx, id: string, ids: readonly number[]): Promise<CartReading> {
  const rows = await readingRows(db, id, ids)
  const lines = rows
    .flatMap(({ line, cart: _, ...row }) => (line ? [{ ...line, sellable: toSellable(row) }] : []))
    .toSorted((one, other) => one.position - other.position || (one.key < other.key ? -1 : 1))
  const wished = new Map(
    rows.flatMap(({ line: _, cart: __, ...row }) => (ids.includes(row.id) ? [[row.id, toSellable(row)] as const] : [])),
  )
  const found = rows[0] ? rows[0].cart : (await db.select(head).from(carts).where(eq(carts.id, id)))[0]
  if (!found) return { cart: emptyCart(id), wished }
  const cart = { ...found, lines, coupons: await loadCoupons(db, found.couponCodes, shopperOf(found)) }
  return found.placedOrderId === null || rows.length === 0 ? { cart, wished } : withOwnHold(db, { cart, wished })
}

/** What the shopper's own unpaid order keeps from the shelf can be had by this shopper. */
async function withOwnHold(db: Db | Tx, { cart, wished }: CartReading): Promise<CartReading> {
  const held = await heldForCart(db, cart.id)
  const had = (sellable: Sellable): Sellable => {
    const more = held.get(sellable.id) ?? 0
    return more === 0 ? sellable : { ...sellable, shelf: { ...sellable.shelf, onHand: sellable.shelf.onHand + more } }
  }
  return {
    cart: { ...cart, lines: cart.lines.map((line) => ({ ...line, sellable: had(line.sellable) })) },
    wished: new Map([...wished].map(([id, sellable]) => [id, had(sellable)])),
  }
}

/**
 * One row for each line, and one for each wished thing that is in no line; each with the head of the cart. Putting the
 * text of it together costs more than running it, so that is done once for each connection, and once for the pool.
 */
function readingRows(db: Db | Tx, id: string, ids: readonly number[]) {
  const connection = connectionOf(db)
  const known = readings.get(connection) ?? prepareReading(db)
  readings.set(connection, known)
  return known.execute({ id, ids: [...ids] })
}

const readings = new WeakMap<object, ReturnType<typeof prepareReading>>()

/** Drizzle makes a new object for each transaction, on one of a few connections. Its published type does not say which. */
const connectionOf = (db: Db | Tx): object =>
  (db as unknown as { readonly session?: { readonly client?: object } }).session?.client ?? db

function prepareReading(db: Db | Tx) {
  const id = sql.placeholder('id')
  const wanted = sql`select product_id from cart_lines where cart_id = ${id} union all select unnest(${sql.placeholder('ids')}::int[])`
  return db
    .select({
      ...sellableColumns,
      line: {
        key: cartLines.key,
        quantity: cartLines.quantity,
        choices: cartLines.choices,
        seenPriceCents: cartLines.seenPriceCents,
        position: cartLines.position,
      },
      cart: head,
    })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .leftJoin(parentProducts, eq(parentProducts.id, products.parentId))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .leftJoin(media, eq(media.id, ownPicture))
    .leftJoin(carts, eq(carts.id, id))
    .leftJoin(cartLines, and(eq(cartLines.cartId, id), eq(cartLines.productId, products.id)))
    .where(sql`${products.id} = any(array(${wanted}))`)
    .prepare('cart_reading')
}

/** The cart that an order was made of, and the customer's one it was merged into; null where there is none. */
export async function cartsOfOrder(
  tx: Tx,
  orderId: number,
): Promise<{ readonly cartId: string | null; readonly customers: string | null }> {
  const [found] = await tx
    .select({ cartId: orders.cartId, customerId: carts.customerId })
    .from(orders)
    .leftJoin(carts, eq(carts.id, orders.cartId))
    .where(eq(orders.id, orderId))
  const { cartId = null, customerId = null } = found ?? {}
  return { cartId, customers: customerId === null || String(customerId) === cartId ? null : String(customerId) }
}

/** The carts whose lines are now in this one. */
export async function mergedFrom(tx: Tx, cartId: string): Promise<string[]> {
  if (cartId.startsWith('t_')) return []
  const rows = await tx
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.customerId, Number(cartId)), ne(carts.id, cartId)))
  return rows.map((row) => row.id)
}
