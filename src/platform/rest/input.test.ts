import { expect, test } from 'vitest'
import { z } from 'zod'
import { addTypeError, ids, whole, words } from './fields.ts'
import { argsOf, parseBodyFields, parseQuery } from './input.ts'

const errorsOf = (result: { readonly ok: boolean; readonly error?: { readonly data?: object } }) =>
  (result.error?.data as { readonly params: Record<string, string> } | undefined)?.params

test('a list of objects is sent as name[0][part]=value', () => {
  const filters = z.array(z.object({ attribute: z.string().optional(), slug: z.array(z.string()).optional() }))
  const read = (query: string) => parseQuery(z.object({ filters }), new URLSearchParams(query))
  expect(read('filters[0][attribute]=size&filters[0][slug]=a,b&filters[0][slug][]=c')).toEqual({
    ok: true,
    value: { filters: [{ attribute: 'size', slug: ['a', 'b', 'c'] }] },
  })
  expect(read('filters[7][attribute]=size&filters[1][attribute]=first&filters[1][attribute]=last')).toMatchObject({
    value: { filters: [{ attribute: 'size' }, { attribute: 'last' }] },
  })
  for (const query of ['', 'filters=x', 'filters[]=x', 'filters[0]=x', 'filters[x][slug]=a', 'others[0][slug]=a'])
    expect(read(query)).toEqual({ ok: true, value: { filters: [] } })
})

test('lists of ids and words are read to their end, and longer ones are refused', () => {
  const many = (length: number) => Array.from({ length }, (_, index) => index + 1).join(',')
  const read = (query: string) => parseQuery(z.object({ ids, words }), new URLSearchParams(query))
  expect(read(`ids=${many(1000)}&words=${many(1000)}`)).toMatchObject({
    value: { ids: { length: 1000 }, words: { length: 1000 } },
  })
  expect(errorsOf(read(`ids=${many(1001)}&words=${many(1001)}`))).toEqual({
    ids: 'ids takes at most 1000 items.',
    words: 'words takes at most 1000 items.',
  })
  expect(errorsOf(read('ids=1,x'))).toEqual({ ids: 'ids[1] is not of type integer.' })
  for (const text of ['-1', '-0', '5.0', '1e3'])
    expect(errorsOf(read(`ids=${text}`))).toEqual({ ids: 'ids[0] is not of type integer.' })
})

test('an id out of range is kept as one that nothing has, so that a filter stays a filter', () => {
  const read = (query: string) => parseQuery(z.object({ ids }), new URLSearchParams(query))
  expect(read('ids=2147483647,2147483648,999999999999999')).toEqual({ ok: true, value: { ids: [2147483647, -1, -1] } })
})

test('errors inside of a field stand at their path, or in brackets at their field', () => {
  const schema = z.object({ lines: z.array(z.object({ name: z.string(), count: z.int().optional() })) })
  const body = { lines: [{ name: 'a', count: 'x' }] }
  expect(errorsOf(parseBodyFields(schema, body))).toEqual({
    'lines.0.count': 'lines.0.count is not of type integer.',
  })
  expect(errorsOf(parseBodyFields(schema, body, 'brackets'))).toEqual({
    lines: 'lines[0][count] is not of type integer.',
  })
  expect(errorsOf(parseBodyFields(schema, { lines: [{}] }, 'brackets'))).toEqual({
    lines: 'name is a required property of lines[0].',
  })
})

test('every text inside of a field can be stored, also where nothing is said about it', () => {
  const schema = z.object({ meta: z.array(z.object({ value: z.unknown() })) })
  const sent = { meta: [{ value: ['a\0b', { 'k\0\ud800': ['\udfff'] }] }] }
  expect(parseBodyFields(schema, sent)).toEqual({
    ok: true,
    value: { meta: [{ value: ['ab', { 'k\ufffd': ['\ufffd'] }] }] },
  })
})

test('a custom check names the type that it expected, and where', () => {
  const schema = z.object({ data: z.unknown().superRefine((_, context) => addTypeError(context, 'object', '[inner]')) })
  expect(parseBodyFields(schema, { data: 1 })).toMatchObject({
    error: { data: { details: { data: { code: 'rest_invalid_type', data: { param: 'data[inner]' } } } } },
  })
})

test('arguments are described in the order of WordPress: type, bounds, default, description', () => {
  const query = z.object({
    page: z.int().min(1).default(1).describe('Its number.'),
    slug: words,
    parent: whole,
    address: z
      .unknown()
      .meta({ type: 'object', documented: { properties: { city: { type: 'string' } } } })
      .optional(),
  })
  const body = z.object({ name: z.string().max(5) })
  expect(JSON.stringify(argsOf({ query, body }))).toBe(
    JSON.stringify({
      page: { type: 'integer', minimum: 1, default: 1, description: 'Its number.', required: false },
      slug: { type: 'array', items: { type: 'string' }, maxItems: 1000, default: [], required: false },
      parent: { type: 'integer', minimum: 0, required: false },
      address: { type: 'object', properties: { city: { type: 'string' } }, required: false },
      name: { type: 'string', maxLength: 5, required: true },
    }),
  )
})

test.each(['constructor', 'toString', '__proto__'])(
  'the error of an unknown field names it also if it is %s',
  (name) => {
    const sent = JSON.parse(`{"${name}":1}`) as Record<string, unknown>
    expect(Object.entries(errorsOf(parseBodyFields(z.strictObject({}), sent)) ?? {})).toEqual([
      [name, `${name} is not known.`],
    ])
  },
)
