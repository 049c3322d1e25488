import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { firstOf } from '../../../platform/database/connect.ts'
import { containsText, listOrder, readPage } from '../../../platform/database/list-query.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { formSubmissions } from '../forms.table.ts'

export type EditorForm = NonNullable<Awaited<ReturnType<typeof findEditorForm>>>

/** Number of stored messages, without spam and trash. */
const submissions = sql<number>`(select count(*) from ${formSubmissions}
  where ${formSubmissions.formId} = ${entries}.id and ${eq(formSubmissions.status, 'inbox')})`.mapWith(Number)

const sortColumns = { id: entries.id, title: entries.title, modified: entries.updatedAt, submissions }
export const sortNames = Object.keys(sortColumns) as (keyof typeof sortColumns)[]

const rows = (db: Db | Tx) => db.select({ ...getTableColumns(entries), submissions }).from(entries)

/** A form for editors; may be in the trash. */
export const findEditorForm = (db: Db | Tx, id: number) =>
  rows(db)
    .where(and(eq(entries.id, id), eq(entries.kind, 'form')))
    .then(firstOf)

type FormQuery = {
  readonly search: string
  readonly status: 'any' | 'publish' | 'trash'
  readonly orderby: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** `any` excludes the trash. */
export const listEditorForms = (db: Db | Tx, { search, status, orderby, order, ...slice }: FormQuery) =>
  readPage(db, rows(db).$dynamic(), entries, {
    where: and(
      eq(entries.kind, 'form'),
      status === 'any' ? ne(entries.status, 'trash') : eq(entries.status, status),
      containsText(search, [entries.title]),
    ),
    order: listOrder(sortColumns, entries.id, { orderby, order }),
    ...slice,
  })
