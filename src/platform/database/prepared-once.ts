import type { Db, Tx } from './connect.ts'

/**
 * A statement that is put together once for each connection and once for the pool, for those whose text takes longer to
 * build than they take to run. `prepare` gives it a name that no other statement has.
 */
export function preparedOnce<Statement>(prepare: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const byConnection = new WeakMap<object, Statement>()
  return (db) => {
    const connection = connectionOf(db)
    const statement = byConnection.get(connection) ?? prepare(db)
    byConnection.set(connection, statement)
    return statement
  }
}

/**
 * Drizzle creates a new object for each transaction, on one of a few connections. Its published type does not expose
 * which.
 */
const connectionOf = (db: Db | Tx): object =>
  (db as unknown as { readonly session?: { readonly client?: object } }).session?.client ?? db
