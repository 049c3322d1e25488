import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { addressRateLimiter, rateLimiter, strictest } from './rate-limit.ts'

const { db } = await createTestDatabase()
const shop = { db, secret: 'a-secret-of-thirty-two-letters-at-least' }
const limit = rateLimiter(shop, { name: 'a-door', max: 3, seconds: 60 })

test('of ten concurrent attempts the limit passes, and the others get a wait time', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => limit.consume('ada')))
  expect(results.filter((result) => result.ok)).toHaveLength(3)
  for (const result of results) if (!result.ok) expect(result.retryAfterSeconds).toBeLessThanOrEqual(60)
  expect((await limit.consume('somebody else')).ok).toBe(true)
})

test('attempts can be undone one by one or reset', async () => {
  for (let time = 0; time < 3; time += 1) await limit.consume('bea')
  await limit.undo('bea')
  expect((await limit.consume('bea')).ok).toBe(true)
  expect((await limit.consume('bea')).ok).toBe(false)
  await limit.reset('bea')
  expect((await limit.consume('bea')).ok).toBe(true)
})

test('limits are counted separately, and the table contains no plain keys', async () => {
  const other = rateLimiter(shop, { name: 'another-door', max: 1, seconds: 60 })
  expect((await other.consume('ada')).ok).toBe(true)
  const { rows } = await db.execute<{ key: string }>(sql`select key from rate_limits`)
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.some(({ key }) => /ada|bea|somebody/.test(key))).toBe(false)
})

test('of several limits the longest wait applies', () => {
  expect(strictest([{ ok: true }, { ok: false, retryAfterSeconds: 5 }, { ok: false, retryAfterSeconds: 9 }])).toEqual({
    ok: false,
    retryAfterSeconds: 9,
  })
  expect(strictest([{ ok: true }])).toEqual({ ok: true })
})

describe('addresses', () => {
  const perAddress = addressRateLimiter(shop, { name: 'address-door', max: 3, seconds: 60 })
  const counts = async (addresses: readonly string[]) => {
    const passed = []
    for (const address of addresses) passed.push((await perAddress.consume(address)).ok)
    return passed.filter(Boolean).length
  }
  const many = (times: number, name: (nth: number) => string) => Array.from({ length: times }, (_, nth) => name(nth))

  test('of one /64 count as one, however many of them there are', async () => {
    expect(await counts(many(20, (nth) => `2001:db8:1:1::${(nth + 1).toString(16)}`))).toBe(3)
    expect((await perAddress.peek('2001:db8:1:1:ffff::9')).remaining).toBeLessThanOrEqual(0)
    expect(await counts(['2001:db8:1:2::1'])).toBe(1)
  })

  test('of one /48 are counted together, more loosely', async () => {
    expect(await counts(many(100, (nth) => `2001:db8:2:${nth.toString(16)}::1`))).toBe(24)
    expect(await counts(['2001:db8:3::1'])).toBe(1)
  })

  test('of IPv4 count alone, also when they are written as IPv6', async () => {
    expect(await counts(many(6, (nth) => (nth % 2 ? '::ffff:203.0.113.7' : '203.0.113.7')))).toBe(3)
    expect(await counts(['203.0.113.8', '::ffff:cb00:7109'])).toBe(2)
  })

  test('that do not identify a client are not counted', async () => {
    expect(await counts(many(9, () => '10.0.0.1'))).toBe(9)
    expect(await counts(many(9, () => ''))).toBe(9)
  })
})
