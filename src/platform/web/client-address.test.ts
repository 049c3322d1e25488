import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forwardedAddress, networkOf } from './client-address.ts'

test('forwarding headers of direct clients are ignored', () => {
  expect(forwardedAddress('203.0.113.7', undefined)).toBe('203.0.113.7')
  expect(forwardedAddress('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
})

test('behind our own proxy the last entry counts, not what the visitor put before it', () => {
  expect(forwardedAddress('127.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(forwardedAddress('::ffff:172.18.0.2', '203.0.113.7')).toBe('203.0.113.7')
  expect(forwardedAddress('::1', '2001:db8::5')).toBe('2001:db8::5')
})

test('without a usable entry it is the connection itself', () => {
  expect(forwardedAddress('127.0.0.1', undefined)).toBe('127.0.0.1')
  expect(forwardedAddress('127.0.0.1', 'unknown')).toBe('127.0.0.1')
  expect(forwardedAddress(undefined, undefined)).toBe('')
})

test('an IPv4 address written as an IPv6 one is that IPv4 address, in either spelling, and a zone is left out', () => {
  expect(forwardedAddress('::ffff:203.0.113.7', undefined)).toBe('203.0.113.7')
  expect(forwardedAddress('::FFFF:cb00:7107', undefined)).toBe('203.0.113.7')
  expect(forwardedAddress('0:0:0:0:0:ffff:cb00:7107', undefined)).toBe('203.0.113.7')
  expect(forwardedAddress('::ffff:7f00:1', '203.0.113.7')).toBe('203.0.113.7')
  expect(forwardedAddress('fe80::1%eth0', '203.0.113.7')).toBe('203.0.113.7')
})

describe('the network that limits count', () => {
  test('is an IPv4 address itself, however it is spelled', () => {
    for (const spelled of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'])
      expect(networkOf(spelled), spelled).toEqual({ network: '203.0.113.7', site: null })
  })

  test('is the /64 of an IPv6 address, and its /48', () => {
    const same = { network: '2001:0db8:0001:0002', site: '2001:0db8:0001' }
    for (const spelled of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:198.51.100.1'])
      expect(networkOf(spelled), spelled).toEqual(same)
    expect(networkOf('2001:db8:1:3::1')).toEqual({ network: '2001:0db8:0001:0003', site: '2001:0db8:0001' })
    expect(networkOf('2001:db8::')).toEqual({ network: '2001:0db8:0000:0000', site: '2001:0db8:0000' })
  })

  test('is null if the address does not identify a client', () => {
    for (const nobody of ['', 'unknown', '127.0.0.1', '::1', '10.0.0.9', '::ffff:10.0.0.9', 'fd00::1', 'fe80::1%eth0'])
      expect(networkOf(nobody), nobody).toBeNull()
  })

  test('is independent of the lower half of the address', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(half, (groups) => {
        const address = `2001:db8:1:2:${groups.map((group) => group.toString(16)).join(':')}`
        expect(networkOf(address)?.network).toBe('2001:0db8:0001:0002')
      }),
    )
  })
})
