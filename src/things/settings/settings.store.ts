import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { settings } from './settings.table.ts'

/** Stored values for the settings in `defaults`, merged over those defaults. */
export async function loadStored<S extends object>(db: Db | Tx, defaults: S): Promise<S> {
  const rows = await db.select().from(settings)
  return {
    ...defaults,
    ...Object.fromEntries(rows.filter(({ name }) => name in defaults).map((row) => [row.name, row.value])),
  }
}

/** Writes settings by name. The type says which: `saveSettings<CartSettings>(db, { cartRedirectAfterAdd: 'yes' })`. */
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

/** Serializes concurrent saves, so that none overwrites another. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
}
