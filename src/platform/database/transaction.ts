import type { Db, Tx } from './connect.ts'

/** Leaves a transaction with its answer when that answer is a "no". */
class Rollback extends Error {
  constructor(readonly answer: { ok: false }) {
    super('refused')
  }
}

/**
 * Runs one change in one transaction. An answer with `ok: false` undoes everything written on the way, so a use case
 * may find out late that it must refuse. A thrown error undoes it as well and goes on to the caller. Inside
 * another transaction only this part is undone.
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
    if (error instanceof Rollback) return error.answer as Answer
    throw error
  }
}
