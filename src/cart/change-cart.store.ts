/** Every way in which a cart is written: made, locked, changed, emptied, forgotten. */
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type Cart, type CartHead, loadCart, type StoredLine } from './cart.store.ts'
import { cartLines, carts, type RemovedLine } from './cart.table.ts'

/** A cart is kept longer than the cookie that names it, so that a renewed cookie never finds it gone. */
const CART_SECONDS = 30 * 86_400

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
  const { version, placedOrderId } = carts
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

/** Writes what was decided without a look at what is in the cart, which is made if need be. Returns the new version. */
export async function decideCart(db: Db, cartId: string, now: Date, change: CartChange): Promise<number> {
  const version = await tryToTouch(db, cartId, now, change)
  if (version !== null) return version
  await makeCart(db, cartId, now)
  const made = await tryToTouch(db, cartId, now, change)
  if (made === null) throw new Error('The cart vanished while it was being made')
  return made
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
