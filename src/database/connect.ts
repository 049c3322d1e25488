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
  /** Told when a connection is lost, in use or not. The pool opens a new one by itself. */
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
    keepAlive: true,
  })
  // The pool hears of idle connections alone; one lost while it is lent out would end the process if nobody listened.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onConnectionLost?.(error))
    nameStatements(client)
  })
  return { db: withTransactions(drizzle(pool), pool), pool, close: () => pool.end() }
}

/** Drizzle's own transaction keeps its connection for ever when BEGIN fails, as it does on one that has just been lost. */
function withTransactions(db: ReturnType<typeof drizzle<Record<string, never>, pg.Pool>>, pool: pg.Pool): Db {
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      // The pool looks whether it still works before it lends it again.
      client.release()
    }
  }
  return db
}
