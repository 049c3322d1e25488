import { and, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import { type Role, staffRoles } from '../../platform/access/permissions.ts'
import { type Db, firstOf, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { among, containsIndexedText, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { splitFullName } from '../addresses/address.ts'
import { users } from './accounts.table.ts'
import { endTokensOf } from './keys/tokens.store.ts'
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

/** Empty texts and lists do not filter, except `only`. */
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
  const where = and(
    among(users.role, query.roles),
    containsIndexedText(query.search, [users.name, users.email]),
    query.email === '' ? undefined : eq(users.email, normalizeEmail(query.email)),
    among(users.id, query.include),
    notAmong(users.id, query.exclude),
    query.isDisabled ? isNotNull(users.disabledAt) : undefined,
    query.only && isAnyOf(users.id, query.only),
  )
  const order = listOrder(sortColumns, users.id, query)
  return readPage(db, db.select(columns).from(users).$dynamic(), users, { ...query, where, order, id: users.id })
}

const sortColumns = {
  id: users.id,
  name: sql`lower(${users.name})`,
  email: users.email,
  registered_date: users.createdAt,
}

export const readAccount = (db: Db | Tx, id: number): Promise<Account | null> =>
  db.select(columns).from(users).where(eq(users.id, id)).then(firstOf)

export const lockAccount = (tx: Tx, id: number): Promise<Account | null> =>
  tx.select(columns).from(users).where(eq(users.id, id)).for('no key update').then(firstOf)

type Names = { readonly firstName: string; readonly lastName: string }

export function namesOf({ name, meta }: Pick<Account, 'name' | 'meta'>): Names {
  const { first_name: firstName, last_name: lastName } = meta
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : splitFullName(name)
}

const fullName = ({ firstName, lastName }: Names): string => `${firstName} ${lastName}`.trim()

export type AccountChange = Partial<Pick<Account, 'email' | 'billing' | 'shipping' | 'meta'>> & {
  readonly names?: Names
  readonly displayName?: string
}

/**
 * Changes an account. False, without changes, if another account has the email address. A new address ends the links
 * mailed to the old one, whose mailbox may be a stranger's.
 */
export async function updateAccount(tx: Tx, before: Account, change: AccountChange, now: Date): Promise<boolean> {
  const { names, displayName, ...values } = change
  const email = normalizeEmail(values.email ?? before.email)
  const isMoved = email !== before.email
  const update = {
    ...values,
    email,
    updatedAt: now,
    // A new address counts as verified only after the link sent to it was used.
    ...(isMoved && { emailVerified: false }),
    ...(names && {
      name: displayName ?? fullName(names),
      meta: { ...(values.meta ?? before.meta), first_name: names.firstName, last_name: names.lastName },
    }),
  }
  // Posts show their author's name.
  if (update.name !== undefined && update.name !== before.name) await invalidatePageTags(tx, ['posts'])
  return unlessEmailTaken(tx, async (inner) => {
    await inner.update(users).set(update).where(eq(users.id, before.id))
    if (!isMoved) return
    await endTokensOf(inner, 'set-password', before.id)
    await endTokensOf(inner, 'confirm-email', before.id)
  })
}

export async function deleteCustomerAccount(tx: Db | Tx, id: number): Promise<boolean> {
  const isCustomer = and(eq(users.id, id), notInArray(users.role, [...staffRoles]))
  return (await tx.delete(users).where(isCustomer).returning({ id: users.id })).length > 0
}
