import type { Db, Tx } from './connect.ts'

/** Builds a prepared statement once per connection, for statements that take longer to build than to run. */
export function preparedOnce<Statement>(prepare: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const byConnection = new WeakMap<object, Statement>()
  return (db) => {
    const connection = connectionOf(db)
    const statement = byConnection.get(connection) ?? prepare(db)
    byConnection.set(connection, statement)
    return statement
  }
}

/** Drizzle wraps each transaction in a new object; the connection below is missing in its types. */
const connectionOf = (db: Db | Tx): object =>
  (db as unknown as { readonly session?: { readonly client?: object } }).session?.client ?? db
