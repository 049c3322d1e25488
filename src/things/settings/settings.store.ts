import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { settings } from './settings.table.ts'

/** What an owner has stored of the settings that `defaults` names, over those defaults. */
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
    // Nothing, chosen by somebody, is the JSON word for it: the column itself is never empty.
    const stored = value === null ? sql`'null'::jsonb` : value
    await db
      .insert(settings)
      .values({ name, value: stored })
      .onConflictDoUpdate({ target: settings.name, set: { value: stored, updatedAt: sql`now()` } })
  }
}

/** Those who save at once come one after the other, so that none writes over what another has just saved. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
}
