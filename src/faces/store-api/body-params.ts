import type { Context } from 'hono'
import {
  invalidParams,
  invalidType,
  type JsonSchema,
  missingParams,
  ok,
  type ParamError,
  type Parsed,
  withSchema,
} from '../../platform/rest/params.ts'
import { parseBody } from '../../platform/rest/request.ts'
import type { StoreError } from './response.ts'

export type BodyFields = Readonly<Record<string, unknown>>

/** Parses one parameter of a body; `undefined` and `null` mean that it was not sent. */
export type BodyParser<T> = ((value: unknown, name: string) => Parsed<T>) & { readonly schema: JsonSchema }
export type BodyParsers = Readonly<Record<string, BodyParser<unknown>>>
export type Values<R extends BodyParsers> = { [K in keyof R]: R[K] extends BodyParser<infer T> ? T : never }

export type ParsedFields<R extends BodyParsers> =
  | { readonly ok: true; readonly values: Values<R>; readonly fields: BodyFields }
  | { readonly ok: false; readonly error: StoreError }

/**
 * Parses parameters from a JSON or form body, else from the query. Missing required parameters are reported before
 * invalid ones, as recorded.
 */
export async function parseFields<const R extends BodyParsers>(
  context: Context,
  parsers: R,
  required: readonly (keyof R & string)[] = [],
): Promise<ParsedFields<R>> {
  const body = await parseBody(context)
  if (!body.ok) return body
  const rawValue = (name: string): unknown =>
    Object.hasOwn(body.fields, name) ? body.fields[name] : context.req.query(name)
  const missing = required.filter((name) => rawValue(name) === undefined || rawValue(name) === null)
  if (missing.length > 0) return { ok: false, error: missingParams(missing) }
  const values: Record<string, unknown> = {}
  const errors: Record<string, ParamError> = {}
  for (const [name, parser] of Object.entries(parsers)) {
    const parsed = parser(rawValue(name) ?? undefined, name)
    if (parsed.ok) values[name] = parsed.value
    else errors[name] = parsed.error
  }
  if (Object.keys(errors).length > 0) return { ok: false, error: invalidParams(errors) }
  return { ok: true, values: values as Values<R>, fields: body.fields }
}

const isNumeric = (value: unknown): value is string | number =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= 20 && /^-?\d+(\.\d+)?$/.test(value.trim()))

/** A parser for a body parameter with its JSON Schema and description. */
export const bodyParser =
  <T>(schema: JsonSchema, parse: (value: unknown, name: string) => Parsed<T>) =>
  (description: string): BodyParser<T> =>
    withSchema({ ...schema, description }, (value: unknown, name: string) => parse(value, name))

export const number = bodyParser<number | undefined>({ type: 'number' }, (value, name) => {
  if (value === undefined) return ok(undefined)
  return isNumeric(value) ? ok(Number(value)) : invalidType(name, 'number')
})

export const integer = bodyParser<number | undefined>({ type: 'integer' }, (value, name) => {
  if (value === undefined) return ok(undefined)
  return isNumeric(value) && Number.isInteger(Number(value)) ? ok(Number(value)) : invalidType(name, 'integer')
})

/** Makes text storable: well-formed Unicode without NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Text, truncated to the maximum length. */
export const text = (maxLength: number) =>
  bodyParser<string | undefined>({ type: 'string' }, (value, name) => {
    if (value === undefined) return ok(undefined)
    if (typeof value === 'number') return ok(String(value))
    return typeof value === 'string' ? ok(storable(value).slice(0, maxLength)) : invalidType(name, 'string')
  })

export const optionalBoolean = bodyParser<boolean | undefined>({ type: 'boolean' }, (value, name) => {
  if (value === undefined || value === '') return ok(undefined)
  if (value === true || value === 'true' || value === 1 || value === '1') return ok(true)
  return value === false || value === 'false' || value === 0 || value === '0' ? ok(false) : invalidType(name, 'boolean')
})

/** An object; `shape` is its schema. */
export const record = (shape: JsonSchema = { type: 'object' }) =>
  bodyParser<BodyFields | undefined>(shape, (value, name) => {
    if (value === undefined) return ok(undefined)
    return isRecord(value) ? ok(value) : invalidType(name, 'object')
  })

export const isRecord = (value: unknown): value is BodyFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_PAIRS = 100

/** `[{ attribute: 'pa_size', value: '100-g' }]`: a list of objects with two texts. */
export const pairs = <const N extends string, const V extends string>(nameKey: N, valueKey: V) =>
  bodyParser<readonly (readonly [name: string, value: string])[]>(
    {
      type: 'array',
      items: { type: 'object', properties: { [nameKey]: { type: 'string' }, [valueKey]: { type: 'string' } } },
    },
    (value, name) => {
      if (value === undefined) return ok([])
      if (!Array.isArray(value)) return invalidType(name, 'array')
      const result: [string, string][] = []
      for (const [index, item] of value.slice(0, MAX_PAIRS).entries()) {
        if (!isRecord(item)) return invalidType(`${name}[${index}]`, 'object')
        const texts = [item[nameKey], item[valueKey]].map((part) => asText(part))
        const invalidIndex = texts.indexOf(null)
        if (invalidIndex !== -1)
          return invalidType(`${name}[${index}][${invalidIndex === 0 ? nameKey : valueKey}]`, 'string')
        result.push([texts[0] ?? '', texts[1] ?? ''])
      }
      return ok(result)
    },
  )

function asText(part: unknown): string | null {
  if (part === undefined || part === null) return ''
  if (typeof part === 'number' || typeof part === 'boolean') return String(part)
  return typeof part === 'string' ? storable(part).slice(0, 1000) : null
}
