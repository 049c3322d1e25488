import { expect, test } from 'vitest'
import { outdatedError } from './outdated-error.ts'

test('the error for an outdated version says when it was saved, in one sentence', () => {
  const { message } = outdatedError({ kind: 'outdated', version: 2, savedAt: new Date('2026-11-28T16:24:00Z') })
  expect(message).toMatch(/^Somebody else saved this at Nov 28, 2026, 11:24 a\.m\., and your changes are still/)
})
