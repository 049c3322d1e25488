import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { connect } from '../database/connect.ts'
import { unavailableReason } from '../database/unavailable-reason.ts'
import { type JobHandlers, openJobs } from './jobs.ts'

const { db, url } = await createTestDatabase()
const jobs = await openJobs(url, pino({ level: 'silent' }))
afterAll(() => jobs.stop())

const idle = async () => undefined
const handlers: JobHandlers = {
  'payment-event': idle,
  'reset-password': idle,
  'register-account': idle,
  'mail-email-change': idle,
  'stock-alert': idle,
  'drop-saved-lists': idle,
  'send-stock-alerts': idle,
  'drop-stock-alerts': idle,
  'mail-sign-in-code': idle,
  'mail-new-account': idle,
  'settle-payment': idle,
  'cancel-intent': idle,
  'refund-late-payment': idle,
  'save-card': idle,
  'detach-cards': idle,
  'send-emails': idle,
  reconcile: idle,
  'find-reversals': idle,
  'cancel-unpaid': idle,
  'expire-on-hold': idle,
  'drop-abandoned-orders': idle,
  'erase-accounts': idle,
  'apply-retention': idle,
  'drop-expired-carts': idle,
  'refresh-sales': idle,
  'publish-scheduled': idle,
  'prune-product-index': idle,
}

const states = async (name: string): Promise<Record<string, number>> => {
  const { rows } = await db.execute<{ state: string; count: number }>(
    sql`select state::text, count(*)::int as count from jobs.job where name = ${name} group by state`,
  )
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

test('[PAY-18] a job enqueued in a rolled-back transaction never runs', async () => {
  const undone = db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'settle-payment', { intentId: 'pi_undone' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await states('settle-payment')).toEqual({})
})

test('[PAY-18] many jobs run within seconds, and a failing one does not delay the others', async () => {
  for (let number = 0; number < 40; number += 1) await jobs.enqueueNow('payment-event', { eventId: `evt_${number}` })
  const applied: string[] = []
  await jobs.start({
    ...handlers,
    'payment-event': async ({ eventId }) => {
      if (eventId === 'evt_7') throw new Error('the provider is away')
      applied.push(eventId)
    },
  })
  const giveUpAt = Date.now() + 10_000
  while (applied.length < 39 && Date.now() < giveUpAt) await pause(50)
  expect(new Set(applied).size).toBe(39)
  expect(applied).toHaveLength(39)
  await expect.poll(() => states('payment-event')).toEqual({ completed: 39, retry: 1 })
})

test('[PAY-18] a job finished during a database outage is recorded afterwards, and does not run again', async () => {
  const line = await openDatabaseProxy((await createTestDatabase()).url)
  const over = await openJobs(line.url, pino({ level: 'silent' }))
  const done: string[] = []
  await over.start({
    ...handlers,
    // The database fails during both jobs, one that succeeds and one that fails.
    'settle-payment': async ({ intentId }) => {
      line.disconnect()
      done.push(intentId)
    },
    'payment-event': async () => {
      line.disconnect()
      throw new Error('the database went away')
    },
  })
  for (const [name, data] of [
    ['settle-payment', { intentId: 'pi_1' }],
    ['payment-event', { eventId: 'evt_1' }],
  ] as const) {
    await over.enqueueNow(name, data as never)
    await expect.poll(() => line.isDisconnected(), { timeout: 10_000 }).toBe(true)
    expect(unavailableReason(await over.enqueueNow('reconcile', {}).catch((error: unknown) => error))).toBe(
      'unreachable',
    )
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

async function statesIn(url: string): Promise<Record<string, string>> {
  const { pool, close } = connect(url, { poolSize: 1 })
  const { rows } = await pool.query<{ name: string; state: string }>('select name, state::text as state from jobs.job')
  await close()
  return Object.fromEntries(rows.map((row) => [row.name, row.state]))
}
