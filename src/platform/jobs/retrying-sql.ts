import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { unavailableReason } from '../database/unavailable-reason.ts'

type QueryResult = { rows: unknown[] }

export type RetryingSql = {
  executeSql(text: string, values: unknown[]): Promise<QueryResult>
  /** From now on a statement that fails is dropped instead of retried. */
  stopRetrying(): void
}

const MIN_RETRY_DELAY_MS = 100
const MAX_RETRY_DELAY_MS = 1000

/** Serialization failure and deadlock: a retry succeeds. */
const rollbackCodes = new Set(['40001', '40P01'])

/**
 * SQL executor for the job queue that retries until the database is available. The queue ignores the outcome when it
 * records completion or failure, so an error would end the process, and jobs finished during an outage would run again.
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

/** pg-boss's own connection returns this once it is closed; its callers handle it, despite the types. */
const noResult = undefined as unknown as QueryResult

const isRolledBack = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && rollbackCodes.has(String(error.code))
