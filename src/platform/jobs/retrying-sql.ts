import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { unavailableReason } from '../database/unavailable-reason.ts'

type QueryResult = { rows: unknown[] }

export type RetryingSql = {
  executeSql(text: string, values: unknown[]): Promise<QueryResult>
  /** From now on a statement that cannot be carried out is left out instead of waiting. */
  stopRetrying(): void
}

const MIN_RETRY_DELAY_MS = 100
const MAX_RETRY_DELAY_MS = 1000

/** One of two that waited for each other was undone: asked again it comes through. */
const rollbackCodes = new Set(['40001', '40P01'])

/**
 * The job queue's way to the database: a statement waits until the database can carry it out. The queue writes down that
 * work is done or has failed without looking at the outcome, so an error would end the process, and work that was done
 * while the database went away would be done again.
 */
export function retryingSql(pool: pg.Pool): RetryingSql {
  const stopping = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  return {
    async executeSql(text, values) {
      for (let ms = MIN_RETRY_DELAY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_DELAY_MS)) {
        try {
          return await pool.query(text, values)
        } catch (error) {
          if (unavailableReason(error) === null && !isRolledBack(error)) throw error
        }
        if (stopping.signal.aborted) return noResult
        await wait(ms)
      }
    },
    stopRetrying: () => stopping.abort(),
  }
}

/** pg-boss's own connection answers this once it is closed, and its callers are prepared for it, whatever its types say. */
const noResult = undefined as unknown as QueryResult

const isRolledBack = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && rollbackCodes.has(String(error.code))
