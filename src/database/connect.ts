/** The one way to PostgreSQL: a small pool of connections with Drizzle on top. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { nameStatements } from './named-statements.ts'

export type Db = NodePgDatabase
/** What `db.transaction(async (tx) => …)` hands over. Stores take `Db | Tx` where a transaction is not required. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type ConnectOptions = {
  /** Most connections at once; the others wait their turn. */
  readonly poolSize?: number
  /** A statement that runs longer is cancelled by the server. 0 switches the limit off. */
  readonly statementTimeoutMs?: number
  /** Told when the server drops a connection nobody was using. The pool opens a new one by itself. */
  readonly onConnectionLost?: (error: Error) => void
}

export type Connection = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> }

/** Every connection of this process carries this name: the embedded server stays up while any such process is connected. */
export const applicationName = `samovar:${process.pid}`

// Drizzle asks pg's global parsers, so the choice cannot be made per pool. Counts and identity columns are int8.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The database sent ${text}, too large for a number`)
  return value
})

/** Opens no connection yet: the first query does. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: options.poolSize ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))
  pool.on('connect', nameStatements)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
