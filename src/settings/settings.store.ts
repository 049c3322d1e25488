import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { gatewaysOver } from './gateways.ts'
import { settings } from './settings.table.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** Everything an owner has set, over the defaults. */
export async function loadSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.select().from(settings)
  const stored: Partial<Settings> = Object.fromEntries(rows.map((row) => [row.name, row.value]))
  return { ...defaultSettings, ...stored, gateways: gatewaysOver(stored.gateways ?? {}) }
}

export async function saveSetting<K extends keyof Settings>(db: Db | Tx, name: K, value: Settings[K]): Promise<void> {
  // Nothing, chosen by somebody, is the JSON word for it: the column itself is never empty.
  const stored = value === null ? sql`'null'::jsonb` : value
  await db
    .insert(settings)
    .values({ name, value: stored })
    .onConflictDoUpdate({ target: settings.name, set: { value: stored, updatedAt: sql`now()` } })
}
