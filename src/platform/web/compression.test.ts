import { expect, test } from 'vitest'
import { acceptedEncoding } from './compression.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip; q=0.000, br ; q=0', 'identity'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
])('%j gets %s', (accepted, encoding) => {
  expect(acceptedEncoding(accepted)).toBe(encoding)
})
