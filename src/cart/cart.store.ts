import { and, eq, ne, sql } from 'drizzle-orm'
import { ownPicture, parentEntries, parentProducts, sellableColumns, toSellable } from '../catalog/catalog.store.ts'
import { products } from '../catalog/catalog.table.ts'
import type { Sellable } from '../catalog/product.ts'
import type { Db, Tx } from '../database/connect.ts'
import { entries } from '../entries/entries.table.ts'
import { media } from '../media/media.table.ts'
import { type Address, orders } from '../orders/orders.table.ts'
import type { CartCoupon } from '../pricing/coupon.ts'
import { loadCoupons, type Shopper } from '../pricing/coupons.store.ts'
import { heldForCart } from '../stock/held-for-cart.ts'
import { stockLevels } from '../stock/stock.table.ts'
import { cartLines, carts, type RemovedLine } from './cart.table.ts'
import type { CartLine } from './cart.ts'

/** A cart is kept longer than the cookie that names it, so that a renewed cookie never finds it gone. */
const CART_SECONDS = 30 * 86_400

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

/**
 * The cart, made if need be and locked until the transaction ends: one change of one cart at a time. `seen` is what the
 * same request read a moment ago: it holds while the cart is at that version and no order was made of it.
 */
export async function lockCart(tx: Tx, id: string, now: Date, seen?: Cart): Promise<Cart> {
  const locked = await lockHead(tx, id)
  if (!locked) {
    await makeCart(tx, id, now)
    if (!(await lockHead(tx, id))) throw new Error('The cart vanished while it was being made')
  }
  if (seen?.id === id && seen.version === locked?.version && locked.placedOrderId === null) return seen
  // Read after the lock: another change may have been waited for.
  return loadCart(tx, id)
}

async function lockHead(tx: Tx, id: string): Promise<Pick<CartHead, 'version' | 'placedOrderId'> | undefined> {
  const { version, placedOrderId } = head
  const [row] = await tx.select({ version, placedOrderId }).from(carts).where(eq(carts.id, id)).for('update')
  return row
}

/** Locks a cart without reading what is in it. Its version; null when it is gone. */
export const lockCartVersion = async (tx: Tx, id: string): Promise<number | null> =>
  (await lockHead(tx, id))?.version ?? null

async function makeCart(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db
    .insert(carts)
    .values({ id, expiresAt: endOfLife(now), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
}

const endOfLife = (now: Date): Date => new Date(now.getTime() + CART_SECONDS * 1000)

/** What becomes of a cart's lines. Keys that are not named stay as they are. */
export type LineChange = {
  readonly put: readonly StoredLine[]
  readonly drop: readonly string[]
  readonly removedLines?: Readonly<Record<string, RemovedLine>>
  readonly recentAdds?: readonly string[]
}

/**
 * Writes a decision and counts it, in one statement, unless the cart is no longer at the version it was read at: then
 * nothing is written and the answer is null. Otherwise the cart as it now is.
 */
export async function writeCart(db: Db | Tx, cart: Cart, change: LineChange, now: Date): Promise<Cart | null> {
  const next = {
    ...cart,
    version: cart.version + 1,
    removedLines: change.removedLines ?? cart.removedLines,
    recentAdds: change.recentAdds ?? cart.recentAdds,
    lines: linesAfter(cart.lines, change),
  }
  const [removed, adds] = [JSON.stringify(next.removedLines), JSON.stringify(next.recentAdds)]
  const counted =
    cart.version === 0
      ? sql`insert into carts (id, removed_lines, recent_adds, expires_at, created_at, updated_at)
          values (${cart.id}, ${removed}::jsonb, ${adds}::jsonb, ${endOfLife(now)}, ${now}, ${now})
          on conflict do nothing returning id`
      : sql`update carts set version = version + 1, removed_lines = ${removed}::jsonb, recent_adds = ${adds}::jsonb,
          updated_at = ${now}, expires_at = ${endOfLife(now)}
          where id = ${cart.id} and version = ${cart.version} returning id`
  const put = change.put.map(({ sellable, ...line }) => ({ ...line, productId: sellable.id }))
  const { rows } = await db.execute(sql`
    with counted as (${counted}),
    dropped as (
      delete from cart_lines using counted
      where cart_lines.cart_id = counted.id and cart_lines.key = any(${sql.param([...change.drop])}::text[])
    ),
    put as (
      insert into cart_lines (cart_id, key, product_id, quantity, choices, seen_price_cents, position)
      select counted.id, line.key, line."productId", line.quantity, line.choices, line."seenPriceCents", line.position
      from counted, jsonb_to_recordset(${JSON.stringify(put)}::jsonb) as line(
        key text, "productId" int, quantity int, choices jsonb, "seenPriceCents" int, position int)
      on conflict (cart_id, key) do update set quantity = excluded.quantity, seen_price_cents = excluded.seen_price_cents,
        position = excluded.position
    )
    select id from counted`)
  return rows.length > 0 ? next : null
}

function linesAfter(lines: readonly StoredLine[], { put, drop }: LineChange): StoredLine[] {
  const fresh = new Map(put.map((line) => [line.key, line]))
  const kept = lines.filter((line) => !drop.includes(line.key)).map((line) => fresh.get(line.key) ?? line)
  const known = new Set(kept.map((line) => line.key))
  return [...kept, ...put.filter((line) => !known.has(line.key))].toSorted(
    (one, other) => one.position - other.position || (one.key < other.key ? -1 : 1),
  )
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

/** What only merging two carts writes. */
type MergeMarks = { readonly customerId?: number; readonly removedLines?: Record<string, RemovedLine> }

type Touch = CartChange &
  MergeMarks & {
    /** Of a locked cart whose changes have been counted already. */
    readonly version?: number
  }

/** Counts the change, keeps what else changed, and gives the cart its full life again. Returns the new version. */
export async function touchCart(tx: Tx, cartId: string, now: Date, change: Touch = {}): Promise<number> {
  const version = await tryToTouch(tx, cartId, now, change)
  if (version === null) throw new Error(`No cart ${cartId}`)
  return version
}

/** Writes what was decided without a look at what is in the cart, which is made if need be. One statement for most. */
export async function decideCart(db: Db, cartId: string, now: Date, change: CartChange): Promise<void> {
  if ((await tryToTouch(db, cartId, now, change)) !== null) return
  await makeCart(db, cartId, now)
  if ((await tryToTouch(db, cartId, now, change)) === null) throw new Error('The cart vanished while it was being made')
}

async function tryToTouch(db: Db | Tx, cartId: string, now: Date, change: Touch): Promise<number | null> {
  const [row] = await db
    .update(carts)
    .set(touched(now, change))
    .where(eq(carts.id, cartId))
    .returning({ version: carts.version })
  return row?.version ?? null
}

/** Takes every line out of a locked cart, and counts and keeps what `touchCart` does, in one statement. */
export async function clearCart(tx: Tx, cartId: string, now: Date, change: Touch = {}): Promise<void> {
  const dropped = tx
    .$with('dropped')
    .as(tx.delete(cartLines).where(eq(cartLines.cartId, cartId)).returning({ key: cartLines.key }))
  await tx.with(dropped).update(carts).set(touched(now, change)).where(eq(carts.id, cartId))
}

const touched = (now: Date, { couponCodes, version, ...others }: Touch) => ({
  ...others,
  ...(couponCodes ? { couponCodes: [...couponCodes] } : {}),
  version: version ?? sql`${carts.version} + 1`,
  updatedAt: now,
  expiresAt: endOfLife(now),
})

/** Notes which order came of what form, without counting as a change: the order is bound to the version as it is. */
export async function rememberPlaced(tx: Tx, cartId: string, orderId: number, digest: string): Promise<void> {
  await tx.update(carts).set({ placedOrderId: orderId, placedDigest: digest }).where(eq(carts.id, cartId))
}

/** The customer's cart that a guest's cart was merged into, or null. */
export async function mergedInto(tx: Tx, cartId: string): Promise<string | null> {
  const [found] = await tx.select({ customerId: carts.customerId }).from(carts).where(eq(carts.id, cartId))
  const id = found?.customerId ?? null
  return id === null || String(id) === cartId ? null : String(id)
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

/** Takes what was bought out of a cart: as many pieces of each thing as are there. */
export async function takeOut(
  tx: Tx,
  cart: Cart,
  bought: readonly { readonly productId: number; readonly quantity: number }[],
  now: Date,
): Promise<void> {
  const left = new Map(bought.map((one) => [one.productId, one.quantity]))
  const put: StoredLine[] = []
  const drop: string[] = []
  for (const line of cart.lines) {
    const taken = Math.min(left.get(line.sellable.id) ?? 0, line.quantity)
    if (taken === 0) continue
    left.set(line.sellable.id, (left.get(line.sellable.id) ?? 0) - taken)
    if (taken === line.quantity) drop.push(line.key)
    else put.push({ ...line, quantity: line.quantity - taken })
  }
  await writeCart(tx, cart, { put, drop }, now)
}

/**
 * Guests' carts nobody has come back to. Returns how many were removed. A customer's cart stays: it is there at the next
 * sign-in, and its version goes on counting, so that no two of their orders are ever bound to the same one.
 */
export async function dropExpiredCarts(db: Db, now: Date): Promise<number> {
  const dropped = await db
    .delete(carts)
    .where(sql`${carts.expiresAt} < ${now} and ${carts.id} like 't\\_%'`)
    .returning({ id: carts.id })
  return dropped.length
}
