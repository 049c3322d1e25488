import { expect, test } from 'vitest'
import { weightIn, weightText } from './pack-size.ts'

test.each([
  ['kg', '0.105', '105 g', '105–1200 g'],
  ['g', '105', '105 g', '105–1200 g'],
  ['oz', '3.7', '3.7 oz', '3.7–42.33 oz'],
  ['lbs', '0.23', '0.23 lbs', '0.23–2.65 lbs'],
] as const)('in %s', (unit, number, text, range) => {
  expect(weightIn(105, unit)).toBe(number)
  expect(weightText(105, 105, unit)).toBe(text)
  expect(weightText(105, 1200, unit)).toBe(range)
  expect(weightIn(null, unit)).toBe('')
  expect(weightIn(0, unit)).toBe('0')
})
