import type { Db, Tx } from '../../src/platform/database/connect.ts'

/** Starts `work` while a deletion is not committed yet: what it waits for is then gone. */
export async function whileDeleting<Done>(
  db: Db,
  remove: (tx: Tx) => Promise<unknown>,
  work: () => Promise<Done>,
): Promise<Done> {
  const { started } = await db.transaction(async (tx) => {
    await remove(tx)
    const started = work()
    await new Promise((passed) => setTimeout(passed, 300))
    return { started }
  })
  return started
}
