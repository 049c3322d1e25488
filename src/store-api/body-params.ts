import type { Context } from 'hono'
import {
  described,
  invalidParams,
  type JsonSchema,
  missingParams,
  type Read,
  right,
  type Wrong,
  wrongType,
} from '../rest/params.ts'
import { readBody } from '../rest/request.ts'
import type { StoreError } from './answer.ts'

export type BodyFields = Readonly<Record<string, unknown>>

/** Reads one parameter of a body; `undefined` and `null` mean that it was not sent. */
export type BodyReader<T> = ((value: unknown, name: string) => Read<T>) & { readonly schema: JsonSchema }
export type BodyReaders = Readonly<Record<string, BodyReader<unknown>>>
export type Values<R extends BodyReaders> = { [K in keyof R]: R[K] extends BodyReader<infer T> ? T : never }

export type ReadFields<R extends BodyReaders> =
  | { readonly ok: true; readonly values: Values<R>; readonly fields: BodyFields }
  | { readonly ok: false; readonly error: StoreError }

/**
 * Reads the parameters of a call from its JSON or form body, else from its address. What is required and not there is
 * told before what is wrong, as recorded.
 */
export async function readFields<const R extends BodyReaders>(
  context: Context,
  readers: R,
  required: readonly (keyof R & string)[] = [],
): Promise<ReadFields<R>> {
  const body = await readBody(context)
  if (!body.ok) return body
  const given = (name: string): unknown =>
    Object.hasOwn(body.fields, name) ? body.fields[name] : context.req.query(name)
  const missing = required.filter((name) => given(name) === undefined || given(name) === null)
  if (missing.length > 0) return { ok: false, error: missingParams(missing) }
  const values: Record<string, unknown> = {}
  const wrongs: Record<string, Wrong> = {}
  for (const [name, reader] of Object.entries(readers)) {
    const read = reader(given(name) ?? undefined, name)
    if (read.ok) values[name] = read.value
    else wrongs[name] = read.wrong
  }
  if (Object.keys(wrongs).length > 0) return { ok: false, error: invalidParams(wrongs) }
  return { ok: true, values: values as Values<R>, fields: body.fields }
}

const isNumeric = (value: unknown): value is string | number =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= 20 && /^-?\d+(\.\d+)?$/.test(value.trim()))

/** A reader of a body's parameter and what it takes, with a word on what it is for. */
export const reader =
  <T>(schema: JsonSchema, read: (value: unknown, name: string) => Read<T>) =>
  (description: string): BodyReader<T> =>
    described({ ...schema, description }, (value: unknown, name: string) => read(value, name))

export const number = reader<number | undefined>({ type: 'number' }, (value, name) => {
  if (value === undefined) return right(undefined)
  return isNumeric(value) ? right(Number(value)) : wrongType(name, 'number')
})

export const integer = reader<number | undefined>({ type: 'integer' }, (value, name) => {
  if (value === undefined) return right(undefined)
  return isNumeric(value) && Number.isInteger(Number(value)) ? right(Number(value)) : wrongType(name, 'integer')
})

/** Text as the database can keep it: whole characters, none of them NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Text; what is longer is cut. */
export const text = (longest: number) =>
  reader<string | undefined>({ type: 'string' }, (value, name) => {
    if (value === undefined) return right(undefined)
    if (typeof value === 'number') return right(String(value))
    return typeof value === 'string' ? right(storable(value).slice(0, longest)) : wrongType(name, 'string')
  })

export const yesOrNo = reader<boolean | undefined>({ type: 'boolean' }, (value, name) => {
  if (value === undefined || value === '') return right(undefined)
  if (value === true || value === 'true' || value === 1 || value === '1') return right(true)
  return value === false || value === 'false' || value === 0 || value === '0'
    ? right(false)
    : wrongType(name, 'boolean')
})

/** An object; `shape` says what is looked for in it. */
export const record = (shape: JsonSchema = { type: 'object' }) =>
  reader<BodyFields | undefined>(shape, (value, name) => {
    if (value === undefined) return right(undefined)
    return isRecord(value) ? right(value) : wrongType(name, 'object')
  })

export const isRecord = (value: unknown): value is BodyFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MOST_PAIRS = 100

/** `[{ attribute: 'pa_size', value: '100-g' }]`: two texts under these names, however many times. */
export const pairs = <const N extends string, const V extends string>(nameKey: N, valueKey: V) =>
  reader<readonly (readonly [name: string, value: string])[]>(
    {
      type: 'array',
      items: { type: 'object', properties: { [nameKey]: { type: 'string' }, [valueKey]: { type: 'string' } } },
    },
    (value, name) => {
      if (value === undefined) return right([])
      if (!Array.isArray(value)) return wrongType(name, 'array')
      const found: [string, string][] = []
      for (const [index, item] of value.slice(0, MOST_PAIRS).entries()) {
        if (!isRecord(item)) return wrongType(`${name}[${index}]`, 'object')
        const texts = [item[nameKey], item[valueKey]].map((part) => asText(part))
        const wrong = texts.indexOf(null)
        if (wrong !== -1) return wrongType(`${name}[${index}][${wrong === 0 ? nameKey : valueKey}]`, 'string')
        found.push([texts[0] ?? '', texts[1] ?? ''])
      }
      return right(found)
    },
  )

function asText(part: unknown): string | null {
  if (part === undefined || part === null) return ''
  if (typeof part === 'number' || typeof part === 'boolean') return String(part)
  return typeof part === 'string' ? storable(part).slice(0, 1000) : null
}
