import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { containsText, listOrder, readPage } from '../../platform/database/list-query.ts'
import { findEntryById } from '../../things/entries/entries.store.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { Entry } from '../../things/entries/entry.ts'
import { type ContactForm, defaultProperties, type FormProperties, formHash } from './contact-form.ts'
import { formSubmissions } from './forms.table.ts'

const isForm = eq(entries.kind, 'form')

/** The form of an entry; missing properties of older entries get defaults. */
export function formOf({ id, title, slug, version, fields }: Entry): ContactForm {
  // Only `saveForm` writes these fields.
  const properties = (fields ?? {}) as Partial<FormProperties>
  const messages = { ...defaultProperties.messages, ...properties.messages }
  return { ...defaultProperties, ...properties, messages, id, title, slug, version }
}

/** Not in the trash. */
export async function findForm(db: Db | Tx, id: number): Promise<ContactForm | null> {
  const entry = id > 0 ? await findEntryById(db, 'form', id) : null
  return entry && entry.status !== 'trash' ? formOf(entry) : null
}

/** Forms by the ids in shortcodes: number or hash. */
export async function findForms(db: Db | Tx, names: readonly string[]): Promise<ReadonlyMap<string, ContactForm>> {
  // All ids are needed, because a hash cannot be looked up; forms are few.
  const ids = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(isForm, ne(entries.status, 'trash')))
  const namesOf = (id: number) =>
    names.filter((name) => name === String(id) || (name.length >= 7 && formHash(id) === name.slice(0, 7)))
  const named = ids.map(({ id }) => id).filter((id) => namesOf(id).length > 0)
  const rows = named.length === 0 ? [] : await db.select().from(entries).where(inArray(entries.id, named))
  return new Map(rows.map(formOf).flatMap((form) => namesOf(form.id).map((name) => [name, form] as const)))
}

export type EditorForm = NonNullable<Awaited<ReturnType<typeof findEditorForm>>>

/** Number of stored messages, without spam and trash. */
const submissions = sql<number>`(select count(*) from ${formSubmissions}
  where ${formSubmissions.formId} = ${entries}.id and ${eq(formSubmissions.status, 'inbox')})`.mapWith(Number)

const sortColumns = { id: entries.id, title: entries.title, modified: entries.updatedAt, submissions }
export const sortNames = Object.keys(sortColumns) as (keyof typeof sortColumns)[]

const editorForms = (db: Db | Tx) => db.select({ ...getTableColumns(entries), submissions }).from(entries)

/** A form for editors; may be in the trash. */
export const findEditorForm = (db: Db | Tx, id: number) =>
  editorForms(db)
    .where(and(eq(entries.id, id), isForm))
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
  readPage(db, editorForms(db).$dynamic(), entries, {
    where: and(
      isForm,
      status === 'any' ? ne(entries.status, 'trash') : eq(entries.status, status),
      containsText(search, [entries.title]),
    ),
    order: listOrder(sortColumns, entries.id, { orderby, order }),
    ...slice,
  })
