import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { type JobHandlers, openJobs } from './jobs.ts'

const { db, url } = await freshDatabase()
const jobs = await openJobs(url, pino({ level: 'silent' }))
afterAll(() => jobs.stop())

const idle = async () => undefined
const handlers: JobHandlers = {
  'payment-event': idle,
  'settle-payment': idle,
  'cancel-intent': idle,
  'refund-late-payment': idle,
  'send-mails': idle,
  reconcile: idle,
  'cancel-unpaid': idle,
  'drop-abandoned-orders': idle,
  'drop-expired-carts': idle,
  'refresh-sales': idle,
  'tidy-shelves': idle,
}

const states = async (name: string): Promise<Record<string, number>> => {
  const { rows } = await db.execute<{ state: string; count: number }>(
    sql`select state::text, count(*)::int as count from jobs.job where name = ${name} group by state`,
  )
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

test('[PAY-18] what was asked for in a transaction that is undone is never done', async () => {
  const undone = db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'settle-payment', { intentId: 'pi_undone' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await states('settle-payment')).toEqual({})
})

test('[PAY-18] many messages at once are all applied within seconds, and one that fails holds up no other', async () => {
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
