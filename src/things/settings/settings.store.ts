import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { settings } from './settings.table.ts'

/** Stored values for the settings in `defaults`, merged over those defaults. */
export async function loadStored<S extends object>(db: Db | Tx, defaults: S): Promise<S> {
  const rows = await db.select().from(settings)
  return {
    ...defaults,
    ...Object.fromEntries(rows.filter(({ name }) => name in defaults).map((row) => [row.name, row.value])),
  }
}

/** Writes settings. The type selects them: `saveSettings<CartSettings>(db, { cartRedirectAfterAdd: 'yes' })`. */
export async function saveSettings<S extends object>(db: Db | Tx, changes: Partial<S>): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    // JSON null, because the column itself is not nullable.
    const stored = value === null ? sql`'null'::jsonb` : value
    await db
      .insert(settings)
      .values({ name, value: stored })
      .onConflictDoUpdate({ target: settings.name, set: { value: stored, updatedAt: sql`now()` } })
  }
}

/**
 * Saves the result of `change` and returns the new settings. Saves are serialized so that none overwrites another, and
 * every process is notified.
 */
export const updateSettings = <S extends object>(db: Db, defaults: S, change: (stored: S) => Partial<S>): Promise<S> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
    const stored = await loadStored(tx, defaults)
    const changes = change(stored)
    await saveSettings<S>(tx, changes)
    await invalidatePageTags(tx, ['settings'])
    return { ...stored, ...changes }
  })
