import { expect, test } from 'vitest'
import { openSeal, seal } from './seal.ts'

const use = { purpose: 'mail', owner: 'reset-password|ada@shop.test' }
const text = '{"passwordKey":"čaj-7"}'
const sealed = seal('a-secret', use, text)

test('what is sealed is read with the same secret, and looks different each time', () => {
  expect(openSeal('a-secret', use, sealed)).toBe(text)
  expect(sealed).toMatch(/^[\w-]+$/)
  expect(seal('a-secret', use, text)).not.toBe(sealed)
})

test('another secret, purpose or owner opens nothing', () => {
  expect(openSeal('another', use, sealed)).toBeNull()
  expect(openSeal('a-secret', { ...use, purpose: 'job' }, sealed)).toBeNull()
  expect(openSeal('a-secret', { ...use, owner: 'reset-password|eve@shop.test' }, sealed)).toBeNull()
})

test('a changed or cut seal opens nothing', () => {
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openSeal('a-secret', use, changed.toString('base64url'))).toBeNull()
    expect(openSeal('a-secret', use, bytes.subarray(0, at).toString('base64url'))).toBeNull()
  }
})
