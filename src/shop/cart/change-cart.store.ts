import { and, eq, isNotNull, notExists, type SQL, sql } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { byPosition, type Cart, type CartRow, loadCart, type StoredCart, type StoredLine } from './cart.store.ts'
import { cartLines, carts, type DisplayedTotal } from './cart.table.ts'
import { customerIdOf } from './cart.ts'

/** Carts are stored longer than the cookie lives, so that a renewed cookie always finds its cart. */
const CART_SECONDS = 30 * 86_400

/** Creates the cart if needed. `snapshot` is reused if it is still current and no order was placed from it. */
export async function lockCart(tx: Tx, sessionKey: string, now: Date, snapshot?: Cart): Promise<StoredCart> {
  const isSession = eq(carts.sessionKey, sessionKey)
  const existing = await lockCartRow(tx, isSession)
  if (!existing) await insertCart(tx, sessionKey, now)
  const locked = existing ?? (await lockCartRow(tx, isSession))
  if (!locked) throw new Error('The cart vanished while it was being made')
  const { id } = locked
  if (snapshot?.id === id && snapshot.version === locked.version && locked.placedOrderId === null)
    return { ...snapshot, id }
  // Read after the lock: another change may have committed while waiting.
  return { ...(await loadCart(tx, sessionKey)), id }
}

async function lockCartRow(tx: Tx, isCart: SQL) {
  const { id, version, placedOrderId } = carts
  const [row] = await tx.select({ id, version, placedOrderId }).from(carts).where(isCart).for('update')
  return row
}

export const lockCartVersion = async (tx: Tx, id: number): Promise<number | null> =>
  (await lockCartRow(tx, eq(carts.id, id)))?.version ?? null

async function insertCart(db: Db | Tx, sessionKey: string, now: Date): Promise<void> {
  await db
    .insert(carts)
    .values({
      sessionKey,
      customerId: customerIdOf(sessionKey),
      expiresAt: expiryOf(now),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
}

const expiryOf = (now: Date): Date => new Date(now.getTime() + CART_SECONDS * 1000)

export type LineChange = Partial<Pick<CartRow, 'removedLines' | 'recentRequestIds'>> & {
  readonly upsertLines?: readonly StoredLine[]
  readonly removeKeys?: readonly string[]
}

/** Writes in one statement. null: the cart is no longer at the version it was read at, and nothing is written. */
export async function writeCart(db: Db | Tx, cart: Cart, change: LineChange, now: Date): Promise<Cart | null> {
  const { upsertLines = [], removeKeys = [], ...recent } = change
  const changedKeys = [...removeKeys, ...upsertLines.map((line) => line.key)]
  const lines = [...cart.lines.filter((line) => !changedKeys.includes(line.key)), ...upsertLines].toSorted(byPosition)
  const next = { ...cart, ...recent, version: cart.version + 1, lines }
  const [removedLinesJson, requestIdsJson] = [JSON.stringify(next.removedLines), JSON.stringify(next.recentRequestIds)]
  const versionUpdate =
    cart.version === 0
      ? sql`insert into carts (session_key, customer_id, removed_lines, recent_request_ids, expires_at, created_at, updated_at)
          values (${cart.sessionKey}, ${customerIdOf(cart.sessionKey)}, ${removedLinesJson}::jsonb, ${requestIdsJson}::jsonb, ${expiryOf(now)}, ${now}, ${now})
          on conflict do nothing returning id`
      : sql`update carts set version = version + 1, removed_lines = ${removedLinesJson}::jsonb, recent_request_ids = ${requestIdsJson}::jsonb,
          updated_at = ${now}, expires_at = ${expiryOf(now)}
          where id = ${cart.id} and version = ${cart.version} returning id`
  const upsertedRows = upsertLines.map(({ sellable, ...line }) => ({ ...line, productId: sellable.id }))
  const { rows } = await db.execute<{ id: number }>(sql`
    with counted as (${versionUpdate}),
    dropped as (
      delete from cart_lines using counted
      where cart_lines.cart_id = counted.id and cart_lines.key = any(${sql.param([...removeKeys])}::text[])
    ),
    put as (
      insert into cart_lines (cart_id, key, product_id, quantity, choices, quoted_price_cents, position)
      select counted.id, line.key, line."productId", line.quantity, line.choices, line."quotedPriceCents", line.position
      from counted, jsonb_to_recordset(${JSON.stringify(upsertedRows)}::jsonb) as line(
        key text, "productId" int, quantity int, choices jsonb, "quotedPriceCents" int, position int)
      on conflict (cart_id, key) do update set quantity = excluded.quantity, quoted_price_cents = excluded.quoted_price_cents,
        position = excluded.position
    )
    select id from counted`)
  return rows[0] ? { ...next, id: rows[0].id } : null
}

export type CartChange = Partial<Omit<CartRow, 'id' | 'sessionKey' | 'version' | 'removedLines' | 'recentRequestIds'>>

/** `customerId` and `removedLines` are written only when carts are merged; `version` if it was already increased. */
type CartUpdate = CartChange & { readonly customerId?: number } & Partial<Pick<CartRow, 'version' | 'removedLines'>>

export async function updateCart(tx: Tx, cartId: number, now: Date, change: CartUpdate = {}): Promise<number> {
  const version = await tryUpdateCart(tx, eq(carts.id, cartId), now, change)
  if (version === null) throw new Error(`No cart ${cartId}`)
  return version
}

/** Writes a change that does not depend on the cart's contents; creates the cart if needed. Returns the new version. */
export async function upsertCart(db: Db, sessionKey: string, now: Date, change: CartChange): Promise<number> {
  const isSession = eq(carts.sessionKey, sessionKey)
  const version = await tryUpdateCart(db, isSession, now, change)
  if (version !== null) return version
  await insertCart(db, sessionKey, now)
  const retried = await tryUpdateCart(db, isSession, now, change)
  if (retried === null) throw new Error('The cart vanished while it was being made')
  return retried
}

async function tryUpdateCart(db: Db | Tx, isCart: SQL, now: Date, change: CartUpdate): Promise<number | null> {
  const [row] = await db
    .update(carts)
    .set(updateValues(now, change))
    .where(isCart)
    .returning({ version: carts.version })
  return row?.version ?? null
}

export async function clearCart(tx: Tx, cartId: number, now: Date, change: CartUpdate = {}): Promise<void> {
  const deleted = tx
    .$with('dropped')
    .as(tx.delete(cartLines).where(eq(cartLines.cartId, cartId)).returning({ key: cartLines.key }))
  await tx.with(deleted).update(carts).set(updateValues(now, change)).where(eq(carts.id, cartId))
}

const updateValues = (now: Date, change: CartUpdate) => ({
  version: sql`${carts.version} + 1`,
  ...change,
  updatedAt: now,
  expiresAt: expiryOf(now),
})

/** Records which order was placed by which form. The version stays: the order is bound to it. */
export async function recordPlacedOrder(tx: Tx, cartId: number, orderId: number, digest: string): Promise<void> {
  await tx.update(carts).set({ placedOrderId: orderId, placedOrderDigest: digest }).where(eq(carts.id, cartId))
}

/** Records what a wallet's sheet shows. The version stays: nothing has changed. */
export async function recordDisplayedTotal(db: Db, cartId: number, displayedTotal: DisplayedTotal): Promise<void> {
  await db.update(carts).set({ displayedTotal }).where(eq(carts.id, cartId))
}

export async function removePurchased(
  tx: Tx,
  cart: Cart,
  purchased: readonly { readonly productId: number; readonly quantity: number }[],
  now: Date,
): Promise<void> {
  const remaining = new Map(purchased.map((item) => [item.productId, item.quantity]))
  const upsertLines: StoredLine[] = []
  const removeKeys: string[] = []
  for (const line of cart.lines) {
    const removedQuantity = Math.min(remaining.get(line.sellable.id) ?? 0, line.quantity)
    if (removedQuantity === 0) continue
    remaining.set(line.sellable.id, (remaining.get(line.sellable.id) ?? 0) - removedQuantity)
    if (removedQuantity === line.quantity) removeKeys.push(line.key)
    else upsertLines.push({ ...line, quantity: line.quantity - removedQuantity })
  }
  await writeCart(tx, cart, { upsertLines, removeKeys }, now)
}

/** Guests' carts, and those that were made for an account while it was deleted. */
export async function deleteExpiredCarts(db: Db, now: Date): Promise<number> {
  const isExpired = sql`${carts.expiresAt} < ${now} and ${carts.sessionKey} like 't\\_%'`
  const isLeft = and(
    isNotNull(carts.customerId),
    notExists(db.select().from(users).where(eq(users.id, carts.customerId))),
  )
  return (await deleteInBatches(db, carts.id, isExpired)) + (await deleteInBatches(db, carts.id, isLeft))
}
