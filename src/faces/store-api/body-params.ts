import type { Context } from 'hono'
import {
  booleanOf,
  failure,
  invalidType,
  type JsonSchema,
  missingParams,
  ok,
  type Parsed,
  parseEach,
} from '../../platform/rest/params.ts'
import { type Fields, isRecord, parseBody } from '../../platform/rest/request.ts'
import type { StoreError } from './response.ts'

/** Parses one parameter of a body; `undefined` means that it was not sent, or `null` was. */
export type BodyParser<T> = ((value: unknown, name: string) => Parsed<T>) & { readonly schema: JsonSchema }
export type BodyParsers = Readonly<Record<string, BodyParser<unknown>>>
export type Values<R extends BodyParsers> = { [K in keyof R]: R[K] extends BodyParser<infer T> ? T : never }

/**
 * Parses parameters from a JSON or form body, else from the query. Missing required parameters are reported before
 * invalid ones, as recorded.
 */
export async function parseFields<const R extends BodyParsers>(
  context: Context,
  parsers: R,
  required: readonly (keyof R & string)[] = [],
): Promise<Parsed<{ readonly values: Values<R>; readonly fields: Fields }, StoreError>> {
  const body = await parseBody(context)
  if (!body.ok) return body
  const fields = body.value
  const rawValue = (name: string): unknown =>
    (Object.hasOwn(fields, name) ? fields[name] : context.req.query(name)) ?? undefined
  const missing = required.filter((name) => rawValue(name) === undefined)
  if (missing.length > 0) return failure(missingParams(missing))
  const parsed = parseEach(parsers, (parser, name) => parser(rawValue(name), name))
  return parsed.ok ? ok({ values: parsed.value as Values<R>, fields }) : parsed
}

/** A parser for a body parameter with its JSON Schema and description. */
export const bodyParser =
  <T>(schema: JsonSchema, parse: (value: unknown, name: string) => Parsed<T>) =>
  (description: string): BodyParser<T> =>
    Object.assign((value: unknown, name: string) => parse(value, name), { schema: { ...schema, description } })

/** The same for a parameter that need not be sent. */
export const optional = <T>(schema: JsonSchema, parse: (value: unknown, name: string) => Parsed<T>) =>
  bodyParser<T | undefined>(schema, (value, name) => (value === undefined ? ok(value) : parse(value, name)))

/** NaN for anything but numbers, and texts of numbers. */
const numberOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 20 && /^-?\d+(\.\d+)?$/.test(value.trim()))
    ? Number(value)
    : NaN

export const number = optional({ type: 'number' }, (value, name) =>
  Number.isFinite(numberOf(value)) ? ok(numberOf(value)) : invalidType(name, 'number'),
)

export const integer = optional({ type: 'integer' }, (value, name) =>
  Number.isInteger(numberOf(value)) ? ok(numberOf(value)) : invalidType(name, 'integer'),
)

/** Makes text storable: well-formed Unicode without NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Text, truncated to the maximum length. */
export const text = (maxLength: number) =>
  optional({ type: 'string' }, (value, name) => {
    if (typeof value === 'number') return ok(String(value))
    return typeof value === 'string' ? ok(storable(value).slice(0, maxLength)) : invalidType(name, 'string')
  })

export const boolean = optional({ type: 'boolean' }, (value, name) => {
  const parsed = booleanOf(value)
  return parsed !== undefined || value === '' ? ok(parsed) : invalidType(name, 'boolean')
})

/** An object; `shape` is its schema. */
export const record = (shape: JsonSchema = { type: 'object' }) =>
  optional(shape, (value, name) => (isRecord(value) ? ok(value) : invalidType(name, 'object')))

const MAX_PAIRS = 100

/** `[{ attribute: 'pa_size', value: '100-g' }]`: a list of objects with two texts. */
export const pairs = (...keys: readonly [name: string, value: string]) =>
  bodyParser<readonly (readonly [name: string, value: string])[]>(
    {
      type: 'array',
      items: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])) },
    },
    (value = [], name) => {
      if (!Array.isArray(value)) return invalidType(name, 'array')
      const result: [string, string][] = []
      for (const [index, item] of value.slice(0, MAX_PAIRS).entries()) {
        if (!isRecord(item)) return invalidType(`${name}[${index}]`, 'object')
        const [first, second] = keys.map((key) => textOf(item[key]))
        if (first === null) return invalidType(`${name}[${index}][${keys[0]}]`, 'string')
        if (second === null) return invalidType(`${name}[${index}][${keys[1]}]`, 'string')
        result.push([first ?? '', second ?? ''])
      }
      return ok(result)
    },
  )

function textOf(part: unknown): string | null {
  if (part === undefined || part === null) return ''
  if (typeof part === 'number' || typeof part === 'boolean') return String(part)
  return typeof part === 'string' ? storable(part).slice(0, 1000) : null
}
