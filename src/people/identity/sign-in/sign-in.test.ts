import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { isEmail } from '../../../platform/email-address.ts'
import { credentials, sessions, users, verifications } from '../accounts.table.ts'
import { authSessionFromCookies, signOut } from '../auth-session.ts'
import { endAllTokensOf } from '../keys/tokens.store.ts'
import { createUser, endSessions } from '../users.store.ts'
import { signIn } from './sign-in.ts'
import { MAX_PER_ADDRESS, MAX_PER_USER } from './sign-in-limit.ts'
import { deleteExpiredSignIns } from './sign-ins.ts'

const { db } = await createTestDatabase()
const shop = { db, url: 'http://shop.test', secret: 'a-secret-of-thirty-two-letters-at-least' }
const attempt = { password: 'first-flush', remember: true, clientAddress: '203.0.113.7', userAgent: 'a browser' }

let count = 0
const newUser = async () => {
  count += 1
  const email = `ada${count}@shop.test`
  const made = await createUser(db, { email, name: 'Ada Leaf', password: 'first-flush', role: 'customer' })
  return { email, id: made.ok ? made.userId : 0, clientAddress: `203.0.113.${count}` }
}
const sessionsOf = (userId: number) => db.select().from(sessions).where(eq(sessions.userId, userId))

describe('creating a user', () => {
  test('the address is stored in lower case, the password as a hash', async () => {
    const made = await createUser(db, { email: ' Wu@Shop.Test ', name: 'Wu', password: 'keemun', role: 'editor' })
    const [user] = await db.select().from(users).where(eq(users.email, 'wu@shop.test'))
    expect(made).toEqual({ ok: true, userId: user?.id })
    expect(user?.role).toBe('editor')
    const [credential] = await db
      .select()
      .from(credentials)
      .where(eq(credentials.userId, user?.id ?? 0))
    expect(credential?.password).toMatch(/^\$argon2id\$/)
  })

  test('an existing address changes nothing', async () => {
    const person = await newUser()
    const again = await createUser(db, {
      email: person.email.toUpperCase(),
      name: 'X',
      password: 'x',
      role: 'customer',
    })
    expect(again).toEqual({ ok: false, problem: 'email-taken' })
    expect(await db.select().from(credentials).where(eq(credentials.userId, person.id))).toHaveLength(1)
  })
})

test('sessions and mailed keys that are over are deleted a day later', async () => {
  const { id: userId } = await newUser()
  const now = new Date('2026-11-20T12:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const ends = [25, 23, -1].map(hoursAgo)
  await db.insert(sessions).values(ends.map((expiresAt, nth) => ({ userId, token: `token-${nth}`, expiresAt })))
  await db
    .insert(verifications)
    .values(ends.map((expiresAt, nth) => ({ identifier: `x:${nth}`, value: `{"userId":${userId}}`, expiresAt })))
  await deleteExpiredSignIns({ db, now: () => now })
  expect((await sessionsOf(userId)).map(({ token }) => token)).toEqual(['token-1', 'token-2'])
  const kept = await db.select().from(verifications).where(eq(verifications.userId, userId))
  expect(kept.map(({ identifier }) => identifier)).toEqual(['x:1', 'x:2'])
  await db.delete(verifications)
})

test('with the trust and keys of one account, nobody’s counters of wrong codes end', async () => {
  const { id, email } = await newUser()
  const identifiers = ['2fa-attempts-2fa-other', '2fa-own', 'trust-device-own', 'set-password:own']
  const expiresAt = new Date(Date.now() + 60_000)
  await db.insert(verifications).values(identifiers.map((identifier) => ({ identifier, value: String(id), expiresAt })))
  const left = async () => (await db.select().from(verifications)).map(({ identifier }) => identifier).toSorted()
  await endSessions(db, id)
  expect(await left()).toEqual(['2fa-attempts-2fa-other', 'set-password:own'])
  await db.transaction((tx) => endAllTokensOf(tx, { id, email }))
  expect(await left()).toEqual(['2fa-attempts-2fa-other'])
  await db.delete(verifications)
})

describe('signing in', () => {
  test('[ACC-01] the right password starts a session in a cookie that scripts cannot read', async () => {
    const person = await newUser()
    const result = await signIn(shop, { ...attempt, ...person, email: person.email.toUpperCase() })
    expect(result).toMatchObject({ ok: true, userId: person.id, role: 'customer' })
    const cookie = result.ok ? (result.cookies[0] ?? '') : ''
    expect(cookie).toMatch(/^samovar\.session_token=[^;]+; /)
    for (const flag of [/; HttpOnly/i, /; SameSite=Lax/i, /; Path=\//i, /; Max-Age=1209600/i])
      expect(cookie).toMatch(flag)
    expect(cookie).not.toMatch(/; Secure/i)
    expect(await sessionsOf(person.id)).toHaveLength(1)
  })

  test.each(['jo&co@shop.test', "o'hara!#$%*/=?^`{|}~@shop.test", 'maya@shop.xn--p1ai', 'maya@shop.t1'])(
    'every address that can have an account can sign in: %s',
    async (email) => {
      expect(isEmail(email)).toBe(true)
      await createUser(db, { email, name: 'Maya', password: 'first-flush', role: 'customer' })
      expect(await signIn(shop, { ...attempt, email })).toMatchObject({ ok: true })
      expect(await signIn(shop, { ...attempt, email, password: 'second-flush' })).toEqual({
        ok: false,
        problem: { kind: 'invalid-credentials' },
      })
    },
  )

  test('on https the cookie never leaves https', async () => {
    const person = await newUser()
    const result = await signIn({ ...shop, url: 'https://shop.test' }, { ...attempt, ...person })
    const cookie = result.ok ? (result.cookies[0] ?? '') : ''
    expect(cookie).toMatch(/^__Secure-samovar\.session_token=/)
    expect(cookie).toMatch(/; Secure/i)
  })

  test('without "remember me" the cookie ends with the browser', async () => {
    const person = await newUser()
    const result = await signIn(shop, { ...attempt, ...person, remember: false })
    const cookie = result.ok ? (result.cookies.find((one) => one.startsWith('samovar.session_token=')) ?? '') : ''
    expect(cookie).not.toBe('')
    expect(cookie).not.toMatch(/Max-Age|Expires/i)
  })

  test.each([
    ['customer', 180],
    ['editor', 30],
  ] as const)('the session of a %s ends after %i days, however often it is used', async (role, days) => {
    const person = await newUser()
    await db.update(users).set({ role }).where(eq(users.id, person.id))
    const result = await signIn(shop, { ...attempt, ...person })
    const cookies = result.ok && 'cookies' in result ? result.cookies : []
    const isOpenAfter = async (age: number) => {
      const createdAt = new Date(Date.now() - age * 86_400_000)
      await db.update(sessions).set({ createdAt }).where(eq(sessions.userId, person.id))
      return (await authSessionFromCookies(shop, cookies)) !== null
    }
    expect([await isOpenAfter(days - 1), await isOpenAfter(days + 1)]).toEqual([true, false])
  })

  test('[ACC-01] signing out ends the session in the database too', async () => {
    const person = await newUser()
    const result = await signIn(shop, { ...attempt, ...person })
    const cookie = result.ok ? (result.cookies[0] ?? '').split(';')[0] : ''
    const forgotten = await signOut(shop, new Headers({ cookie: cookie ?? '' }))
    expect(forgotten.join('\n')).toMatch(/samovar\.session_token=;.*Max-Age=0/i)
    expect(await sessionsOf(person.id)).toHaveLength(0)
  })

  test('a wrong password and an unknown address get the same response and no session', async () => {
    const person = await newUser()
    const wrongPassword = await signIn(shop, { ...attempt, ...person, password: 'second-flush' })
    const unknown = await signIn(shop, { ...attempt, email: 'nobody@shop.test', clientAddress: '203.0.113.200' })
    const invalidEmail = await signIn(shop, { ...attempt, email: 'not an address', clientAddress: '203.0.113.200' })
    expect(wrongPassword).toEqual({ ok: false, problem: { kind: 'invalid-credentials' } })
    expect(unknown).toEqual(wrongPassword)
    expect(invalidEmail).toEqual(wrongPassword)
    expect(await sessionsOf(person.id)).toHaveLength(0)
  })

  test('an empty form is rejected and not counted', async () => {
    expect(await signIn(shop, { ...attempt, email: ' ' })).toEqual({ ok: false, problem: { kind: 'missing' } })
    expect(await signIn(shop, { ...attempt, email: 'a@b.test', password: '' })).toMatchObject({ ok: false })
  })
})

describe('rate limits', () => {
  test('after too many attempts from one address even the right password needs a proof of work, or waits', async () => {
    const person = await newUser()
    for (let nth = 0; nth < MAX_PER_USER; nth += 1)
      await signIn(shop, { ...attempt, ...person, password: `guess-${nth}` })
    const result = await signIn(shop, { ...attempt, ...person })
    expect(result).toMatchObject({ ok: false, problem: { kind: 'rate-limited', work: 1 } })
    const wait = !result.ok && result.problem.kind === 'rate-limited' ? result.problem.retryAfterSeconds : 0
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    expect(await sessionsOf(person.id)).toHaveLength(0)
    expect(await signIn(shop, { ...attempt, ...(await newUser()) })).toMatchObject({ ok: true })
  })

  test('failed attempts do not block other addresses', async () => {
    const person = await newUser()
    for (let nth = 0; nth < 3 * MAX_PER_USER; nth += 1)
      await signIn(shop, { ...attempt, ...person, password: `guess-${nth}`, clientAddress: `198.51.100.${nth % 3}` })
    expect(await signIn(shop, { ...attempt, ...person })).toMatchObject({ ok: true })
  })

  test('a known device has its own limit', async () => {
    const person = await newUser()
    const device = { id: 'a-browser-of-theirs-222', orderId: null, userIds: [person.id] }
    for (let nth = 0; nth < MAX_PER_USER; nth += 1)
      await signIn(shop, { ...attempt, ...person, password: `guess-${nth}` })
    expect(await signIn(shop, { ...attempt, ...person, device })).toMatchObject({ ok: true })
    const otherDevice = { ...device, userIds: [person.id + 1000] }
    expect(await signIn(shop, { ...attempt, ...person, device: otherDevice })).toMatchObject({ ok: false })
    for (let nth = 0; nth < MAX_PER_USER; nth += 1)
      await signIn(shop, { ...attempt, ...person, device, password: `guess-${nth}`, clientAddress: '198.51.100.77' })
    expect(await signIn(shop, { ...attempt, ...person, device })).toMatchObject({
      ok: false,
      problem: { kind: 'rate-limited' },
    })
    expect(await signIn(shop, { ...attempt, ...person, clientAddress: '198.51.100.78' })).toMatchObject({ ok: true })
  })

  test('a /64 network shares one limit', async () => {
    const person = await newUser()
    const guesses = []
    for (let nth = 0; nth < MAX_PER_USER + 5; nth += 1) {
      const clientAddress = `2001:db8:7:7::${(nth + 1).toString(16)}`
      guesses.push(await signIn(shop, { ...attempt, ...person, password: 'guess', clientAddress }))
    }
    const limited = guesses.filter((guess) => !guess.ok && guess.problem.kind === 'rate-limited')
    expect(limited).toHaveLength(5)
  })

  test('an address that tries many accounts is limited as well', async () => {
    const person = await newUser()
    const guesses = Array.from({ length: MAX_PER_ADDRESS }, (_, nth) =>
      signIn(shop, { ...attempt, email: `stranger${nth}@shop.test`, clientAddress: '192.0.2.66' }),
    )
    expect(
      (await Promise.all(guesses)).every((guess) => !guess.ok && guess.problem.kind === 'invalid-credentials'),
    ).toBe(true)
    expect(await signIn(shop, { ...attempt, ...person, clientAddress: '192.0.2.66' })).toMatchObject({
      ok: false,
      problem: { kind: 'rate-limited' },
    })
    expect(await signIn(shop, { ...attempt, ...person })).toMatchObject({ ok: true })
  })

  test('a successful sign-in resets earlier failures', async () => {
    const person = await newUser()
    for (let round = 0; round < 2; round += 1) {
      for (let nth = 0; nth < MAX_PER_USER - 1; nth += 1) {
        await signIn(shop, { ...attempt, ...person, password: 'slip', clientAddress: `198.51.100.${100 + nth}` })
      }
      expect(await signIn(shop, { ...attempt, ...person })).toMatchObject({ ok: true })
    }
  })

  test('the counters contain no plain addresses', async () => {
    const { rows } = await db.execute<{ key: string }>(sql`select key from rate_limits`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ key }) => /shop\.test|203\.0/.test(key))).toBe(false)
  })
})

describe('response time', () => {
  const median = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

  test.each([10, 128, 129, 200, 20_000])(
    'does not reveal whether an account exists: a password of %i characters',
    async (length) => {
      const password = 'x'.repeat(length)
      let email = ''
      const durations = { known: [] as number[], unknown: [] as number[] }
      // Rejections without a derivation are so fast that noise matters, so they are measured more often.
      for (let nth = 0; nth < (length > 128 ? 81 : 9); nth += 1) {
        // Ten attempts per account trigger a challenge, so each account gets nine.
        if (nth % 9 === 0) email = (await newUser()).email
        const unknownEmail = `nobody.${length}.${Math.floor(nth / 9)}@shop.test`
        for (const who of ['known', 'unknown'] as const) {
          const attempted = { ...attempt, password, clientAddress: `198.18.${nth}.${length % 250}` }
          const person = { ...attempted, email: who === 'known' ? email : unknownEmail }
          let result: unknown
          durations[who].push(await cpuMsOf(async () => (result = await signIn(shop, person))))
          expect(result).toEqual({ ok: false, problem: { kind: 'invalid-credentials' } })
        }
      }
      const ratio = median(durations.known) / median(durations.unknown)
      expect(ratio).toBeGreaterThan(0.4)
      expect(ratio).toBeLessThan(2.5)
    },
    90_000,
  )
})
