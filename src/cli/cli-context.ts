import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Env, parseEnv } from '../platform/env.ts'
import type { Terminal } from './terminal.ts'

export type CliContext = {
  readonly db: Db
  readonly env: Env
  readonly root: string
  readonly applied: readonly string[]
}

/** `dist/server/shop.js` and `dist/server/chunks/…` both lie below the project's `dist`. */
const projectRoot = (): string => {
  const directory = dirname(fileURLToPath(import.meta.url))
  const distIndex = directory.lastIndexOf('/dist/')
  return distIndex === -1 ? resolve(directory, '../..') : directory.slice(0, distIndex)
}

/** Joins the running shop's database, or starts it for the time of one command. */
export async function withCliContext(terminal: Terminal, work: (cli: CliContext) => Promise<void>): Promise<void> {
  const env = parseEnv(terminal.env)
  const root = projectRoot()
  const database = await openDatabase(env, { onProgress: (text) => terminal.err(`${text}\n`) })
  const connection = connect(database.url, { statementTimeoutMs: 0 })
  let isInterrupted = false
  // Whoever ends a long command ends it between two transactions or takes one back, and leaves no database running.
  const interrupt = () => {
    isInterrupted = true
    terminal.err('\nEnded early: what was done so far stays, nothing is half done.\n')
    void database.stop().finally(() => process.exit(130))
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    const applied = await migrate(connection.pool, join(root, 'db/migrations'))
    await work({ db: connection.db, env, root, applied })
  } catch (error) {
    // Its database was taken away under it; that is no news.
    if (isInterrupted) return await new Promise<never>(() => {})
    throw error
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await connection.close()
    await database.stop()
  }
}
