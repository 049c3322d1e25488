import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbersIn, promisesIn, proofsIn, stateOf } from './promise-proofs.ts'

const assertion = (fullName: string, status: string) => ({ fullName, status })
const spec = (title: string, ok: boolean, status = ok ? 'expected' : 'unexpected') => ({
  title,
  ok,
  file: 'buy.spec.ts',
  tests: [{ status }],
})

test('every promise of the list is read with its section and levels', () => {
  const promises = promisesIn(readFileSync(join(import.meta.dirname, '../docs/requirements.md'), 'utf8'))
  expect(promises.find(({ id }) => id === 'ATC-01')).toEqual({
    id: 'ATC-01',
    section: 'ATC  Add to cart',
    levels: ['wire'],
  })
  expect(promises.find(({ id }) => id === 'REV-03')?.levels).toEqual(['browser', 'wire'])
  expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length)
})

test('a level that does not exist is an error in the list', () => {
  expect(() => promisesIn('| ATC-01 | Something | moon |')).toThrow(/ATC-01 names the level moon/)
})

test('a title may carry one number or several', () => {
  expect(numbersIn('[ATC-01] adds')).toEqual(['ATC-01'])
  expect(numbersIn('cart [ATC-01][MINI-02] adds')).toEqual(['ATC-01', 'MINI-02'])
  expect(numbersIn('[ATC-01, MINI-02] adds')).toEqual(['ATC-01', 'MINI-02'])
  expect(numbersIn('a list [1] and [a-1]')).toEqual([])
})

test('the level of a test comes from where it ran', () => {
  const found = proofsIn({
    vitest: {
      testResults: [
        { name: '/shop/src/cart/cart.test.ts', assertionResults: [assertion('[ATC-01] adds', 'passed')] },
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

test('tests that did not run prove nothing', () => {
  const vitest = { testResults: [{ name: 'a.test.ts', assertionResults: [assertion('[ATC-01]', 'skipped')] }] }
  const playwright = { suites: [{ title: '', file: '', specs: [spec('[ATC-03]', true, 'skipped')] }] }
  expect(proofsIn({ vitest, playwright })).toEqual([])
})

test('one failing test is enough to leave a promise unproved', () => {
  const proof = { id: 'ATC-01', level: 'wire', title: '', file: '' } as const
  expect(stateOf('ATC-01', 'wire', []).state).toBe('none')
  expect(stateOf('ATC-01', 'wire', [{ ...proof, passed: true }]).state).toBe('proved')
  expect(
    stateOf('ATC-01', 'wire', [
      { ...proof, passed: true },
      { ...proof, passed: false },
    ]).state,
  ).toBe('failing')
  expect(stateOf('ATC-01', 'unit', [{ ...proof, passed: true }]).state).toBe('none')
})
