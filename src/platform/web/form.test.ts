import { expect, test } from 'vitest'
import { nestedFields } from './form.ts'

test('a form is read up to its 500th field, in a moment however many follow', () => {
  const start = performance.now()
  const fields = nestedFields(`a=1&${'b&'.repeat(498)}c=2&d=3${'&e'.repeat(250_000)}`)
  expect(performance.now() - start).toBeLessThan(200)
  expect({ ...fields }).toEqual({ a: '1', b: '', c: '2' })
})
