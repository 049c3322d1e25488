import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { connect, type Tx } from '../database/connect.ts'
import { hasErrorCode } from '../database/process-lock.ts'
import { unavailableReason } from '../database/unavailable-reason.ts'
import { describeError } from '../log/open-log.ts'

/** Jobs without data, which find their own work, with their schedules as cron expressions. */
const schedules = {
  'send-emails': '* * * * *',
  reconcile: '* * * * *',
  'find-reversals': '* * * * *',
  'cancel-unpaid': '* * * * *',
  'detach-cards': '* * * * *',
  'expire-on-hold': '27 * * * *',
  'drop-expired-carts': '17 * * * *',
  'drop-saved-lists': '47 9 * * *',
  'send-stock-alerts': '* * * * *',
  'drop-stock-alerts': '49 9 * * *',
  'drop-abandoned-orders': '37 * * * *',
  'refresh-sales': '* * * * *',
  'publish-scheduled': '* * * * *',
  'prune-product-index': '43 9 * * *',
  'erase-accounts': '7 * * * *',
  'apply-retention': '33 4 * * *',
}
export type RecurringJob = keyof typeof schedules

/** All background jobs with their data. */
export type JobData = {
  'payment-event': { eventId: string }
  'settle-payment': { intentId: string }
  'save-card': { intentId: string }
  'cancel-intent': { intentId: string; orderId: number }
  'refund-late-payment': { orderId: number; intentId: string; amountCents: number }
  'reset-password': { email: string }
  'register-account': { email: string }
  'mail-sign-in-code': { email: string; request: string; deviceId: string; deviceUserIds: readonly number[] }
  'mail-new-account': { email: string; request: string }
  'mail-email-change': { userId: number; email: string; askedAt: string }
  'stock-alert': { productId: number; email: string }
} & Record<RecurringJob, Record<string, never>>
export type JobName = keyof JobData
export type JobHandlers = { readonly [Name in JobName]: (data: JobData[Name]) => Promise<unknown> }

/** Schedules run once a minute at most; these jobs also run once in so many seconds, whatever the number of processes. */
const frequent = { reconcile: 30, 'find-reversals': 30 } satisfies Partial<Record<RecurringJob, number>>
/** How often a process looks whether it is time for them. */
const FREQUENT_CHECK_MS = 10_000

/** How often the other jobs are tried again. */
const retryLimits = {
  'payment-event': 10,
  'settle-payment': 10,
  'save-card': 10,
  'cancel-intent': 10,
  'refund-late-payment': 20,
  'reset-password': 5,
  'register-account': 5,
  'mail-email-change': 5,
  'stock-alert': 5,
  'mail-sign-in-code': 5,
  'mail-new-account': 5,
}

export type Jobs = {
  /** Enqueues a job in the transaction that causes it: both commit, or neither. */
  enqueue<Name extends JobName>(tx: Tx, name: Name, data: JobData[Name]): Promise<void>
  /** Enqueues a job outside a transaction. */
  enqueueNow<Name extends JobName>(name: Name, data: JobData[Name]): Promise<void>
  /**
   * Runs a scheduled job early, after a short delay, once for all requests until then. Adds nothing to the transaction,
   * and is harmless if that rolls back.
   */
  enqueueSoon(name: RecurringJob): void
  /** Starts processing; until then jobs only queue up. */
  start(handlers: JobHandlers): Promise<void>
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

/** Jobs on pg-boss. Its tables are in the schema `jobs` of the shop's database. */
export async function openJobs(url: string, log: Logger): Promise<Jobs> {
  const { pool, close } = connect(url, { poolSize: 3, statementTimeoutMs: 0, answerTimeoutMs: MAX_QUEUE_STATEMENT_MS })
  const retryingDb = retryingSql(pool)
  const boss = new PgBoss({ db: retryingDb, schema: 'jobs', archiveCompletedAfterSeconds: 3600, deleteAfterDays: 7 })
  boss.on('error', (error) => log.error({ err: error }, 'a job queue failed'))
  await boss.start()
  const createQueue = (name: string, options: { retryLimit: number; expireInSeconds?: number; policy?: 'short' }) =>
    boss.createQueue(name, { name, retryBackoff: true, retryDelay: 2, ...options })
  for (const [name, retryLimit] of Object.entries(retryLimits))
    await createQueue(name, { retryLimit, expireInSeconds: EXPIRE_SECONDS })
  for (const name of Object.keys(schedules)) await createQueue(name, { retryLimit: 0, policy: 'short' })
  const pendingTimers = new Map<RecurringJob, NodeJS.Timeout>()
  let frequentTimer: NodeJS.Timeout | undefined
  const sendFrequent = () => {
    for (const [name, singletonSeconds] of Object.entries(frequent)) {
      boss.send(name, {}, { singletonSeconds }).catch((error: unknown) => {
        log.debug({ err: error, job: name }, 'a job was not asked for')
      })
    }
  }
  return {
    enqueueSoon(name) {
      if (pendingTimers.has(name)) return
      const send = () => {
        pendingTimers.delete(name)
        boss.send(name, {}).catch((error: unknown) => log.warn({ err: error, job: name }, 'a job was not asked for'))
      }
      pendingTimers.set(name, setTimeout(send, DEBOUNCE_MS).unref())
    },
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: { executeSql: (text, values) => runIn(tx, text, values) } })
    },
    async enqueueNow(name, data) {
      // The caller waits for the result, so without a database it fails at once.
      await boss.send(name, data, { db: { executeSql: (text, values) => pool.query(text, values) } })
    },
    async start(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        const handle = handler as (data: unknown) => Promise<unknown>
        await boss.work(name, { pollingIntervalSeconds: 2, batchSize: BATCH_SIZE }, async (jobs) => {
          for (const job of jobs) {
            try {
              await handle(job.data)
            } catch (error) {
              // Fails this job only; otherwise the whole fetched batch would be retried.
              log.warn({ err: error, job: name }, 'a job failed and is tried again later')
              await boss.fail(name, job.id, describeError(error))
            }
          }
        })
      }
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron)
      frequentTimer = setInterval(sendFrequent, FREQUENT_CHECK_MS).unref()
    },
    async stop() {
      for (const timer of pendingTimers.values()) clearTimeout(timer)
      clearInterval(frequentTimer)
      retryingDb.stopRetrying()
      await boss.stop({ graceful: true, timeout: 5000 })
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
 * SQL executor for the job queue that retries until the database is available. The queue ignores the outcome when it
 * records completion or failure, so an error would end the process, and jobs finished during an outage would run again.
 * Once stopped, a statement that fails is dropped instead of retried.
 */
function retryingSql(pool: pg.Pool) {
  const stopping = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  return {
    async executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
      for (let ms = MIN_RETRY_DELAY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_DELAY_MS)) {
        try {
          return await pool.query(text, values)
        } catch (error) {
          if (unavailableReason(error) === null && !isRolledBack(error)) throw error
        }
        // pg-boss's own connection returns undefined once it is closed; its callers handle it, despite the types.
        if (stopping.signal.aborted) return undefined as unknown as { rows: unknown[] }
        await wait(ms)
      }
    },
    stopRetrying: () => stopping.abort(),
  }
}

/** Serialization failure and deadlock: a retry succeeds. */
const isRolledBack = (error: unknown): boolean => hasErrorCode(error, '40001') || hasErrorCode(error, '40P01')
