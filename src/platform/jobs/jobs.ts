import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { connect, type Tx } from '../database/connect.ts'
import { describeError } from '../log/log-error.ts'
import { retryingSql } from './retrying-sql.ts'

/** All background jobs with their data. */
export type JobData = {
  'payment-event': { eventId: string }
  'settle-payment': { intentId: string }
  'cancel-intent': { intentId: string; orderId: number }
  'refund-late-payment': { orderId: number; intentId: string; amountCents: number }
  'send-emails': Record<string, never>
  reconcile: Record<string, never>
  'cancel-unpaid': Record<string, never>
  'expire-on-hold': Record<string, never>
  'drop-expired-carts': Record<string, never>
  'drop-abandoned-orders': Record<string, never>
  'refresh-sales': Record<string, never>
  'prune-product-index': Record<string, never>
}
export type JobName = keyof JobData
/** Jobs without data, which find their own work. */
export type RecurringJob = { [Name in JobName]: JobData[Name] extends Record<string, never> ? Name : never }[JobName]
export type JobHandlers = { readonly [Name in JobName]: (data: JobData[Name]) => Promise<void> }

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
const expiry = { expireInSeconds: 120 }

const queues: Record<JobName, { retryLimit: number; expireInSeconds?: number; policy?: 'short' }> = {
  'payment-event': { retryLimit: 10, ...expiry },
  'settle-payment': { retryLimit: 10, ...expiry },
  'cancel-intent': { retryLimit: 10, ...expiry },
  'refund-late-payment': { retryLimit: 20, ...expiry },
  'send-emails': { retryLimit: 0, policy: 'short' },
  reconcile: { retryLimit: 0, policy: 'short' },
  'cancel-unpaid': { retryLimit: 0, policy: 'short' },
  'expire-on-hold': { retryLimit: 0, policy: 'short' },
  'drop-expired-carts': { retryLimit: 0, policy: 'short' },
  'drop-abandoned-orders': { retryLimit: 0, policy: 'short' },
  'refresh-sales': { retryLimit: 0, policy: 'short' },
  'prune-product-index': { retryLimit: 0, policy: 'short' },
}

/** Upper limit for the queue's own statements, which are short even on slow disks. */
const MAX_QUEUE_STATEMENT_MS = 120_000

/** Long enough for the requesting transaction to commit, short enough for an email someone waits for. */
const DEBOUNCE_MS = 250

/** Jobs of one kind fetched at once, every two seconds: each card order produces three. */
const BATCH_SIZE = 100

/** Schedules as cron expressions. */
const cronSchedules: Partial<Record<JobName, string>> = {
  'send-emails': '* * * * *',
  reconcile: '* * * * *',
  'cancel-unpaid': '* * * * *',
  'expire-on-hold': '27 * * * *',
  'drop-expired-carts': '17 * * * *',
  'drop-abandoned-orders': '37 * * * *',
  'refresh-sales': '* * * * *',
  'prune-product-index': '43 9 * * *',
}

/** Jobs on pg-boss. Its tables are in the schema `jobs` of the shop's database. */
export async function openJobs(url: string, log: Logger): Promise<Jobs> {
  const { pool, close } = connect(url, { poolSize: 3, statementTimeoutMs: 0, answerTimeoutMs: MAX_QUEUE_STATEMENT_MS })
  const retryingDb = retryingSql(pool)
  const boss = new PgBoss({
    db: retryingDb,
    schema: 'jobs',
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
  })
  boss.on('error', (error) => log.error({ err: error }, 'a job queue failed'))
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name, { name, retryBackoff: true, retryDelay: 2, ...options })
  }
  const pendingTimers = new Map<RecurringJob, NodeJS.Timeout>()
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
      await boss.send(name, data, { db: { executeSql: (text, values) => queryRows(pool, text, values) } })
    },
    async start(handlers) {
      for (const name of Object.keys(queues) as JobName[]) {
        const handle = handlers[name] as (data: unknown) => Promise<void>
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
      for (const [name, cron] of Object.entries(cronSchedules)) await boss.schedule(name, cron)
    },
    async stop() {
      for (const timer of pendingTimers.values()) clearTimeout(timer)
      retryingDb.stopRetrying()
      await boss.stop({ graceful: true, timeout: 5000 })
      await close()
    },
  }
}

const queryRows = async (pool: pg.Pool, text: string, values: unknown[]): Promise<{ rows: unknown[] }> => ({
  rows: (await pool.query(text, values)).rows,
})

/** pg-boss uses `$1` placeholders; Drizzle's `sql` drops undefined values, so they are passed as null. */
async function runIn(tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const chunks: SQL[] = []
  let offset = 0
  for (const match of text.matchAll(/\$(\d+)/g)) {
    chunks.push(sql.raw(text.slice(offset, match.index)), sql`${sql.param(values[Number(match[1]) - 1] ?? null)}`)
    offset = match.index + match[0].length
  }
  chunks.push(sql.raw(text.slice(offset)))
  const result = await tx.execute(sql.join(chunks))
  return { rows: result.rows }
}
