import { expect, test } from 'vitest'
import { afterSaving, bodyOf, type Drafts, numberOf, withText } from './counts.ts'

const row = { id: 1, name: 'Assam', choices: '', sku: 'A', gtin: '', on_hand: 10, is_low: false, since: 5 }
const none: Drafts = new Map()

test('a count is a whole number up to a million; what came in may have a sign', () => {
  const count = (text: string) => numberOf({ text, isReceived: false })
  expect([count('12'), count('0'), count('1000000')]).toEqual([12, 0, 1_000_000])
  expect([count('+12'), count('-1'), count('1.5'), count('4006381333931'), count('x')]).toEqual(Array(5).fill(null))
  const received = (text: string) => numberOf({ text, isReceived: true })
  expect([received('12'), received('+12'), received('-3'), received('--3')]).toEqual([12, 12, -3, null])
})

test('what was on hand when the count began stays with it, and what is refused stays with what is on hand now', () => {
  const later = withText(withText(none, row, '1', false), { ...row, on_hand: 8, since: 9 }, '12', false)
  expect(bodyOf([...later.values()])).toEqual({ counts: [{ id: 1, since: 5, expected: 10, counted: 12 }] })
  expect(withText(later, row, '', false).size).toBe(0)
  const data = { status: 409, on_hand: 7, since: 11 }
  const refused = afterSaving(later, [{ id: 1, error: { code: 'x', message: 'Look again.', data } }])
  expect(refused.get(1)).toMatchObject({ text: '12', on_hand: 7, since: 11, problem: 'Look again.' })
  expect(afterSaving(later, [{ id: 1, before: 8, after: 10 }]).size).toBe(0)
})
