import { expect, test } from 'vitest'
import { cartCookieValue, newSessionKey, parseCartCookieValue, SESSION_SECONDS } from './cart-session.ts'

const now = new Date('2026-11-20T12:00:00Z')
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const key = newSessionKey()
const value = cartCookieValue('secret', key, now)

test('a session is read from its cookie until it expires', () => {
  expect(parseCartCookieValue('secret', value, now)).toEqual({ key, isExpiring: false })
  expect(parseCartCookieValue('secret', value, secondsLater(SESSION_SECONDS - 10))).toEqual({
    key,
    isExpiring: true,
  })
  expect(parseCartCookieValue('secret', value, secondsLater(SESSION_SECONDS))).toBeNull()
})

test('a forged or modified cookie is rejected', () => {
  expect(parseCartCookieValue('another secret', value, now)).toBeNull()
  expect(parseCartCookieValue('secret', value.replace(key, newSessionKey()), now)).toBeNull()
  expect(parseCartCookieValue('secret', `${value}|x`, now)).toBeNull()
  for (const invalid of ['', '|||', 'a|b|c|d', '1|9999999999|1|', '\0'.repeat(50)])
    expect(parseCartCookieValue('secret', invalid, now)).toBeNull()
})

test('a guest key has the recorded format: t_ and 30 hex digits', () => {
  expect(key).toMatch(/^t_[0-9a-f]{30}$/)
})
