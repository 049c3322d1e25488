import { asc, eq, getTableName, or, type SQL, sql } from 'drizzle-orm'
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

type PersonalTable = Pick<PersonalData, 'id' | 'title' | 'isForStaff'> & {
  readonly table: PgTable & { readonly id: PgColumn; readonly userId?: PgColumn; readonly email?: PgColumn }
  readonly columns: Readonly<Record<string, PgColumn>>
  /** The rows of the person; by default those with their account or email address. */
  readonly of?: (person: Person) => SQL
}

/** Data in one table of which the person's rows are exported with these columns, and deleted. */
export const personalTable = ({
  table,
  columns,
  of = (person) => namesPerson(person, table),
  ...about
}: PersonalTable): PersonalData => ({
  ...about,
  tables: [getTableName(table)],
  read: (db, person) => db.select(columns).from(table).where(of(person)).orderBy(asc(table.id)),
  erase: (tx, person) => deleteRows(tx, table, of(person)),
})

/** WordPress's email address for erased people. */
export const ERASED_EMAIL = 'deleted@site.invalid'
