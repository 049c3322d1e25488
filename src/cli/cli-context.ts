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

/** `dist/server/shop.js` and `dist/server/chunks/…` are both below the project's `dist`. */
const projectRoot = (): string => {
  const directory = dirname(fileURLToPath(import.meta.url))
  const distIndex = directory.lastIndexOf('/dist/')
  return distIndex === -1 ? resolve(directory, '../..') : directory.slice(0, distIndex)
}

/** Connects to the running shop's database, or starts it for the duration of one command. */
export async function withCliContext(terminal: Terminal, work: (cli: CliContext) => Promise<void>): Promise<void> {
  const env = parseEnv(terminal.env)
  const root = projectRoot()
  const database = await openDatabase(env, { onProgress: (text) => terminal.err(`${text}\n`) })
  const connection = connect(database.url, { statementTimeoutMs: 0 })
  let isInterrupted = false
  // An interrupted command ends between two transactions or rolls one back, and stops the database it started.
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
    // The error is caused by the interruption itself.
    if (isInterrupted) return await new Promise<never>(() => {})
    throw error
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await connection.close()
    await database.stop()
  }
}
