import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { isTooDeep, MAX_JSON_DEPTH, parseBody } from './request.ts'

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

test('[API-02] numbers that would lose digits are texts, outside of texts', async () => {
  const app = new Hono().post('/', async (context) => context.json(await parseBody(context)))
  const read = async (body: string) => {
    const headers = { 'content-type': 'application/json' }
    return ((await (await app.request('/', { method: 'POST', headers, body })).json()) as { value: unknown }).value
  }
  expect(await read('{"id":9007199254740993,"list":[-9223372036854775808,7],"9007199254740993":1}')).toEqual({
    id: '9007199254740993',
    list: ['-9223372036854775808', 7],
    '9007199254740993': 1,
  })
  expect(await read('{"a":1e400,"b":-1E+400,"c":1e20,"d":9007199254740991,"e":0.12345678901234567890}')).toEqual({
    a: '1e400',
    b: '-1E+400',
    c: 1e20,
    d: 9_007_199_254_740_991,
    e: 0.12345678901234568,
  })
  const text = '{"note":"\\"9007199254740993, \\\\"}'
  expect(await read(text)).toEqual({ note: '"9007199254740993, \\' })
})
