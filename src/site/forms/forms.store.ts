import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { findEntryById } from '../../things/entries/entries.store.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { Entry } from '../../things/entries/entry.ts'
import { type ContactForm, defaultProperties, type FormProperties, formHash } from './contact-form.ts'

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
  const isForm = and(eq(entries.kind, 'form'), ne(entries.status, 'trash'))
  // All ids are needed, because a hash cannot be looked up; forms are few.
  const ids = await db.select({ id: entries.id }).from(entries).where(isForm)
  const wanted = ids.flatMap(({ id }) =>
    names
      .filter((name) => name === String(id) || (name.length >= 7 && formHash(id) === name.slice(0, 7)))
      .map((name) => ({ id, name })),
  )
  const wantedIds = [...new Set(wanted.map(({ id }) => id))]
  const rows = wanted.length === 0 ? [] : await db.select().from(entries).where(inArray(entries.id, wantedIds))
  return new Map(
    rows
      .map(formOf)
      .flatMap((form) => wanted.filter(({ id }) => id === form.id).map(({ name }) => [name, form] as const)),
  )
}
