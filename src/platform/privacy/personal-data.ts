import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../database/connect.ts'

/** Whose data: that of an account, of an email address, or of both. */
export type Person = {
  /** Null for someone without an account. */
  readonly userId: number | null
  /** Normalized. Null while an account's address is not verified: what is under it may be somebody else's. */
  readonly email: string | null
}

/** One row of an export: names as a reader understands them, values as JSON. */
export type PersonalRecord = Readonly<Record<string, unknown>>

/**
 * What a room holds about people. Every table with a reference to a user or with an email address belongs to one
 * declaration; `src/personal-data.ts` lists them, and a test compares that list with the database.
 */
export type PersonalData = {
  /** The part of an export, and the name of its CSV file: `orders`. */
  readonly id: string
  readonly title: string
  /** Only staff have such data. */
  readonly isForStaff?: boolean
  /** Tables of the database that it answers for. */
  readonly tables: readonly string[]
  /** Everything held about the person, without secrets. */
  readonly read: (db: Db | Tx, person: Person) => Promise<readonly PersonalRecord[]>
  /**
   * Deletes it, or removes what names the person where a record must stay. Runs in one transaction with all other
   * declarations, in their order; a second run changes nothing. Returns the number of rows that were changed.
   */
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
