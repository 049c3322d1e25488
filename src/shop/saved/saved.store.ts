import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { loadSellables } from '../catalog/catalog.store.ts'
import { savedItems, savedLists } from './saved.table.ts'
import { emptyList, GUEST_LIST_DAYS, MAX_SAVED, type SavedItem, type SavedList, type SavedOwner } from './saved.ts'

const ownedBy = (owner: SavedOwner) =>
  'userId' in owner ? eq(savedLists.userId, owner.userId) : eq(savedLists.guestKey, owner.guestKey)

const guestExpiry = (now: Date, days = GUEST_LIST_DAYS): Date => new Date(now.getTime() + days * DAY_MS)

export async function readSavedList(db: Db | Tx, by: SavedOwner | { readonly shareToken: string }) {
  const rows = await db
    .select({
      token: savedLists.shareToken,
      name: savedLists.shareName,
      productId: savedItems.productId,
      variationId: savedItems.variationId,
    })
    .from(savedLists)
    .leftJoin(savedItems, eq(savedItems.listId, savedLists.id))
    .where('shareToken' in by ? eq(savedLists.shareToken, by.shareToken) : ownedBy(by))
    .orderBy(desc(savedItems.savedAt), desc(savedItems.productId))
  const [list] = rows
  if (!list) return null
  return {
    items: rows.flatMap(({ productId, variationId }) => (productId === null ? [] : [{ productId, variationId }])),
    share: list.token === null ? null : { token: list.token, name: list.name },
  }
}

export const savedListOf = async (db: Db | Tx, owner: SavedOwner | null): Promise<SavedList> =>
  (owner && (await readSavedList(db, owner))) ?? emptyList

/** Locks the owner's list, creating it if missing, and extends a guest's expiry. Returns its id. */
async function lockList(tx: Tx, owner: SavedOwner, now: Date): Promise<number> {
  const expiresAt = 'userId' in owner ? null : guestExpiry(now)
  const [list] = await tx
    .insert(savedLists)
    .values({ ...owner, expiresAt })
    .onConflictDoUpdate({ target: 'userId' in owner ? savedLists.userId : savedLists.guestKey, set: { expiresAt } })
    .returning({ id: savedLists.id })
  if (!list) throw new Error('A list was not stored')
  return list.id
}

/** Keeps a guest's list after a visit. One write a day is enough. */
export async function extendGuestList(db: Db, guestKey: string, now: Date): Promise<void> {
  const isOld = lt(savedLists.expiresAt, guestExpiry(now, GUEST_LIST_DAYS - 1))
  await db
    .update(savedLists)
    .set({ expiresAt: guestExpiry(now) })
    .where(and(eq(savedLists.guestKey, guestKey), isOld))
}

export type SaveProblem = { readonly kind: 'no-such-product' | 'list-full' }
export type SaveTeaResult =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problem: SaveProblem }

const refused = (kind: SaveProblem['kind']): SaveTeaResult => ({ ok: false, problem: { kind } })

/**
 * Saving again moves the product to the top with the latest variation; a variation of another product is ignored.
 * Repeated if the product is deleted at the same moment, which is then reported.
 */
export const saveTea = retryingConflicts(trySave)

async function trySave(db: Db, owner: SavedOwner, { productId, variationId }: SavedItem, now: Date) {
  const found = await loadSellables(db, variationId === null ? [productId] : [productId, variationId])
  const product = found.get(productId)
  if (product?.status !== 'publish' || product.parentId !== null) return refused('no-such-product')
  const isOwnVariation = variationId !== null && found.get(variationId)?.parentId === productId
  return db.transaction(async (tx): Promise<SaveTeaResult> => {
    const listId = await lockList(tx, owner, now)
    const isSaved = await tx.$count(savedItems, and(eq(savedItems.listId, listId), eq(savedItems.productId, productId)))
    if (!isSaved && (await tx.$count(savedItems, eq(savedItems.listId, listId))) >= MAX_SAVED)
      return refused('list-full')
    const change = { savedAt: now, ...(isOwnVariation ? { variationId } : {}) }
    await tx
      .insert(savedItems)
      .values({ listId, productId, ...change })
      .onConflictDoUpdate({ target: [savedItems.listId, savedItems.productId], set: change })
    return { ok: true, name: product.name }
  })
}

export async function removeTea(db: Db | Tx, owner: SavedOwner, productId: number): Promise<void> {
  const isOwn = sql`${savedItems.listId} in (select ${savedLists.id} from ${savedLists} where ${ownedBy(owner)})`
  await db.delete(savedItems).where(and(eq(savedItems.productId, productId), isOwn))
}

/**
 * Merges a guest's list into the customer's after sign-in. A tea in both keeps the later date and the guest's
 * variation; above the limit the oldest are removed. With concurrent sign-ins, the second finds nothing to merge. The
 * guest's share link stays valid unless the customer has one already.
 */
export async function mergeSavedLists(db: Db, guestKey: string, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [guest] = await tx.select().from(savedLists).where(eq(savedLists.guestKey, guestKey)).for('update')
    if (!guest) return
    const listId = await lockList(tx, { userId }, now)
    await tx.execute(sql`
      insert into saved_items (list_id, product_id, variation_id, saved_at)
      select ${listId}::int, product_id, variation_id, saved_at from saved_items where list_id = ${guest.id}
      on conflict (list_id, product_id) do update set
        variation_id = coalesce(excluded.variation_id, saved_items.variation_id),
        saved_at = greatest(saved_items.saved_at, excluded.saved_at)`)
    await tx.execute(sql`
      delete from saved_items where list_id = ${listId} and product_id in (
        select product_id from saved_items where list_id = ${listId}
        order by saved_at desc, product_id desc offset ${MAX_SAVED})`)
    await tx.delete(savedLists).where(eq(savedLists.id, guest.id))
    if (guest.shareToken === null) return
    await tx
      .update(savedLists)
      .set({ shareToken: guest.shareToken, shareName: guest.shareName })
      .where(and(eq(savedLists.id, listId), isNull(savedLists.shareToken)))
  })
}

export async function shareList(db: Db, owner: SavedOwner, name: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const id = await lockList(tx, owner, now)
    const token = randomBytes(16).toString('base64url')
    await tx
      .update(savedLists)
      .set({ shareToken: sql`coalesce(${savedLists.shareToken}, ${token})`, shareName: name })
      .where(eq(savedLists.id, id))
  })
}

export async function unshareList(db: Db | Tx, owner: SavedOwner): Promise<void> {
  await db.update(savedLists).set({ shareToken: null, shareName: '' }).where(ownedBy(owner))
}

export const deleteExpiredLists = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, savedLists.id, and(isNotNull(savedLists.guestKey), lt(savedLists.expiresAt, now)))
