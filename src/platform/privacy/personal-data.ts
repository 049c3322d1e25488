import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../database/connect.ts'

/** The person whose data is read or erased: an account, an email address, or both. */
export type Person = {
  readonly userId: number | null
  /** Normalized. Null if the account's address is not verified, because its data may be another person's. */
  readonly email: string | null
}

/** One row of an export: readable names, and values as JSON. */
export type PersonalRecord = Readonly<Record<string, unknown>>

/** Personal data of a room. Every table with a user or an email address belongs to one (a test checks it). */
export type PersonalData = {
  /** Section of an export, and name of its CSV file: `orders`. */
  readonly id: string
  readonly title: string
  readonly isForStaff?: boolean
  /** Database tables that it covers. */
  readonly tables: readonly string[]
  /** All data of the person, without secrets. */
  readonly read: (db: Db | Tx, person: Person) => Promise<readonly PersonalRecord[]>
  /** Runs in one transaction with the others; repeating it changes nothing. Returns the number of changed rows. */
  readonly erase: (tx: Tx, person: Person, now: Date) => Promise<number>
  /** For data that would keep the id of an account that staff delete: `erase`, or leave it under its email address. */
  readonly detach?: 'erase' | ((tx: Tx, userId: number, now: Date) => Promise<unknown>)
}

/** Selects the person's rows, by account or by normalized email address. */
export const namesPerson = ({ userId, email }: Person, by: { userId?: PgColumn; email?: PgColumn }): SQL =>
  or(
    by.userId && userId !== null ? eq(by.userId, userId) : undefined,
    by.email && email !== null ? eq(by.email, email) : undefined,
  ) ?? sql`false`

/** Returns the number of rows. */
export const deleteRows = async (tx: Tx, table: PgTable, where: SQL): Promise<number> =>
  (await tx.delete(table).where(where)).rowCount ?? 0

/** WordPress's email address for erased people. */
export const ERASED_EMAIL = 'deleted@site.invalid'
