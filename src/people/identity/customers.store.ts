import { and, asc, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { type Role, staffRoles } from '../../platform/access/permissions.ts'
import { type Db, inOrderOf, type Tx, violates } from '../../platform/database/connect.ts'
import { containsText } from '../../platform/database/list-query.ts'
import { splitFullName } from '../addresses/address.ts'
import { users } from './accounts.table.ts'
import { normalizeEmail } from './users.store.ts'

const columns = {
  ...{ id: users.id, email: users.email, name: users.name, role: users.role, meta: users.meta },
  ...{ billing: users.billing, shipping: users.shipping, createdAt: users.createdAt, updatedAt: users.updatedAt },
}

/** An account without its secrets. */
export type Account = Omit<
  typeof users.$inferSelect,
  'emailVerified' | 'image' | 'disabledAt' | 'lastActiveAt' | 'twoFactorEnabled' | 'lastSignInAt'
>

/** A page of accounts; an empty text or list does not filter. */
export type AccountQuery = {
  /** Part of a name or of an email address. */
  readonly search: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  readonly orderby: 'id' | 'include' | 'name' | 'email' | 'registered_date'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** The conditions of a query for accounts. */
export const accountFilter = (query: Omit<AccountQuery, 'orderby' | 'order' | 'limit' | 'offset'>): SQL | undefined =>
  and(
    query.roles.length > 0 ? inArray(users.role, [...query.roles]) : undefined,
    containsText(query.search, [users.name, users.email]),
    query.email === '' ? undefined : eq(users.email, normalizeEmail(query.email)),
    query.include.length > 0 ? inArray(users.id, [...query.include]) : undefined,
    query.exclude.length > 0 ? notInArray(users.id, [...query.exclude]) : undefined,
  )

/** The order of accounts; those that are equal follow by id. */
export function accountOrder({ orderby, order, include }: Pick<AccountQuery, 'orderby' | 'order' | 'include'>): SQL[] {
  const sorts: Readonly<Record<AccountQuery['orderby'], SQL>> = {
    id: sql`users.id`,
    include: inOrderOf(users.id, include),
    name: sql`lower(users.name)`,
    email: sql`users.email`,
    registered_date: sql`users.created_at`,
  }
  const direction = order === 'asc' ? asc : desc
  return [direction(sorts[orderby]), direction(users.id)]
}

export async function readAccounts(db: Db, query: AccountQuery): Promise<{ items: Account[]; total: number }> {
  const where = accountFilter(query)
  const items = await db
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(...accountOrder(query))
    .limit(query.limit)
    .offset(query.offset)
  return { items, total: await db.$count(users, where) }
}

export async function readAccount(db: Db | Tx, id: number): Promise<Account | null> {
  const [account] = await db.select(columns).from(users).where(eq(users.id, id))
  return account ?? null
}

/** Reads an account that is about to be changed; nobody else changes it until the transaction ends. */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  const [account] = await tx.select(columns).from(users).where(eq(users.id, id)).for('no key update')
  return account ?? null
}

type Names = { readonly firstName: string; readonly lastName: string }

/** First and last name as they were entered, otherwise the parts of the display name. */
export function namesOf({ name, meta }: Pick<Account, 'name' | 'meta'>): Names {
  const { first_name: firstName, last_name: lastName } = meta
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : splitFullName(name)
}

const fullName = ({ firstName, lastName }: Names): string => `${firstName} ${lastName}`.trim()

export type AccountChange = Partial<Pick<Account, 'email' | 'billing' | 'shipping'>> & {
  readonly names?: Names
  /** How the account is called; without it the names are. */
  readonly displayName?: string
}

/** Changes an account. False, without changes, if another account has the email address. */
export async function updateAccount(tx: Db | Tx, before: Account, change: AccountChange, now: Date): Promise<boolean> {
  const { names, displayName, ...values } = change
  const email = normalizeEmail(values.email ?? before.email)
  const update = {
    ...{ ...values, email, updatedAt: now },
    // A new address belongs to the account's owner only after a link that was sent there.
    ...(email === before.email ? {} : { emailVerified: false }),
    ...(names && {
      name: displayName ?? fullName(names),
      meta: { ...before.meta, first_name: names.firstName, last_name: names.lastName },
    }),
  }
  try {
    // A savepoint: the refusal of the unique index leaves the transaction usable.
    await tx.transaction((inner) => inner.update(users).set(update).where(eq(users.id, before.id)))
    return true
  } catch (error) {
    if (violates(error, 'users_email')) return false
    throw error
  }
}

/** Deletes a customer's account with its sessions. False if it is gone, or is one of the staff. */
export async function deleteCustomerAccount(tx: Db | Tx, id: number): Promise<boolean> {
  const isCustomer = and(eq(users.id, id), notInArray(users.role, [...staffRoles]))
  return (await tx.delete(users).where(isCustomer).returning({ id: users.id })).length > 0
}
