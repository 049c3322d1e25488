import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { connect, type Tx } from '../database/connect.ts'
import { hasErrorCode } from '../database/process-lock.ts'
import { unavailableReason } from '../database/unavailable-reason.ts'
import { describeError } from '../log/open-log.ts'

/** A kind of job. Rooms declare theirs beside the code that enqueues or handles them. */
export type Job<Data extends object = never> = {
  readonly name: string
  /** Only for the type of the payload; not set at run time. */
  readonly data?: Data
  readonly retryLimit: number
  /** Cron expression of a scheduled job. */
  readonly cron?: string
  /** Also runs at this interval, whatever the number of processes, because cron runs at most once a minute. */
  readonly seconds?: number
}
export type Scheduled = Job<Record<string, never>>

export const defineJob = <Data extends object>(name: string, retryLimit: number): Job<Data> => ({ name, retryLimit })

/** A scheduled job without data, which finds its own work. Failed work is repeated by the next run. */
export const schedule = (name: string, cron: string, seconds?: number): Scheduled => ({
  name,
  retryLimit: 0,
  cron,
  ...(seconds === undefined ? {} : { seconds }),
})

/** Handler of a job. Rooms list theirs in `jobs.ts`; composition collects them. */
export type JobHandler<S> = {
  readonly job: Job
  readonly run: (shop: S, data: never) => Promise<unknown>
}

export const handle = <S, Data extends object>(
  job: Job<Data>,
  run: (shop: S, data: Data) => Promise<unknown>,
): JobHandler<S> => ({ job: job as Job, run })

/** Interval at which a process checks whether such jobs are due. */
const FREQUENT_CHECK_MS = 10_000

export type Jobs = {
  /** Enqueues a job in the transaction that causes it: both commit, or neither. */
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: NoInfer<Data>): Promise<void>
  enqueueNow<Data extends object>(job: Job<Data>, data: NoInfer<Data>): Promise<void>
  /** Runs a scheduled job shortly, once for all calls until then; harmless if the transaction rolls back. */
  enqueueSoon(job: Scheduled): void
  start<S>(shop: S, handlers: readonly JobHandler<S>[]): Promise<void>
  stop(): Promise<void>
}

/** A job whose process was killed is retried after this time. */
const EXPIRE_SECONDS = 120

/** Upper limit for the queue's own statements, which are short even on slow disks. */
const MAX_QUEUE_STATEMENT_MS = 120_000

/** Long enough for the requesting transaction to commit, short enough for an email someone waits for. */
const DEBOUNCE_MS = 250

/** Jobs of one kind fetched at once, every two seconds: each card order produces three. */
const BATCH_SIZE = 100

/** Running jobs may take this long to end when the process stops. */
const STOP_MS = 5000

/** Jobs on pg-boss. Its tables are in the schema `jobs` of the shop's database. */
export async function openJobs(url: string, log: Logger, declared: readonly Job[]): Promise<Jobs> {
  const { pool, close } = connect(url, { poolSize: 3, statementTimeoutMs: 0, answerTimeoutMs: MAX_QUEUE_STATEMENT_MS })
  const retryingDb = retryingSql(pool)
  const boss = new PgBoss({ db: retryingDb, schema: 'jobs', archiveCompletedAfterSeconds: 3600, deleteAfterDays: 7 })
  boss.on('error', (error) => log.error({ err: error }, 'a job queue failed'))
  await boss.start()
  for (const { name, retryLimit, cron } of declared) {
    const kind = cron === undefined ? { expireInSeconds: EXPIRE_SECONDS } : ({ policy: 'short' } as const)
    await boss.createQueue(name, { name, retryLimit, retryBackoff: true, retryDelay: 2, ...kind })
  }
  const pendingTimers = new Map<string, NodeJS.Timeout>()
  let frequentTimer: NodeJS.Timeout | undefined
  const ask = (name: string, options: PgBoss.SendOptions = {}) =>
    boss.send(name, {}, options).catch((err: unknown) => log.warn({ err, job: name }, 'a job was not asked for'))
  const askFrequent = () => {
    for (const { name, seconds } of declared) if (seconds !== undefined) void ask(name, { singletonSeconds: seconds })
  }
  return {
    enqueueSoon({ name }) {
      if (pendingTimers.has(name)) return
      const send = () => {
        pendingTimers.delete(name)
        void ask(name)
      }
      pendingTimers.set(name, setTimeout(send, DEBOUNCE_MS).unref())
    },
    async enqueue(tx, { name }, data) {
      await boss.send(name, data, { db: { executeSql: (text, values) => runIn(tx, text, values) } })
    },
    async enqueueNow({ name }, data) {
      // The caller waits for the result, so without a database it must fail at once.
      await boss.send(name, data, { db: { executeSql: (text, values) => pool.query(text, values) } })
    },
    async start(shop, handlers) {
      for (const { job: kind, run } of handlers) {
        const { name, cron } = kind
        let isRunning = false
        await boss.work(name, { pollingIntervalSeconds: 2, batchSize: BATCH_SIZE }, async (jobs) => {
          // A long run times out in the queue but finds new work itself; parallel runs would accumulate.
          if (isRunning && cron !== undefined) return
          isRunning = true
          const failed = new Map<string, object>()
          for (const { id, data } of jobs) {
            try {
              await run(shop, data as never)
            } catch (error) {
              log.warn({ err: error, job: name }, 'a job failed and is tried again later')
              failed.set(id, describeError(error))
            }
          }
          isRunning = false
          // Only these jobs fail, not the whole batch. Last, because what the batch completes may start elsewhere.
          for (const [id, error] of failed) await boss.fail(name, id, error)
        })
      }
      for (const { name, cron } of declared) if (cron !== undefined) await boss.schedule(name, cron)
      frequentTimer = setInterval(askFrequent, FREQUENT_CHECK_MS).unref()
    },
    async stop() {
      for (const timer of pendingTimers.values()) clearTimeout(timer)
      clearInterval(frequentTimer)
      retryingDb.stopRetrying()
      const begun = Date.now()
      // pg-boss waits for jobs that run, but not for those that are being fetched: they would run without a database.
      for (const { name } of declared) await boss.offWork(name)
      await Promise.race([retryingDb.idle(), pause(STOP_MS, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: STOP_MS - (Date.now() - begun) })
      await close()
    },
  }
}

/** pg-boss uses `$1` placeholders; Drizzle's `sql` drops undefined values, so they are passed as null. */
const runIn = (tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> =>
  tx.execute(
    sql.join(
      text
        .split(/\$(\d+)/)
        .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`)),
    ),
  )

const MIN_RETRY_DELAY_MS = 100
const MAX_RETRY_DELAY_MS = 1000

/**
 * SQL executor for the job queue that retries until the database is available. The queue ignores errors when it records
 * completion or failure, so an error would end the process, and jobs finished during an outage would run again. Once
 * stopped, a failing statement is dropped instead of retried.
 */
function retryingSql(pool: pg.Pool) {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  async function execute(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    for (let ms = MIN_RETRY_DELAY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_DELAY_MS)) {
      try {
        return await pool.query(text, values)
      } catch (error) {
        // pg-boss's own connection returns undefined once it is closed; its callers handle it, despite the types.
        if (stopping.signal.aborted) return undefined as unknown as { rows: unknown[] }
        if (unavailableReason(error) === null && !isRolledBack(error)) throw error
      }
      await pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  return {
    async executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
      const result = execute(text, values)
      running.add(result)
      return result.finally(() => running.delete(result))
    },
    stopRetrying: () => stopping.abort(),
    /** Resolves when the statements sent so far have ended. */
    idle: () => Promise.allSettled(running),
  }
}

/** After a serialization failure or deadlock a retry succeeds. */
const isRolledBack = (error: unknown): boolean => hasErrorCode(error, '40001') || hasErrorCode(error, '40P01')
