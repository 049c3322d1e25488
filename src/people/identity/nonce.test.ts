import { expect, test } from 'vitest'
import { createNonce, verifyNonce } from './auth-session.ts'

const secret = 'a secret of the shop'

test('a nonce is ten hexadecimal digits and the same each time', () => {
  expect(createNonce(secret, 'wp_rest', 'session-1')).toMatch(/^[0-9a-f]{10}$/)
  expect(createNonce(secret, 'wp_rest', 'session-1')).toBe(createNonce(secret, 'wp_rest', 'session-1'))
})

test('a nonce is valid only for its action, session and shop', () => {
  const nonce = createNonce(secret, 'wp_rest', 'session-1')
  expect(verifyNonce(secret, 'wp_rest', 'session-1', nonce)).toBe(true)
  expect(verifyNonce(secret, 'log-out', 'session-1', nonce)).toBe(false)
  expect(verifyNonce(secret, 'wp_rest', 'session-2', nonce)).toBe(false)
  expect(verifyNonce('another shop', 'wp_rest', 'session-1', nonce)).toBe(false)
})

test('action and session cannot be shifted into each other', () => {
  expect(createNonce(secret, 'ab', 'c')).not.toBe(createNonce(secret, 'a', 'bc'))
})

test('a missing or malformed nonce is invalid', () => {
  for (const invalid of [undefined, null, '', 'abc', 'ZZZZZZZZZZ', '0123456789a', '0123456789']) {
    expect(verifyNonce(secret, 'wp_rest', 'session-1', invalid)).toBe(false)
  }
})
