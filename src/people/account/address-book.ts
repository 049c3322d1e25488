import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { MAX_ID } from '../../platform/rest/params.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type Address, collapseWhitespace, type FieldSet } from '../addresses/address.ts'
import { users } from '../identity/accounts.table.ts'
import { loadAddresses, saveAddresses } from '../identity/users.store.ts'
import { addresses } from './address-book.table.ts'

export const MAX_ADDRESSES = 50
export const MAX_LABEL_LENGTH = 40

/** Time within which a deleted address can be restored. */
const UNDO_MS = 3_600_000

export type SavedAddress = {
  readonly id: number
  readonly label: string
  readonly address: Address
  readonly usedFor: readonly FieldSet[]
}

type Shop = Pick<Platform, 'db' | 'now'>

const columns = { id: addresses.id, label: addresses.label, address: addresses.address }

const isOwn = (userId: number, id: number) =>
  Number.isSafeInteger(id) && id > 0 && id <= MAX_ID
    ? and(eq(addresses.userId, userId), eq(addresses.id, id))
    : sql`false`
const isUndeleted = (userId: number) => and(eq(addresses.userId, userId), isNull(addresses.deletedAt))
const undoCutoff = (now: Date) => new Date(now.getTime() - UNDO_MS)
const isRecentlyDeleted = (now: Date) => gt(addresses.deletedAt, undoCutoff(now))
const hasTooMany = async (tx: Tx, userId: number) => (await tx.$count(addresses, isUndeleted(userId))) >= MAX_ADDRESSES

export async function readAddressBook(db: Db | Tx, userId: number): Promise<SavedAddress[]> {
  const defaults = await loadAddresses(db, userId)
  const rows = await db.select(columns).from(addresses).where(isUndeleted(userId)).orderBy(asc(addresses.id))
  return rows.map((row) => ({
    ...row,
    usedFor: (['billing', 'shipping'] as const).filter((set) => isSameAddress(defaults[set], row.address)),
  }))
}

export async function readSavedAddress(db: Db | Tx, userId: number, id: number): Promise<SavedAddress | null> {
  return (await readAddressBook(db, userId)).find((one) => one.id === id) ?? null
}

export const lastDeletedAddress = ({ db, now }: Shop, userId: number) =>
  db
    .select(columns)
    .from(addresses)
    .where(and(eq(addresses.userId, userId), isRecentlyDeleted(now())))
    .orderBy(desc(addresses.deletedAt), desc(addresses.id))
    .limit(1)
    .then(firstOf)

/** Deletes the addresses of customers whose deletion can no longer be undone. */
export const dropDeletedAddresses = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, addresses.id, lte(addresses.deletedAt, undoCutoff(now)))

export const isSameAddress = (a: Partial<Address>, b: Partial<Address>): boolean =>
  (['firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'state', 'postcode', 'country'] as const).every(
    (name) => (a[name] ?? '') === (b[name] ?? ''),
  )

export type AddressInput = { readonly label: string; readonly address: Address }

export type AddressBookProblem = 'label-missing' | 'label-too-long' | 'too-many' | 'gone'

type Saved = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly problem: AddressBookProblem }

const refusal = (problem: AddressBookProblem) => ({ ok: false, problem }) as const

export function labelProblem(label: string): AddressBookProblem | null {
  const { length } = collapseWhitespace(label)
  return length === 0 ? 'label-missing' : length > MAX_LABEL_LENGTH ? 'label-too-long' : null
}

/** Locks the account, so that concurrent requests cannot exceed the limit. */
const lockAccount = (tx: Tx, userId: number) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')

export async function addAddress({ db, now }: Shop, userId: number, { label, address }: AddressInput): Promise<Saved> {
  const problem = labelProblem(label)
  if (problem) return refusal(problem)
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await tx.delete(addresses).where(and(eq(addresses.userId, userId), lte(addresses.deletedAt, undoCutoff(now()))))
    if (await hasTooMany(tx, userId)) return refusal('too-many')
    const [added] = await tx
      .insert(addresses)
      .values({ userId, label: collapseWhitespace(label), address, createdAt: now(), updatedAt: now() })
      .returning({ id: addresses.id })
    return { ok: true, id: added?.id ?? 0 } as const
  })
}

export async function changeAddress(
  { db, now }: Shop,
  userId: number,
  id: number,
  { label, address }: AddressInput,
): Promise<Saved> {
  const problem = labelProblem(label)
  if (problem) return refusal(problem)
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const before = await readSavedAddress(tx, userId, id)
    if (!before) return refusal('gone')
    await tx
      .update(addresses)
      .set({ label: collapseWhitespace(label), address, updatedAt: now() })
      .where(isOwn(userId, id))
    for (const set of before.usedFor) await setDefault(tx, userId, set, address)
    return { ok: true, id } as const
  })
}

export async function useAddressFor({ db }: Pick<Shop, 'db'>, userId: number, id: number, set: FieldSet) {
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const saved = await readSavedAddress(tx, userId, id)
    if (saved) await setDefault(tx, userId, set, saved.address)
    return saved
  })
}

/** Keeps the email address of the billing address, because saved addresses have none. */
async function setDefault(tx: Tx, userId: number, set: FieldSet, address: Address): Promise<void> {
  const before = await loadAddresses(tx, userId)
  await saveAddresses(tx, userId, { ...before, [set]: { ...address, email: before[set].email ?? '' } })
}

export async function deleteAddress({ db, now }: Shop, userId: number, id: number): Promise<boolean> {
  const isTheirs = and(isOwn(userId, id), isNull(addresses.deletedAt))
  return ((await db.update(addresses).set({ deletedAt: now() }).where(isTheirs)).rowCount ?? 0) > 0
}

export async function restoreAddress({ db, now }: Shop, userId: number, id: number): Promise<boolean> {
  const restored = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    if (await hasTooMany(tx, userId)) return { ok: false }
    const isTheirs = and(isOwn(userId, id), isRecentlyDeleted(now()))
    const { rowCount } = await tx.update(addresses).set({ deletedAt: null }).where(isTheirs)
    return { ok: (rowCount ?? 0) > 0 }
  })
  return restored.ok
}
