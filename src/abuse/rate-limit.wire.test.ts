import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { rateLimit, strictest } from './rate-limit.ts'

const { db } = await freshDatabase()
const shop = { db, secret: 'a-secret-of-thirty-two-letters-at-least' }
const limit = rateLimit(shop, { name: 'a-door', times: 3, seconds: 60 })

test('of ten at once as many pass as may, and the others hear when to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => limit.count('ada')))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3)
  for (const answer of answers) if (!answer.ok) expect(answer.retryAfterSeconds).toBeLessThanOrEqual(60)
  expect((await limit.count('somebody else')).ok).toBe(true)
})

test('counts are taken back one by one or all at once', async () => {
  for (let time = 0; time < 3; time += 1) await limit.count('bea')
  await limit.forgive('bea')
  expect((await limit.count('bea')).ok).toBe(true)
  expect((await limit.count('bea')).ok).toBe(false)
  await limit.forget('bea')
  expect((await limit.count('bea')).ok).toBe(true)
})

test('doors count apart, and the table does not say who was there', async () => {
  const other = rateLimit(shop, { name: 'another-door', times: 1, seconds: 60 })
  expect((await other.count('ada')).ok).toBe(true)
  const { rows } = await db.execute<{ key: string }>(sql`select key from rate_limits`)
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.some(({ key }) => /ada|bea|somebody/.test(key))).toBe(false)
})

test('of several counts the longest wait is told', () => {
  expect(strictest([{ ok: true }, { ok: false, retryAfterSeconds: 5 }, { ok: false, retryAfterSeconds: 9 }])).toEqual({
    ok: false,
    retryAfterSeconds: 9,
  })
  expect(strictest([{ ok: true }])).toEqual({ ok: true })
})
