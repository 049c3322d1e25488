/** PostgreSQL access: a connection pool with Drizzle on top. */
import type { Socket } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { withStatementName } from './prepared-statements.ts'
import { isClientTimeout } from './unavailable-reason.ts'

export type Db = NodePgDatabase
/** Argument of `db.transaction(async (tx) => …)`, which rolls back when its result is a refusal (`ok: false`). Stores take `Db | Tx` unless they need a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type ConnectOptions = {
  readonly poolSize?: number
  readonly statementTimeoutMs?: number
  /** Closes the connection if the server hangs: longer than its own timeout. 0, the default without that one: never. */
  readonly answerTimeoutMs?: number
  /** Called when a connection is lost, in use or idle. The pool opens a new one by itself. */
  readonly onConnectionLost?: (error: Error) => void
}

export type Connection = {
  readonly db: Db
  readonly pool: pg.Pool
  /** While the server is away, waits for connections are short. If it hangs, open requests end at once. */
  setAway(isAway: boolean, isHanging?: boolean): void
  close(): Promise<void>
}

/** Application name of all connections of this process: the embedded server keeps running while any such process is connected. */
export const applicationName = `samovar:${process.pid}`

// Drizzle uses pg's global parsers, so this cannot be set per pool. Counts and identity columns are int8.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The database sent ${text}, too large for a number`)
  return value
})

/** Margin between the server's timeout and the client's. */
const GRACE_MS = 5000

/** Longest wait for a connection, and for one to a server that is known to be away. */
const CONNECT_MS = 10_000
const AWAY_CONNECT_MS = 2000

/**
 * A transaction that is idle for so long is ended by the server, for example if its process is stopped. For a shop this is
 * less than the time limit of statements, so that those who wait for its locks do not fail.
 */
const IDLE_IN_TRANSACTION_MS = 10_000
const COMMAND_IDLE_IN_TRANSACTION_MS = 60_000

/** Lazy: the first query opens a connection. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const answerTimeoutMs = options.answerTimeoutMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + GRACE_MS)
  const connectTimeoutMs = Math.min(CONNECT_MS, answerTimeoutMs || CONNECT_MS)
  const clients = new Set<pg.PoolClient>()
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: options.poolSize ?? 10,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout:
      statementTimeoutMs === 0 ? COMMAND_IDLE_IN_TRANSACTION_MS : IDLE_IN_TRANSACTION_MS,
    ...(answerTimeoutMs === 0 ? {} : { query_timeout: answerTimeoutMs }),
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // The pool handles errors of idle clients only; without this handler a lost client in use would end the process.
  pool.on('error', () => {})
  pool.on('remove', (client) => clients.delete(client))
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', (error) => options.onConnectionLost?.(error))
    adaptQueries(client)
  })
  return {
    db: withTransactions(drizzle(pool), pool),
    pool,
    setAway(isAway, isHanging = false) {
      pool.options.connectionTimeoutMillis = isAway ? AWAY_CONNECT_MS : connectTimeoutMs
      if (isHanging) for (const client of clients) (client as ClientWithSocket).connection.stream.destroy()
    },
    close: () => pool.end(),
  }
}

/** `client.end()` would send a farewell and wait for the server. */
type ClientWithSocket = pg.PoolClient & { readonly connection: { readonly stream: Socket } }

/** Prepares frequent statements. Closes timed out connections: a late response would be taken for the next one. */
function adaptQueries(client: pg.PoolClient): void {
  const send = (...args: readonly unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args)
  const query = (config: unknown, values?: unknown, ...rest: readonly unknown[]): unknown => {
    const result = send(withStatementName(config, values), values, ...rest)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      if (isClientTimeout(error) && client instanceof pg.Client) void client.end().catch(() => {})
      throw error
    })
  }
  client.query = query as typeof client.query
}

/** A single connection. `ended` resolves when it is lost or closed, with the error if there was one. */
export type ClientConnection = { readonly client: pg.Client; readonly ended: Promise<Error | undefined> }

export async function connectClient(url: string, config: pg.ClientConfig = {}): Promise<ClientConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    ...config,
  })
  let lastError: Error | undefined
  client.on('error', (error) => {
    lastError = error
  })
  const ended = new Promise<Error | undefined>((done) => client.once('end', () => done(lastError)))
  await client.connect()
  return { client, ended }
}

/** The SQLSTATE of an error, such as 23505 for a unique violation, also if Drizzle has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlState(error.cause)
}

/** Rolls a transaction back; `cause` is its result. */
class Rollback extends Error {}

/** A refusal, `ok: false`, rolls back like an error, so that a use case can fail late. */
const isRefusal = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

/** The same for nested transactions, which are savepoints. */
function rollingBack(transaction: Db['transaction']): Db['transaction'] {
  return async (work, config) => {
    try {
      return await transaction(async (tx) => {
        tx.transaction = rollingBack(tx.transaction.bind(tx))
        const result = await work(tx)
        if (isRefusal(result)) throw new Rollback('refused', { cause: result })
        return result
      }, config)
    } catch (error) {
      if (error instanceof Rollback) return error.cause as Awaited<ReturnType<typeof work>>
      throw error
    }
  }
}

/** Drizzle's own transaction never releases its client if BEGIN fails, as it does on a lost connection. */
function withTransactions(db: ReturnType<typeof drizzle<Record<string, never>, pg.Pool>>, pool: pg.Pool): Db {
  db.transaction = rollingBack(async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      // The pool checks the client before it reuses it.
      client.release()
    }
  })
  return db
}

/**
 * Ids as one array parameter, for `= any(…)`: the SQL text does not depend on their number and can be prepared. In a
 * subquery, because for a bare parameter the planner prefers a new plan for each use, which takes longer than the
 * query.
 */
export const idArray = (ids: readonly number[]): SQL => sql`(select ${sql.param([...ids])}::int[])::int[]`

export const isAnyOf = (column: PgColumn, ids: readonly number[]): SQL => sql`${column} = any(${idArray(ids)})`

/** Sorts by the position of an id in the list, as WordPress does for `orderby=include`. */
export const inOrderOf = (column: PgColumn, ids: readonly number[]): SQL =>
  sql`array_position(${idArray(ids)}, ${column})`

/** Some columns of a table, for `select`. */
export const columnsOf = <Table extends object, Name extends keyof Table>(table: Table, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

/** The first row of a query, or null, as in `query.then(firstOf)`. */
export const firstOf = <Row>(rows: readonly Row[]): Row | null => rows[0] ?? null

export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === constraint
}
