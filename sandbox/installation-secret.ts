import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { prepareSchema } from './sandbox.store.ts'

/** The secret from which a sandbox in a separate process derives its keys: created once, and kept in its database. */
export async function installationSecret(pool: pg.Pool): Promise<string> {
  await prepareSchema(pool)
  await pool.query('insert into provider_sandbox.installation (secret) values ($1) on conflict do nothing', [
    randomBytes(32).toString('hex'),
  ])
  const found = await pool.query<{ secret: string }>('select secret from provider_sandbox.installation')
  return String(found.rows[0]?.secret)
}
