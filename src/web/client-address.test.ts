import { expect, test } from 'vitest'
import { addressOf } from './client-address.ts'

test('a direct visitor is who they are, whatever they claim', () => {
  expect(addressOf('203.0.113.7', undefined)).toBe('203.0.113.7')
  expect(addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
})

test('behind our own proxy the last entry counts, not what the visitor put before it', () => {
  expect(addressOf('127.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('::ffff:172.18.0.2', '203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('::1', '2001:db8::5')).toBe('2001:db8::5')
})

test('without a usable entry it is the connection itself', () => {
  expect(addressOf('127.0.0.1', undefined)).toBe('127.0.0.1')
  expect(addressOf('127.0.0.1', 'unknown')).toBe('127.0.0.1')
  expect(addressOf(undefined, undefined)).toBe('')
})
