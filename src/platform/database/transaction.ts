import type { Db, Tx } from './connect.ts'

/** Rolls a transaction back and carries its result. */
class Rollback extends Error {
  constructor(readonly result: { ok: false }) {
    super('refused')
  }
}

/**
 * Runs `work` in a transaction. A result with `ok: false` rolls it back and is returned, so a use case can fail late. A
 * thrown error rolls it back as well and propagates. Inside another transaction a savepoint is used.
 */
export async function inTransaction<Answer extends { ok: boolean }>(
  db: Db | Tx,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new Rollback(result as { ok: false })
      return result
    })
  } catch (error) {
    if (error instanceof Rollback) return error.result as Answer
    throw error
  }
}
