import { and, asc, desc, eq, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { type Role, staffRoles } from '../../platform/access/permissions.ts'
import { type Db, inOrderOf, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { containsText } from '../../platform/database/list-query.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { splitFullName } from '../addresses/address.ts'
import { users } from './accounts.table.ts'
import { unlessEmailTaken } from './users.store.ts'

const columns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  meta: users.meta,
  billing: users.billing,
  shipping: users.shipping,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  disabledAt: users.disabledAt,
}

export type Account = Pick<typeof users.$inferSelect, keyof typeof columns>

/** Empty texts and lists do not filter, but for `only`. */
export type AccountQuery = {
  readonly search: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  readonly orderby: 'id' | 'include' | 'name' | 'email' | 'registered_date'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
  readonly isDisabled?: boolean
  readonly only?: readonly number[] | undefined
}

export async function readAccounts(db: Db, query: AccountQuery): Promise<{ items: Account[]; total: number }> {
  const { orderby, order, include } = query
  const where = and(
    query.roles.length > 0 ? inArray(users.role, [...query.roles]) : undefined,
    containsText(query.search, [users.name, users.email]),
    query.email === '' ? undefined : eq(users.email, normalizeEmail(query.email)),
    include.length > 0 ? inArray(users.id, [...include]) : undefined,
    query.exclude.length > 0 ? notInArray(users.id, [...query.exclude]) : undefined,
    query.isDisabled ? isNotNull(users.disabledAt) : undefined,
    query.only && isAnyOf(users.id, query.only),
  )
  const sorts: Readonly<Record<AccountQuery['orderby'], SQL>> = {
    id: sql`users.id`,
    include: inOrderOf(users.id, include),
    name: sql`lower(users.name)`,
    email: sql`users.email`,
    registered_date: sql`users.created_at`,
  }
  const direction = order === 'asc' ? asc : desc
  const items = await db
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(direction(sorts[orderby]), direction(users.id))
    .limit(query.limit)
    .offset(query.offset)
  return { items, total: await db.$count(users, where) }
}

export async function readAccount(db: Db | Tx, id: number): Promise<Account | null> {
  const [account] = await db.select(columns).from(users).where(eq(users.id, id))
  return account ?? null
}

export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  const [account] = await tx.select(columns).from(users).where(eq(users.id, id)).for('no key update')
  return account ?? null
}

type Names = { readonly firstName: string; readonly lastName: string }

export function namesOf({ name, meta }: Pick<Account, 'name' | 'meta'>): Names {
  const { first_name: firstName, last_name: lastName } = meta
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : splitFullName(name)
}

const fullName = ({ firstName, lastName }: Names): string => `${firstName} ${lastName}`.trim()

export type AccountChange = Partial<Pick<Account, 'email' | 'billing' | 'shipping'>> & {
  readonly names?: Names
  readonly displayName?: string
}

/** Changes an account. False, without changes, if another account has the email address. */
export async function updateAccount(tx: Db | Tx, before: Account, change: AccountChange, now: Date): Promise<boolean> {
  const { names, displayName, ...values } = change
  const email = normalizeEmail(values.email ?? before.email)
  const update = {
    ...values,
    email,
    updatedAt: now,
    // A new address belongs to the account's owner only after a link that was sent there.
    ...(email === before.email ? {} : { emailVerified: false }),
    ...(names && {
      name: displayName ?? fullName(names),
      meta: { ...before.meta, first_name: names.firstName, last_name: names.lastName },
    }),
  }
  return unlessEmailTaken(tx, (inner) => inner.update(users).set(update).where(eq(users.id, before.id)))
}

export async function deleteCustomerAccount(tx: Db | Tx, id: number): Promise<boolean> {
  const isCustomer = and(eq(users.id, id), notInArray(users.role, [...staffRoles]))
  return (await tx.delete(users).where(isCustomer).returning({ id: users.id })).length > 0
}
