import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { type EntryKind, entries } from './entries.table.ts'
import type { Entry } from './entry.ts'

export const findEntryById = (db: Db | Tx, kind: EntryKind, id: number): Promise<Entry | null> =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.kind, kind)))
    .then(firstOf)

/** A column as everybody may read it: '' if the entry has a password, or `isLocked` otherwise. */
export const publicText = (column: PgColumn, isLocked = sql`${entries.password} <> ''`) =>
  sql<string>`case when ${isLocked} then '' else ${column} end`

export const findPublished = (db: Db | Tx, kind: EntryKind, slug: string): Promise<Entry | null> =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.kind, kind), eq(entries.slug, slug), eq(entries.status, 'publish')))
    .then(firstOf)
