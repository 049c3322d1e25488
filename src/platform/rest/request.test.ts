import { expect, test } from 'vitest'
import { isTooDeep, MAX_JSON_DEPTH } from './request.ts'

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test('[API-02] JSON is read down to 512 levels and no deeper', () => {
  for (const nested of [lists, objects]) {
    expect(isTooDeep(nested(MAX_JSON_DEPTH))).toBe(false)
    expect(isTooDeep(nested(MAX_JSON_DEPTH + 1))).toBe(true)
  }
})

test('[API-02] many neighbours are not depth, nor are brackets inside of texts', () => {
  expect(isTooDeep(`[${Array.from({ length: 5000 }, () => '[{}]').join()}]`)).toBe(false)
  expect(isTooDeep(JSON.stringify({ note: `"\\"${lists(2000)}\\`, after: '[{'.repeat(2000) }))).toBe(false)
  expect(isTooDeep(`["\\\\",${lists(MAX_JSON_DEPTH)}]`)).toBe(true)
})

test('[API-02] text that is not JSON is left to the parser', () => {
  expect(isTooDeep('"'.repeat(3) + lists(2000))).toBe(false)
  expect(isTooDeep(']'.repeat(2000))).toBe(false)
})
