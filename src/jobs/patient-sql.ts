import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { whyUnavailable } from '../database/unavailable.ts'

type Answer = { rows: unknown[] }

export type PatientSql = {
  executeSql(text: string, values: unknown[]): Promise<Answer>
  /** From now on a statement that cannot be carried out is left out instead of waiting. */
  giveUp(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1000

/** One of two that waited for each other was undone: asked again it comes through. */
const undone = new Set(['40001', '40P01'])

/**
 * The job queue's way to the database: a statement waits until the database can carry it out. The queue writes down that
 * work is done or has failed without looking at the outcome, so an error would end the process, and work that was done
 * while the database went away would be done again.
 */
export function patientSql(pool: pg.Pool): PatientSql {
  const givingUp = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: givingUp.signal }).catch(() => undefined)
  return {
    async executeSql(text, values) {
      for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
        try {
          return await pool.query(text, values)
        } catch (error) {
          if (whyUnavailable(error) === null && !isUndone(error)) throw error
        }
        if (givingUp.signal.aborted) return nothing
        await wait(ms)
      }
    },
    giveUp: () => givingUp.abort(),
  }
}

/** pg-boss's own connection answers this once it is closed, and its callers are prepared for it, whatever its types say. */
const nothing = undefined as unknown as Answer

const isUndone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && undone.has(String(error.code))
