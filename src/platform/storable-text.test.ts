import { expect, test } from 'vitest'
import { cutText, storableText } from './storable-text.ts'

test('a cut leaves no half of a letter, which PostgreSQL refuses in JSON', () => {
  expect(cutText('a🍵🍵', 4)).toBe('a🍵')
  expect(cutText('a🍵🍵', 5)).toBe('a🍵🍵')
})

test('a text without NUL and half letters can be stored', () => {
  expect(storableText('a\0b\ud83c')).toBe('ab\ufffd')
})
