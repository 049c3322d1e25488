import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

const failing = (code: string) => Object.assign(new Error(`code ${code}`), { code })

async function runWith(errors: ReadonlyMap<number, Error>) {
  const done: number[] = []
  const failure = await runEach([1, 2, 3, 4], async (item) => {
    const error = errors.get(item)
    if (error) throw error
    done.push(item)
  }).catch((error: unknown) => error)
  return { done, failure }
}

test('the others are run, and what has failed is thrown afterwards', async () => {
  const [one, two] = [new Error('one'), new Error('two')]
  expect(await runWith(new Map())).toEqual({ done: [1, 2, 3, 4], failure: undefined })
  expect(await runWith(new Map([[2, one]]))).toEqual({ done: [1, 3, 4], failure: one })
  const { done, failure } = await runWith(
    new Map([
      [1, one],
      [3, two],
    ]),
  )
  expect([done, (failure as AggregateError).errors]).toEqual([
    [2, 4],
    [one, two],
  ])
})

test('a statement that waits too long is a failure of its item, but without database or storage nothing is tried', async () => {
  expect((await runWith(new Map([[2, failing('57014')]]))).done).toEqual([1, 3, 4])
  for (const code of ['57P01', '53100', 'ECONNREFUSED', 'EFILESTORE']) {
    const error = failing(code)
    expect(await runWith(new Map([[2, error]]))).toEqual({ done: [1], failure: error })
  }
})
