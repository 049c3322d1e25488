/** The one way to PostgreSQL: a small pool of connections with Drizzle on top. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { prepareFrequentStatements } from './prepared-statements.ts'
import { isSilence } from './unavailable-reason.ts'

export type Db = NodePgDatabase
/** What `db.transaction(async (tx) => …)` hands over. Stores take `Db | Tx` where a transaction is not required. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type ConnectOptions = {
  /** Most connections at once; the others wait their turn. */
  readonly poolSize?: number
  /** A statement that runs longer is cancelled by the server. 0 switches the limit off. */
  readonly statementTimeoutMs?: number
  /**
   * Longest that an answer is waited for; then the connection is given up. The server's own limit comes first, unless the
   * server hangs or the line is dead. 0 waits for ever, which is also the rule where the server has no limit.
   */
  readonly answerTimeoutMs?: number
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

/** How much later than the server the shop gives up: enough for a server that is busy and answers after all. */
const GRACE_MS = 5000

/** Opens no connection yet: the first query does. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const answerTimeoutMs = options.answerTimeoutMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + GRACE_MS)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: options.poolSize ?? 10,
    statement_timeout: statementTimeoutMs,
    ...(answerTimeoutMs === 0 ? {} : { query_timeout: answerTimeoutMs }),
    connectionTimeoutMillis: Math.min(10_000, answerTimeoutMs || 10_000),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // The pool hears of idle connections alone; one lost while it is lent out would end the process if nobody listened.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onConnectionLost?.(error))
    giveUpWhenSilent(client)
    prepareFrequentStatements(client)
  })
  return { db: withTransactions(drizzle(pool), pool), pool, close: () => pool.end() }
}

/**
 * A connection whose answer did not come may have its next one given to the wrong question, or hang once more: it is ended,
 * so that a transaction is not waited for a second time by its ROLLBACK, and the pool makes a new one.
 */
function giveUpWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown
  const watching = (...given: readonly unknown[]): unknown => {
    const answer = query(...given)
    if (!(answer instanceof Promise) || !(client instanceof pg.Client)) return answer
    return answer.catch((error: unknown) => {
      if (isSilence(error)) void client.end().catch(() => {})
      throw error
    })
  }
  client.query = watching as typeof client.query
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
