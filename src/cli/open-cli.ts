import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '../database/connect.ts'
import { openDatabase } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { type Env, readEnv } from '../env.ts'

export type Cli = { readonly db: Db; readonly env: Env; readonly root: string; readonly applied: readonly string[] }

/** `dist/server/shop.js` and `dist/server/chunks/…` both lie below the project's `dist`. */
const projectRoot = (): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  const at = here.lastIndexOf('/dist/')
  return at === -1 ? resolve(here, '../..') : here.slice(0, at)
}

/** Joins the running shop's database, or starts it for the time of one command. */
export async function openCli(work: (cli: Cli) => Promise<void>): Promise<void> {
  const env = readEnv(process.env)
  const root = projectRoot()
  const database = await openDatabase(env, { say: (text) => console.error(text) })
  const connection = connect(database.url, { statementTimeoutMs: 0 })
  try {
    const applied = await migrate(connection.pool, join(root, 'db/migrations'))
    await work({ db: connection.db, env, root, applied })
  } finally {
    await connection.close()
    await database.stop()
  }
}
