import { unavailableReason } from '../database/unavailable-reason.ts'

/** Of errors that are logged; more would say the same. */
const MAX_ERRORS = 5

/**
 * Runs all, one after the other, and then throws what has failed: an item that cannot be handled does not keep the
 * others waiting. Without database or storage all would fail, so that ends it; a row that is locked for long does not.
 */
export async function runEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for await (const item of items) {
    try {
      await run(item)
    } catch (error) {
      const reason = unavailableReason(error)
      if (reason !== null && reason !== 'busy') throw error
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors.slice(0, MAX_ERRORS), `${errors.length} of them failed`)
}

/** Runs parts of a job that do not depend on each other. */
export const runParts = (parts: readonly (() => Promise<unknown>)[]): Promise<void> => runEach(parts, (part) => part())
