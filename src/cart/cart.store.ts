import { and, asc, eq, sql } from 'drizzle-orm'
import { loadSellables } from '../catalog/catalog.store.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Address } from '../orders/orders.table.ts'
import type { CartCoupon } from '../pricing/coupon.ts'
import { loadCoupons, type Shopper } from '../pricing/coupons.store.ts'
import { cartLines, carts } from './cart.table.ts'
import type { CartLine } from './cart.ts'
import { CART_SECONDS } from './session.ts'

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
}
export type Cart = CartHead & {
  readonly lines: readonly CartLine[]
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
}

/** The cart with what its products are now. A line whose product was deleted is gone with it. */
export async function loadCart(db: Db | Tx, id: string): Promise<Cart> {
  const [found] = await db.select(head).from(carts).where(eq(carts.id, id))
  if (!found) return emptyCart(id)
  return withContents(db, found)
}

/** A customer's session is named by the customer. */
export const shopperOf = (cart: Pick<CartHead, 'id' | 'billing'>): Shopper => ({
  cartId: cart.id,
  email: cart.billing.email ?? '',
  customerId: /^\d+$/.test(cart.id) ? Number(cart.id) : null,
})

async function withContents(db: Db | Tx, found: CartHead): Promise<Cart> {
  const lines = await loadLines(db, found.id)
  return { ...found, lines, coupons: await loadCoupons(db, found.couponCodes, shopperOf(found)) }
}

/** The cart, made if need be and locked until the transaction ends: one change of one cart at a time. */
export async function lockCart(tx: Tx, id: string, now: Date): Promise<Cart> {
  const expiresAt = new Date(now.getTime() + CART_SECONDS * 1000)
  const found = await lockHead(tx, id)
  if (found) return withContents(tx, found)
  await tx.insert(carts).values({ id, expiresAt, createdAt: now, updatedAt: now }).onConflictDoNothing()
  const made = await lockHead(tx, id)
  if (!made) throw new Error('The cart vanished while it was being made')
  return withContents(tx, made)
}

const lockHead = async (tx: Tx, id: string): Promise<CartHead | undefined> =>
  (await tx.select(head).from(carts).where(eq(carts.id, id)).for('update'))[0]

async function loadLines(db: Db | Tx, cartId: string): Promise<CartLine[]> {
  const rows = await db
    .select()
    .from(cartLines)
    .where(eq(cartLines.cartId, cartId))
    .orderBy(asc(cartLines.position), asc(cartLines.key))
  if (rows.length === 0) return []
  const sellables = await loadSellables(
    db,
    rows.map((row) => row.productId),
  )
  return rows.flatMap((row) => {
    const sellable = sellables.get(row.productId)
    return sellable
      ? [{ key: row.key, sellable, quantity: row.quantity, choices: row.choices, seenPriceCents: row.seenPriceCents }]
      : []
  })
}

export async function putLine(
  tx: Tx,
  cartId: string,
  line: {
    key: string
    productId: number
    quantity: number
    choices: Readonly<Record<string, string>>
    seenPriceCents: number
  },
): Promise<void> {
  await tx
    .insert(cartLines)
    .values({
      cartId,
      ...line,
      position: sql`(select coalesce(max(position), 0) + 1 from cart_lines where cart_id = ${cartId})`,
    })
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.key],
      set: { quantity: line.quantity, seenPriceCents: line.seenPriceCents },
    })
}

/** Returns whether there was such a line. */
export async function dropLine(tx: Tx, cartId: string, key: string): Promise<boolean> {
  const dropped = await tx
    .delete(cartLines)
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.key, key)))
    .returning({ key: cartLines.key })
  return dropped.length > 0
}

export type CartChange = Partial<
  Pick<
    CartHead,
    | 'billing'
    | 'shipping'
    | 'shippingMethod'
    | 'paymentMethod'
    | 'customerNote'
    | 'placedOrderId'
    | 'placedDigest'
    | 'couponCodes'
  >
>

/** Counts the change, keeps what else changed, and gives the cart its full life again. Returns the new version. */
export async function touchCart(tx: Tx, cartId: string, now: Date, change: CartChange = {}): Promise<number> {
  const { couponCodes, ...others } = change
  const [row] = await tx
    .update(carts)
    .set({
      ...others,
      ...(couponCodes ? { couponCodes: [...couponCodes] } : {}),
      version: sql`${carts.version} + 1`,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + CART_SECONDS * 1000),
    })
    .where(eq(carts.id, cartId))
    .returning({ version: carts.version })
  if (!row) throw new Error(`No cart ${cartId}`)
  return row.version
}

/** Notes which order came of what form, without counting as a change: the order is bound to the version as it is. */
export async function rememberPlaced(tx: Tx, cartId: string, orderId: number, digest: string): Promise<void> {
  await tx.update(carts).set({ placedOrderId: orderId, placedDigest: digest }).where(eq(carts.id, cartId))
}

/** Empties a cart whose order is settled. */
export async function clearLines(tx: Tx, cartId: string): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.cartId, cartId))
}

/** Carts nobody has come back to. Returns how many were removed. */
export async function dropExpiredCarts(db: Db, now: Date): Promise<number> {
  const dropped = await db.delete(carts).where(sql`${carts.expiresAt} < ${now}`).returning({ id: carts.id })
  return dropped.length
}
