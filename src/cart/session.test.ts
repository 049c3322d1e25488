import { expect, test } from 'vitest'
import { newSessionId, readSessionValue, SESSION_SECONDS, sessionValue } from './session.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const id = newSessionId()
const value = sessionValue('secret', id, now)

test('a session comes back from its cookie until it ends', () => {
  expect(readSessionValue('secret', value, now)).toEqual({ id, isExpiring: false })
  expect(readSessionValue('secret', value, later(SESSION_SECONDS - 10))).toEqual({ id, isExpiring: true })
  expect(readSessionValue('secret', value, later(SESSION_SECONDS))).toBeNull()
})

test('a cookie somebody else made or bent is nothing', () => {
  expect(readSessionValue('another secret', value, now)).toBeNull()
  expect(readSessionValue('secret', value.replace(id, newSessionId()), now)).toBeNull()
  expect(readSessionValue('secret', `${value}|x`, now)).toBeNull()
  for (const odd of ['', '|||', 'a|b|c|d', '1|9999999999|1|', '\0'.repeat(50)])
    expect(readSessionValue('secret', odd, now)).toBeNull()
})

test('a guest is named as recorded: t_ and 30 hex digits', () => {
  expect(id).toMatch(/^t_[0-9a-f]{30}$/)
})
