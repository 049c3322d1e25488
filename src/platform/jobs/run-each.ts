import { unavailableReason } from '../database/unavailable-reason.ts'

/**
 * Runs all, one after the other, and then throws what has failed: an item that cannot be handled does not keep the
 * others waiting. Without the database all would fail, so the first such failure ends it.
 */
export async function runEach<Item>(items: Iterable<Item>, run: (item: Item) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await run(item)
    } catch (error) {
      if (unavailableReason(error) !== null) throw error
      errors.push(error)
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of them failed`)
  if (errors.length === 1) throw errors[0]
}

/** Runs parts of a job that do not depend on each other. */
export const runParts = (parts: readonly (() => Promise<unknown>)[]): Promise<void> => runEach(parts, (part) => part())
