/** Random input to every REST call, in an administrator's name, causes no server error, and all orders still add up. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { jsonSchemaOf } from '../../src/platform/rest/input.ts'
import { isRecord } from '../../src/platform/rest/request.ts'
import { repetitions } from '../running/long-run.ts'
import { openListedItems } from './listed-items.ts'

const { call } = await openListedItems()

/** The parts of a JSON schema that the declarations of calls use. */
type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
}

const anyNumber = fc.constantFrom(0, 1, 2, 3, 10, 100, -1, 0.5, 1e15, 2_147_483_647, 2_147_483_648)
const anyText = fc.oneof(
  fc.constantFrom('', '1', '-1', '12.50', '1e3', '0.001', '99999999999999', 'tea', 'pa_size', 'publish', 'CA', 'CA:ON'),
  fc.constantFrom('H2X 1Y4', '2026-11-01T00:00:00', '2026-13-01', '0001-01-01T00:00:00', '9999-12-31T23:59:59'),
  fc.constantFrom('https://shop.test/a.png', 'http://127.0.0.1/', 'a\0b', '\ud800', '🍵', '<b>', '[qty]*', '(', '1/0'),
  fc.constantFrom('x'.repeat(300), 'x'.repeat(5_000), '__proto__', 'constructor', '%', "'", '\\', 'NaN', '1e400'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const anyJson = fc.oneof(
  anyText,
  anyNumber,
  fc.constantFrom(null, true, false, [], {}, [null], [[]], { a: {} }, { id: 1 }, [{ id: 1 }], [0], [1, 1]),
)

const orOther = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary, weight: 16 }, { arbitrary: anyJson, weight: 1 })

/** Values that usually match the schema. */
function matching({ type, properties = {}, items = {}, anyOf, ...schema }: Schema): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map(matching))
  if (schema.enum) return orOther(fc.constantFrom(...schema.enum))
  if ('const' in schema) return orOther(fc.constant(schema.const))
  if (type === 'integer' || type === 'number') return orOther(anyNumber)
  if (type === 'boolean') return orOther(fc.boolean())
  if (type === 'string') return orOther(anyText)
  if (type === 'array') return orOther(fc.array(matching(items), { maxLength: 3 }))
  if (type === 'object') return orOther(someOf(properties))
  return anyJson
}

const someOf = (properties: Readonly<Record<string, Schema>>) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, matching(schema)])), {
    requiredKeys: [],
  })

const fieldsOf = (schema: Parameters<typeof jsonSchemaOf>[0]) => (jsonSchemaOf(schema) as Schema).properties ?? {}

const parameter = /:(\w+)(\{[^}]*\})?/g
const names = ['standard', 'CA', 'CAD', 'publish', 'bacs', 'flat_rate', 'general', 'post', 'pa_size', '1', "'", '%25']

/** The first page of the list that an item's path is in, as the stored items of an update. */
async function storedItems(path: string): Promise<readonly Record<string, unknown>[]> {
  const [list] = path.split(/\/:/)
  if (list === undefined || list === path) return []
  const { status, json } = await call('GET', list)
  return status === 200 && Array.isArray(json) ? json.filter(isRecord) : []
}

/** What would sign the caller out, or answers with a file. */
const isLeftOut = (path: string, method: string) =>
  /csv|export/.test(path) || (method !== 'GET' && /users|customers|people|session|demo/.test(path))

const calls = restCalls
  .flatMap((one) => one.methods.map((method) => ({ one, method, path: one.path.replace('/wp-json', '') })))
  .filter(({ path, method }) => !isLeftOut(path, method))

test.each(calls)('$method $path', async ({ one, method, path }) => {
  const stored = await storedItems(path)
  const ids = stored.flatMap(({ id }) => (typeof id === 'number' ? [String(id)] : []))
  const anyId = fc.constantFrom(...ids, ...ids, '0', '1', '2147483648', '99999999999999999999')
  const anyPath = fc
    .tuple(anyId, fc.constantFrom(...names))
    .map(([id, name]) => path.replaceAll(parameter, (_, __, pattern = '') => (/d|0-9/.test(pattern) ? id : name)))
  const isSent = method !== 'GET' && method !== 'DELETE'
  const fields = fieldsOf(one.body)
  const [item = {}] = stored
  const known = Object.fromEntries(Object.entries(item).filter(([name]) => name in fields && name !== 'id'))
  const anyBody = fc
    .tuple(fc.boolean(), someOf(fields))
    .map(([isUpdate, sent]) =>
      isUpdate ? { ...known, ...Object.fromEntries(Object.entries(sent).slice(0, 2)) } : sent,
    )
  await fc.assert(
    fc.asyncProperty(anyPath, someOf(fieldsOf(one.query)), anyBody, async (address, query, body) => {
      const params = new URLSearchParams()
      for (const [name, value] of Object.entries(query))
        for (const text of [value].flat())
          params.append(Array.isArray(value) ? `${name}[]` : name, isRecord(text) ? JSON.stringify(text) : String(text))
      const { status } = await call(method, `${address}?${params}`, isSent ? body : undefined)
      // What cannot be moved to the trash answers 501, as recorded.
      expect(status === 501 ? 0 : status).toBeLessThan(500)
      expect(status).not.toBe(401)
    }),
    { numRuns: repetitions(6) },
  )
})

test('afterwards every order adds up to its total', async () => {
  const { items } = await call('GET', '/wc/v3/orders?per_page=100')
  const cents = (amount: unknown) => Math.round(Number(amount) * 100)
  const sum = (lines: unknown, ...keys: readonly string[]) =>
    (lines as readonly Record<string, unknown>[]).reduce(
      (total, line) => keys.reduce((all, key) => all + cents(line[key]), total),
      0,
    )
  expect(items.length).toBeGreaterThan(2)
  for (const { id, total, total_tax, line_items, shipping_lines, fee_lines, tax_lines } of items) {
    const lines = [line_items, shipping_lines, fee_lines].flat()
    expect([id, sum(lines, 'total', 'total_tax')]).toEqual([id, cents(total)])
    expect([id, sum(tax_lines, 'tax_total', 'shipping_tax_total')]).toEqual([id, cents(total_tax)])
  }
})
