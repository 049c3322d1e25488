import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseRefs, parseRequirements, proofsIn, stateOf, unknownRefs } from './requirement-coverage.ts'

const assertion = (fullName: string, status: string) => ({ fullName, status })
const spec = (title: string, ok: boolean, status = ok ? 'expected' : 'unexpected') => ({
  title,
  ok,
  file: 'buy.spec.ts',
  tests: [{ status }],
})

const root = join(import.meta.dirname, '..')
const requirements = parseRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))

test('every requirement is parsed with its section, parts and levels', () => {
  expect(requirements.find(({ id }) => id === 'ATC-02')).toEqual({
    id: 'ATC-02',
    section: 'ATC  Add to cart',
    clauses: [{ part: undefined, level: 'browser' }],
  })
  expect(requirements.find(({ id }) => id === 'ACC-01')?.clauses.map(({ part }) => part)).toContain('register')
  expect(requirements.find(({ id }) => id === 'REV-03')?.clauses).toEqual([
    { part: 'alert', level: 'browser' },
    { part: 'refused by the server', level: 'wire' },
  ])
  expect(requirements.length).toBe(197)
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
})

test('a part without a level has to be proved at each level of its requirement', () => {
  expect(parseRequirements('| OPAY-01 | Pays. | pays; refuses | browser, wire |')[0]?.clauses).toHaveLength(4)
})

test('an unknown level is an error', () => {
  expect(() => parseRequirements('| ATC-01 | Something | | moon |')).toThrow(/ATC-01 names the level moon/)
  expect(() => parseRequirements('| ATC-01 | Something | a part (moon) | wire |')).toThrow(
    /ATC-01 names the level moon/,
  )
})

test('a title may carry one or several numbers, with or without parts', () => {
  const whole = (id: string) => ({ id, part: undefined })
  expect(parseRefs('[ATC-01] adds')).toEqual([whole('ATC-01')])
  expect(parseRefs('cart [ATC-01][MINI-02] adds')).toEqual([whole('ATC-01'), whole('MINI-02')])
  expect(parseRefs('[ATC-01, MINI-02] adds')).toEqual([whole('ATC-01'), whole('MINI-02')])
  expect(parseRefs('[ATC-01 MINI-02] adds')).toEqual([whole('ATC-01'), whole('MINI-02')])
  expect(parseRefs('[ACC-01 register, log in, ACC-04] opens')).toEqual([
    { id: 'ACC-01', part: 'register' },
    { id: 'ACC-01', part: 'log in' },
    whole('ACC-04'),
  ])
  expect(parseRefs('a list [1] and [a-1]')).toEqual([])
})

test('every title names requirements and parts that exist', () => {
  const files = globSync('{src,test,db,scripts}/**/*.{test,spec}.{ts,tsx}', { cwd: root })
  const unknown = files.flatMap((file) => {
    // The titles of parameterized tests are known only at run time.
    const titles = parseRefs(readFileSync(join(root, file), 'utf8')).filter(({ part }) => !/[%$]/.test(part ?? ''))
    return unknownRefs(titles, requirements).map(({ id, part }) => `${file}: ${id} ${part ?? ''}`)
  })
  expect(unknown).toEqual([])
})

test('the level of a test follows from where it ran', () => {
  const found = proofsIn({
    vitest: {
      testResults: [
        { name: '/shop/src/shop/cart/cart.test.ts', assertionResults: [assertion('[ATC-01] adds', 'passed')] },
        { name: '/shop/test/wire/cart.wire.test.ts', assertionResults: [assertion('cart [ATC-01] adds', 'failed')] },
      ],
    },
    playwright: {
      suites: [
        {
          title: 'buy.spec.ts',
          file: 'buy.spec.ts',
          specs: [],
          suites: [{ title: 'cart', file: 'buy.spec.ts', specs: [spec('[ATC-03] turns', true)] }],
        },
      ],
    },
  })
  expect(found.map(({ id, level, passed }) => [id, level, passed])).toEqual([
    ['ATC-01', 'unit', true],
    ['ATC-01', 'wire', false],
    ['ATC-03', 'browser', true],
  ])
})

test('skipped tests prove nothing', () => {
  const vitest = { testResults: [{ name: 'a.test.ts', assertionResults: [assertion('[ATC-01]', 'skipped')] }] }
  const playwright = { suites: [{ title: '', file: '', specs: [spec('[ATC-03]', true, 'skipped')] }] }
  expect(proofsIn({ vitest, playwright })).toEqual([])
})

test('one failing test is enough to leave a part unproved, and the number alone proves no part', () => {
  const proof = { id: 'ACC-01', part: 'register', level: 'browser', title: '', file: '' } as const
  const clause = { part: 'register', level: 'browser' } as const
  const passed = { ...proof, passed: true }
  expect(stateOf('ACC-01', clause, []).state).toBe('none')
  expect(stateOf('ACC-01', clause, [passed]).state).toBe('proved')
  expect(stateOf('ACC-01', clause, [passed, { ...proof, passed: false }]).state).toBe('failing')
  expect(stateOf('ACC-01', { ...clause, level: 'wire' }, [passed]).state).toBe('none')
  expect(stateOf('ACC-01', clause, [{ ...passed, part: undefined }]).state).toBe('none')
  expect(stateOf('ACC-01', { ...clause, part: 'log in' }, [passed]).state).toBe('none')
})
