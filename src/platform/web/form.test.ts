import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import { nestedFields } from './form.ts'

test('a form is read up to its 500th field, in a moment however many follow', async () => {
  const body = `a=1&${'b&'.repeat(498)}c=2&d=3${'&e'.repeat(250_000)}`
  let fields = {}
  expect(await cpuMsOf(() => (fields = nestedFields(body)))).toBeLessThan(200)
  expect({ ...fields }).toEqual({ a: '1', b: '', c: '2' })
})
