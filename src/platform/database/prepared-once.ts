import type { Db, Tx } from './connect.ts'

/** Puts a statement together once for each connection, if its text takes longer to build than it takes to run. */
export function preparedOnce<Statement>(prepare: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const byConnection = new WeakMap<object, Statement>()
  return (db) => {
    const connection = connectionOf(db)
    const statement = byConnection.get(connection) ?? prepare(db)
    byConnection.set(connection, statement)
    return statement
  }
}

/** Drizzle makes a new object for each transaction, on one of a few connections that its type does not expose. */
const connectionOf = (db: Db | Tx): object =>
  (db as unknown as { readonly session?: { readonly client?: object } }).session?.client ?? db
