import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { connect, type Db } from '../database/connect.ts'
import { unavailableReason } from '../database/unavailable-reason.ts'
import { defineJob, handle, type Job, openJobs, schedule } from './jobs.ts'

const paymentEvent = defineJob<{ eventId: string }>('payment-event', 10)
const settlePayment = defineJob<{ intentId: string }>('settle-payment', 10)
const reconcile = schedule('reconcile', '* * * * *', 30)
const declared = [paymentEvent, settlePayment, reconcile] as readonly Job[]
const idle = handle(reconcile, async () => undefined)

const { db, url } = await createTestDatabase()
const jobs = await openJobs(url, pino({ level: 'silent' }), declared)
afterAll(() => jobs.stop())

const statesOf = async (shop: Db, name: string): Promise<Record<string, number>> => {
  const { rows } = await shop.execute<{ state: string; count: number }>(
    sql`select state::text, count(*)::int as count from jobs.job where name = ${name} group by state`,
  )
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}
const states = (name: string) => statesOf(db, name)

test('[PAY-18] a job enqueued in a rolled-back transaction never runs', async () => {
  const undone = db.transaction(async (tx) => {
    await jobs.enqueue(tx, settlePayment, { intentId: 'pi_undone' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await states('settle-payment')).toEqual({})
})

test('[PAY-18] many jobs run within seconds, and a failing one does not delay the others', async () => {
  for (let number = 0; number < 40; number += 1) await jobs.enqueueNow(paymentEvent, { eventId: `evt_${number}` })
  const applied: string[] = []
  await jobs.start({}, [
    idle,
    handle(settlePayment, async () => undefined),
    handle(paymentEvent, async (_, { eventId }) => {
      if (eventId === 'evt_7') throw new Error('the provider is away')
      applied.push(eventId)
    }),
  ])
  const giveUpAt = Date.now() + 10_000
  while (applied.length < 39 && Date.now() < giveUpAt) await pause(50)
  expect(new Set(applied).size).toBe(39)
  expect(applied).toHaveLength(39)
  await expect.poll(() => states('payment-event')).toEqual({ completed: 39, retry: 1 })
})

test('[PAY-18] a job finished during a database outage is recorded afterwards, and does not run again', async () => {
  const line = await openDatabaseProxy((await createTestDatabase()).url)
  const over = await openJobs(line.url, pino({ level: 'silent' }), declared)
  const done: string[] = []
  await over.start({}, [
    idle,
    // The database fails during two jobs: one succeeds, the other one fails.
    handle(settlePayment, async (_, { intentId }) => {
      line.disconnect()
      done.push(intentId)
    }),
    handle(paymentEvent, async () => {
      line.disconnect()
      throw new Error('the database went away')
    }),
  ])
  for (const [job, data] of [
    [settlePayment, { intentId: 'pi_1' }],
    [paymentEvent, { eventId: 'evt_1' }],
  ] as const) {
    await over.enqueueNow(job as Job, data as never)
    await expect.poll(() => line.isDisconnected(), { timeout: 10_000 }).toBe(true)
    expect(unavailableReason(await over.enqueueNow(reconcile, {}).catch((error: unknown) => error))).toBe('unreachable')
    await pause(1500)
    line.restore()
  }
  const known = () => statesIn(line.url)
  await expect
    .poll(known, { timeout: 10_000 })
    .toMatchObject({ 'settle-payment': 'completed', 'payment-event': 'retry' })
  expect(done).toEqual(['pi_1'])

  // Stopping does not wait for an unavailable database.
  line.disconnect()
  const begun = performance.now()
  await over.stop()
  expect(performance.now() - begun).toBeLessThan(8000)
  line.restore()
}, 60_000)

test.concurrent('a scheduled job whose run lasts longer than the queue waits is not begun beside it', async () => {
  const { db: own, url: ownUrl } = await createTestDatabase()
  const opened = await openJobs(ownUrl, pino({ level: 'silent' }), declared)
  await own.execute(sql`update jobs.queue set expire_seconds = 1 where name = 'reconcile'`)
  let [runs, atOnce, most] = [0, 0, 0]
  let finish = () => {}
  await opened.start({}, [
    handle(reconcile, async () => {
      runs += 1
      most = Math.max(most, ++atOnce)
      if (runs === 1) await new Promise<void>((done) => (finish = done))
      atOnce -= 1
    }),
  ])
  const ended = () => statesOf(own, 'reconcile').then(({ completed = 0, failed = 0 }) => completed + failed)
  await opened.enqueueNow(reconcile, {})
  await expect.poll(ended, { timeout: 8000 }).toBe(1)
  await opened.enqueueNow(reconcile, {})
  await expect.poll(ended, { timeout: 8000 }).toBe(2)
  expect([runs, most]).toEqual([1, 1])
  finish()
  await opened.enqueueNow(reconcile, {})
  await expect.poll(() => runs, { timeout: 8000 }).toBe(2)
  await opened.stop()
}, 30_000)

test.concurrent('[PAY-18] a job that failed is tried again elsewhere only when the jobs fetched with it are done', async () => {
  const { db: own, url: ownUrl } = await createTestDatabase()
  const open = () => openJobs(ownUrl, pino({ level: 'silent' }), declared)
  const [first, second] = [await open(), await open()]
  await own.execute(sql`update jobs.queue set retry_delay = 1 where name = 'payment-event'`)
  for (const eventId of ['evt_1', 'evt_2']) await first.enqueueNow(paymentEvent, { eventId })
  let isBusy = true
  let fetched = 0
  await first.start({}, [
    idle,
    handle(paymentEvent, async () => {
      fetched += 1
      if (fetched === 1) throw new Error('the provider is away')
      await pause(3000)
      isBusy = false
    }),
  ])
  await expect.poll(() => fetched, { timeout: 8000 }).toBe(2)
  const again: boolean[] = []
  await second.start({}, [
    idle,
    // If the other process marked the job as completed meanwhile, there would be no third attempt.
    handle(paymentEvent, async () => {
      again.push(isBusy)
      throw new Error('the provider is still away')
    }),
  ])
  await expect.poll(() => again.length + fetched, { timeout: 9000 }).toBeGreaterThanOrEqual(3)
  expect(again.filter(Boolean)).toEqual([])
  await Promise.all([first.stop(), second.stop()])
}, 30_000)

test.concurrent('a job that ends when its queue has stopped waiting for it harms nothing', async () => {
  const opened = await openJobs((await createTestDatabase()).url, pino({ level: 'silent' }), declared)
  let finish: (() => void) | undefined
  await opened.start({}, [idle, handle(settlePayment, () => new Promise<void>((done) => (finish = done)))])
  await opened.enqueueNow(settlePayment, { intentId: 'pi_long' })
  await expect.poll(() => finish, { timeout: 8000 }).toBeDefined()
  await opened.stop()
  finish?.()
  // An unhandled rejection would end the process.
  await pause(200)
}, 30_000)

test('a job that is being fetched when the queue stops has ended when it has stopped', async () => {
  const { db: own, url: ownUrl } = await createTestDatabase()
  const opened = await openJobs(ownUrl, pino({ level: 'silent' }), declared)
  await opened.enqueueNow(settlePayment, { intentId: 'pi_late' })
  let story = 'not begun'
  const settle = async () => {
    story = 'begun'
    await pause(1000)
    story = 'ended'
  }
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { stopped } = await own.transaction(async (tx) => {
    await tx.execute(sql`lock table jobs.job in access exclusive mode`)
    await opened.start({}, [handle(settlePayment, settle)])
    // Outside the transaction, which would read the same activity each time.
    await expect.poll(async () => (await own.execute(waiting)).rowCount, { timeout: 8000 }).toBeGreaterThan(0)
    return { stopped: opened.stop().then(() => story) }
  })
  expect(await stopped).toBe('ended')
}, 30_000)

async function statesIn(url: string): Promise<Record<string, string>> {
  const { pool, close } = connect(url, { poolSize: 1 })
  const { rows } = await pool.query<{ name: string; state: string }>('select name, state::text as state from jobs.job')
  await close()
  return Object.fromEntries(rows.map((row) => [row.name, row.state]))
}
