import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { preparedOnce } from '../../platform/database/prepared-once.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { media } from '../../things/media/media.table.ts'
import {
  featuredImageId,
  parentEntries,
  parentProducts,
  sellableColumns,
  toSellable,
} from '../catalog/catalog.store.ts'
import { products } from '../catalog/catalog.table.ts'
import type { Sellable } from '../catalog/product.ts'
import { heldForCart } from '../inventory/stock.store.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orders } from '../orders/orders.table.ts'
import type { CartCoupon } from '../pricing/coupon.ts'
import { loadCoupons, type Shopper } from '../pricing/coupons.store.ts'
import { cartLines, carts } from './cart.table.ts'
import { type CartLine, customerIdOf, expressKeyOf } from './cart.ts'

const { customerId: _, expiresAt: __, createdAt: ___, updatedAt: ____, ...cartColumns } = getTableColumns(carts)

export type CartRow = Readonly<Pick<typeof carts.$inferSelect, keyof typeof cartColumns>>
export type StoredLine = CartLine & { readonly position: number }

export const byPosition = (first: StoredLine, second: StoredLine): number =>
  first.position - second.position || (first.key < second.key ? -1 : 1)

export type Cart = Omit<CartRow, 'id'> & {
  /** null: not stored yet. */
  readonly id: number | null
  readonly lines: readonly StoredLine[]
  /** The coupons of `couponCodes`. Which of them apply is decided with the prices (`validateCartCoupons`). */
  readonly coupons: readonly CartCoupon[]
}

export type StoredCart = Cart & { readonly id: number }

/** Details that a cart loses when it is merged into another one. */
export const emptyDetails = {
  billing: {},
  shipping: {},
  shippingMethod: null,
  paymentMethod: null,
  customerNote: '',
  couponCodes: [],
  removedLines: {},
}

export const emptyCart = (sessionKey: string): Cart => ({
  ...emptyDetails,
  id: null,
  sessionKey,
  version: 0,
  currency: null,
  placedOrderId: null,
  placedOrderDigest: null,
  displayedTotal: null,
  recentRequestIds: [],
  lines: [],
  coupons: [],
})

/** Whether this cart is empty because the form with this digest has ordered it. */
export const isOrderedBy = (cart: Cart, digest: string | null): boolean =>
  cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedOrderDigest === digest

export const shopperOf = (cart: Pick<Cart, 'id' | 'sessionKey' | 'billing'>): Shopper => ({
  cartId: cart.id,
  email: cart.billing.email ?? '',
  customerId: customerIdOf(cart.sessionKey),
})

export const loadCart = async (db: Db | Tx, sessionKey: string): Promise<Cart> =>
  (await loadCartSnapshot(db, sessionKey, [])).cart

export async function hasLines(db: Db | Tx, sessionKey: string): Promise<boolean> {
  const [line] = await db
    .select({ key: cartLines.key })
    .from(carts)
    .innerJoin(cartLines, eq(cartLines.cartId, carts.id))
    .where(eq(carts.sessionKey, sessionKey))
    .limit(1)
  return line !== undefined
}

export type CartSnapshot = { readonly cart: Cart; readonly sellables: ReadonlyMap<number, Sellable> }

/** Cart and sellables of `ids` in one statement; `writeCart` detects when the cart has changed since. */
export async function loadCartSnapshot(db: Db | Tx, sessionKey: string, ids: readonly number[]): Promise<CartSnapshot> {
  const rows = await snapshotRows(db, sessionKey, ids)
  const lines = rows
    // A product in the cart was unlocked with its password when it was added.
    .flatMap(({ line, cart: _, ...row }) =>
      line ? [{ ...line, sellable: toSellable({ ...row, isLocked: false }) }] : [],
    )
    .toSorted(byPosition)
  const sellables = new Map(
    rows.flatMap(({ line: _, cart: __, ...row }) => (ids.includes(row.id) ? [[row.id, toSellable(row)] as const] : [])),
  )
  const cartRow = rows[0]
    ? rows[0].cart
    : (await db.select(cartColumns).from(carts).where(eq(carts.sessionKey, sessionKey)))[0]
  if (!cartRow) return { cart: emptyCart(sessionKey), sellables }
  const cart = { ...cartRow, lines, coupons: await loadCoupons(db, cartRow.couponCodes, shopperOf(cartRow)) }
  return cartRow.placedOrderId === null || rows.length === 0
    ? { cart, sellables }
    : withReservedStock(db, cartRow.id, { cart, sellables })
}

/** Counts stock reserved by the shopper's own unpaid order as available to them. */
async function withReservedStock(db: Db | Tx, cartId: number, { cart, sellables }: CartSnapshot) {
  const reserved = await heldForCart(db, cartId)
  const addReservedStock = (sellable: Sellable): Sellable => {
    const reservedQuantity = reserved.get(sellable.id) ?? 0
    return reservedQuantity === 0
      ? sellable
      : { ...sellable, stock: { ...sellable.stock, onHand: sellable.stock.onHand + reservedQuantity } }
  }
  return {
    cart: { ...cart, lines: cart.lines.map((line) => ({ ...line, sellable: addReservedStock(line.sellable) })) },
    sellables: new Map([...sellables].map(([id, sellable]) => [id, addReservedStock(sellable)])),
  }
}

/** One row per line, and one per requested product that is in no line; each with the cart's own columns. */
const snapshotRows = (db: Db | Tx, sessionKey: string, ids: readonly number[]) =>
  snapshotStatement(db).execute({ sessionKey, ids: [...ids] })

const snapshotStatement = preparedOnce((db) => {
  const sessionKey = sql.placeholder('sessionKey')
  const productIds = sql`select product_id from cart_lines join carts on carts.id = cart_id where session_key = ${sessionKey}
    union all select unnest(${sql.placeholder('ids')}::int[])`
  return db
    .select({
      ...sellableColumns,
      line: {
        key: cartLines.key,
        quantity: cartLines.quantity,
        choices: cartLines.choices,
        quotedPriceCents: cartLines.quotedPriceCents,
        position: cartLines.position,
      },
      cart: cartColumns,
    })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .leftJoin(parentProducts, eq(parentProducts.id, products.parentId))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .leftJoin(media, eq(media.id, featuredImageId))
    .leftJoin(carts, eq(carts.sessionKey, sessionKey))
    .leftJoin(cartLines, and(eq(cartLines.cartId, carts.id), eq(cartLines.productId, products.id)))
    .where(sql`${products.id} = any(array(${productIds}))`)
    .prepare('cart_reading')
})

/** The cart that an order was placed from, and the customer's cart it was merged into; null for none. */
export async function cartsOfOrder(tx: Tx, orderId: number) {
  const customerCarts = alias(carts, 'customer_carts')
  const [row] = await tx
    .select({ cartId: orders.cartId, customerCart: { id: customerCarts.id, sessionKey: customerCarts.sessionKey } })
    .from(orders)
    .leftJoin(carts, eq(carts.id, orders.cartId))
    .leftJoin(
      customerCarts,
      and(eq(customerCarts.sessionKey, sql`${carts.customerId}::text`), ne(customerCarts.id, carts.id)),
    )
    .where(eq(orders.id, orderId))
  return row ?? { cartId: null, customerCart: null }
}

/** Whether the cart, if any, belongs to this session: as its cart, or for its express purchases. */
export async function isCartOfSession(db: Db, cartId: number | null, sessionKey: string): Promise<boolean> {
  if (cartId === null) return false
  const cartOfSession = and(eq(carts.id, cartId), inArray(carts.sessionKey, [sessionKey, expressKeyOf(sessionKey)]))
  return (await db.$count(carts, cartOfSession)) > 0
}

export async function mergedCartIds(tx: Tx, { id, sessionKey }: StoredCart): Promise<number[]> {
  const customerId = customerIdOf(sessionKey)
  if (customerId === null) return []
  const rows = await tx
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.customerId, customerId), ne(carts.id, id)))
  return rows.map((row) => row.id)
}
