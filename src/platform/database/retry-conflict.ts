import { sqlState } from './connect.ts'

/** unique_violation, foreign_key_violation and deadlock_detected. */
const conflicts = ['23505', '23503', '40P01']
const MAX_ATTEMPTS = 3

/**
 * Repeats a change, which PostgreSQL has undone, because somebody took its place or deleted what it refers to at the
 * same moment: the next attempt finds that, and reports it.
 */
export async function retryConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !conflicts.includes(sqlState(error) ?? '')) throw error
    }
  }
}
