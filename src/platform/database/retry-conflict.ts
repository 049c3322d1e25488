import { sqlState } from './connect.ts'

/** unique_violation, foreign_key_violation and deadlock_detected. */
const conflicts = ['23505', '23503', '40P01']
const MAX_ATTEMPTS = 3

/** Repeats a change that PostgreSQL undid: the next attempt finds what was taken or deleted meanwhile, and reports it. */
export const retryingConflicts =
  <Args extends readonly unknown[], T>(change: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await change(...args)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !conflicts.includes(sqlState(error) ?? '')) throw error
      }
    }
  }
