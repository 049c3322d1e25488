import { and, count, eq, gt, sql } from 'drizzle-orm'
import { type Role, roles } from '../../platform/access/permissions.ts'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { type Account, type AccountQuery, readAccount, readAccounts } from '../identity/accounts.store.ts'
import { sessions, users } from '../identity/accounts.table.ts'
import { listAuthors } from '../identity/authors.store.ts'

export type Person = Account & {
  readonly sessionCount: number
  /** Also of a session that has ended. */
  readonly lastSignIn: Date | null
  /** Slug of the person's author archive; null if they have published nothing. */
  readonly authorSlug: string | null
}

export async function readPeople(db: Db, now: Date, query: AccountQuery): Promise<{ items: Person[]; total: number }> {
  const { items, total } = await readAccounts(db, query)
  return { items: await withSessions(db, now, items), total }
}

async function withSessions(db: Db | Tx, now: Date, accounts: readonly Account[]): Promise<Person[]> {
  const ids = accounts.map(({ id }) => id)
  const authors = await listAuthors(db)
  const last = sql<string | null>`greatest(${users.lastSignInAt}, max(${sessions.createdAt}))`
  const isActive = and(eq(sessions.userId, users.id), gt(sessions.expiresAt, now))
  const rows = await db
    .select({ userId: users.id, total: count(sessions.id), last })
    .from(users)
    .leftJoin(sessions, isActive)
    .where(isAnyOf(users.id, ids))
    .groupBy(users.id)
  const byUser = new Map(rows.map((row) => [row.userId, row]))
  return accounts.map((account) => {
    const { total = 0, last: signedInAt = null } = byUser.get(account.id) ?? {}
    const authorSlug = authors.find(({ id }) => id === account.id)?.slug ?? null
    return {
      ...account,
      authorSlug,
      sessionCount: total,
      lastSignIn: signedInAt === null ? null : new Date(signedInAt),
    }
  })
}

export async function readPerson(db: Db | Tx, now: Date, id: number): Promise<Person | null> {
  const account = await readAccount(db, id)
  const [person = null] = account ? await withSessions(db, now, [account]) : []
  return person
}

export type PeopleCounts = Readonly<Record<Role | 'any' | 'disabled', number>>

export async function countPeople(db: Db): Promise<PeopleCounts> {
  const rows = await db
    .select({ role: users.role, total: count(), disabled: sql<number>`count(${users.disabledAt})::int` })
    .from(users)
    .groupBy(users.role)
  const totals = new Map(rows.map(({ role, total }) => [role, total]))
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  return {
    any: sum(rows.map(({ total }) => total)),
    disabled: sum(rows.map(({ disabled }) => disabled)),
    ...(Object.fromEntries(roles.map((role) => [role, totals.get(role) ?? 0])) as Record<Role, number>),
  }
}
