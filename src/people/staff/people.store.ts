import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Role, roles } from '../../platform/access/permissions.ts'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { sessions, users } from '../identity/accounts.table.ts'
import { type AccountQuery, accountFilter, accountOrder } from '../identity/customers.store.ts'

const columns = {
  ...{ id: users.id, email: users.email, name: users.name, role: users.role, meta: users.meta },
  ...{ createdAt: users.createdAt, disabledAt: users.disabledAt },
}

export type Person = Pick<typeof users.$inferSelect, keyof typeof columns> & {
  readonly sessionCount: number
  readonly lastSignIn: Date | null
}

/** A page of people; an empty text or list does not filter. */
export type PeopleQuery = AccountQuery & {
  readonly isDisabled: boolean | null
  readonly only?: readonly number[]
}

export async function readPeople(db: Db, now: Date, query: PeopleQuery): Promise<{ items: Person[]; total: number }> {
  const isDisabled = query.isDisabled === null ? undefined : (query.isDisabled ? isNotNull : isNull)(users.disabledAt)
  const where = and(accountFilter(query), isDisabled, query.only && isAnyOf(users.id, query.only))
  const rows = await db
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(...accountOrder(query))
    .limit(query.limit)
    .offset(query.offset)
  return { items: await withSessions(db, now, rows), total: await db.$count(users, where) }
}

async function withSessions(
  db: Db | Tx,
  now: Date,
  rows: readonly Omit<Person, 'sessionCount' | 'lastSignIn'>[],
): Promise<Person[]> {
  const ids = rows.map(({ id }) => id)
  const found = await db
    .select({ userId: sessions.userId, total: count(), last: sql<string>`max(${sessions.createdAt})` })
    .from(sessions)
    .where(and(isAnyOf(sessions.userId, ids), sql`${sessions.expiresAt} > ${now.toISOString()}::timestamptz`))
    .groupBy(sessions.userId)
  const byUser = new Map(found.map((row) => [row.userId, row]))
  return rows.map((row) => {
    const active = byUser.get(row.id)
    return { ...row, sessionCount: active?.total ?? 0, lastSignIn: active ? new Date(active.last) : null }
  })
}

export async function readPerson(db: Db | Tx, now: Date, id: number): Promise<Person | null> {
  const rows = await db.select(columns).from(users).where(eq(users.id, id))
  const [person] = await withSessions(db, now, rows)
  return person ?? null
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
