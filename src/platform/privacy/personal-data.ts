import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../database/connect.ts'

/** The person whose data it is: an account, an email address, or both. */
export type Person = {
  readonly userId: number | null
  /** Normalized. Null while an account's address is not verified, because its data may be somebody else's. */
  readonly email: string | null
}

/** One row of an export: names as a reader understands them, values as JSON. */
export type PersonalRecord = Readonly<Record<string, unknown>>

/** What a room holds about people: every table with a user or an email address is in one (a test compares them). */
export type PersonalData = {
  /** The part of an export, and the name of its CSV file: `orders`. */
  readonly id: string
  readonly title: string
  readonly isForStaff?: boolean
  /** Tables of the database that it answers for. */
  readonly tables: readonly string[]
  /** Everything held about the person, without secrets. */
  readonly read: (db: Db | Tx, person: Person) => Promise<readonly PersonalRecord[]>
  /** In one transaction with all others; a second run changes nothing. Returns how many rows were changed. */
  readonly erase: (tx: Tx, person: Person, now: Date) => Promise<number>
}

/** The rows that name the person, by account or by normalized address. */
export const namesPerson = ({ userId, email }: Person, by: { userId?: PgColumn; email?: PgColumn }): SQL =>
  or(
    by.userId && userId !== null ? eq(by.userId, userId) : undefined,
    by.email && email !== null ? eq(by.email, email) : undefined,
  ) ?? sql`false`

/** Returns the number of rows. */
export const deleteRows = async (tx: Tx, table: PgTable, where: SQL): Promise<number> =>
  (await tx.delete(table).where(where)).rowCount ?? 0

/** WordPress's address for people whose data was erased. */
export const ERASED_EMAIL = 'deleted@site.invalid'
