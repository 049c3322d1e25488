import type { z } from 'zod'
import type { RestError } from './response.ts'

export type ParamError = {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ParamError }

/** JSON Schema of a parameter, for generated documentation. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Parses one parameter; `undefined` if it was not sent. */
export type Parser<T> = ((text: string | undefined, name: string) => Parsed<T>) & { readonly schema?: JsonSchema }

/** Attaches the JSON Schema to a parser, so that both are defined in one place. */
export const withSchema = <R extends (...args: never[]) => unknown>(
  schema: JsonSchema,
  parse: R,
): R & { readonly schema: JsonSchema } => Object.assign(parse, { schema })

export const ok = <T>(value: T): Parsed<T> => ({ ok: true, value })
const invalid = (code: string, message: string): Parsed<never> => ({ ok: false, error: { code, message } })

/** 'quantity is not of type number.', as recorded in store-cart-add-item.json. */
export const invalidType = (name: string, type: string): Parsed<never> => ({
  ok: false,
  error: { code: 'rest_invalid_type', message: `${name} is not of type ${type}.`, data: { param: name } },
})

type IntegerOptions = { readonly fallback: number; readonly min: number; readonly max?: number }

export function integerParam({ fallback, min, max }: IntegerOptions): Parser<number> {
  const schema = { type: 'integer', minimum: min, ...(max === undefined ? {} : { maximum: max }), default: fallback }
  return withSchema(schema, (text: string | undefined, name: string) => {
    if (text === undefined) return ok(fallback)
    if (!/^-?\d{1,15}$/.test(text)) return invalidType(name, 'integer')
    const value = Number(text)
    if (value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER)) return ok(value)
    return max === undefined
      ? invalid('rest_out_of_bounds', `${name} must be greater than or equal to ${min}`)
      : invalid('rest_out_of_bounds', `${name} must be between ${min} (inclusive) and ${max} (inclusive)`)
  })
}

/** 'a, b, and c', the list format of recorded errors. */
const joinOptions = (options: readonly string[]): string =>
  options.length === 2 ? options.join(' and ') : `${options.slice(0, -1).join(', ')}, and ${options.at(-1)}`

export const notInEnum = (name: string, options: readonly string[]): ParamError => ({
  code: 'rest_not_in_enum',
  message: `${name} is not one of ${joinOptions(options)}.`,
})

export function oneOf<const T extends string>(options: readonly T[], fallback: T): Parser<T> {
  const schema = { type: 'string', enum: options, default: fallback }
  return withSchema(schema, (text: string | undefined, name: string): Parsed<T> => {
    if (text === undefined) return ok(fallback)
    const value = options.find((option) => option === text)
    return value === undefined ? { ok: false, error: notInEnum(name, options) } : ok(value)
  })
}

/** Comma-separated values from the options. */
export function someOf<const T extends string>(options: readonly T[]): Parser<readonly T[]> {
  const schema = { type: 'array', items: { type: 'string', enum: options }, default: [] }
  return withSchema(schema, (text: string | undefined, name: string): Parsed<readonly T[]> => {
    const parts = (text ?? '').split(',').filter((part) => part !== '')
    const values = parts.map((part) => options.find((option) => option === part.trim()))
    const invalidIndex = values.indexOf(undefined)
    return invalidIndex === -1
      ? ok(values.filter((value) => value !== undefined))
      : { ok: false, error: notInEnum(`${name}[${invalidIndex}]`, options) }
  })
}

const MAX_SEARCH_LENGTH = 200

export const searchText: Parser<string> = withSchema({ type: 'string' }, (text: string | undefined) =>
  ok((text ?? '').slice(0, MAX_SEARCH_LENGTH)),
)

const MAX_ID = 2_147_483_647
const MAX_IDS = 100

/** Comma-separated ids, at most 100; ids out of range are ignored. */
export const idList: Parser<readonly number[]> = withSchema(
  { type: 'array', items: { type: 'integer' }, default: [] },
  (text: string | undefined, name: string): Parsed<readonly number[]> => {
    const parts = (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, MAX_IDS)
    const invalidIndex = parts.findIndex((part) => !/^\d{1,15}$/.test(part))
    return invalidIndex === -1
      ? ok(parts.map(Number).filter((id) => id <= MAX_ID))
      : invalidType(`${name}[${invalidIndex}]`, 'integer')
  },
)

export function dateTime(parse: (text: string) => Date | null): Parser<Date | undefined> {
  return withSchema({ type: 'string', format: 'date-time' }, (text: string | undefined) => {
    if (text === undefined || text === '') return ok(undefined)
    const value = parse(text)
    return value ? ok(value) : invalid('rest_invalid_date', 'Invalid date.')
  })
}

export type Parsers = Readonly<Record<string, Parser<unknown>>>
export type ParamValues<R extends Parsers> = { [K in keyof R]: R[K] extends Parser<infer T> ? T : never }

/** Parses all parameters of a request, or returns the recorded error that names the invalid ones. */
export function parseParams<const R extends Parsers>(
  parsers: R,
  rawValue: (name: string) => string | undefined,
): { readonly ok: true; readonly values: ParamValues<R> } | { readonly ok: false; readonly error: RestError } {
  const values: Record<string, unknown> = {}
  const errors: Record<string, ParamError> = {}
  for (const [name, parser] of Object.entries(parsers)) {
    const parsed = parser(rawValue(name), name)
    if (parsed.ok) values[name] = parsed.value
    else errors[name] = parsed.error
  }
  return Object.keys(errors).length === 0
    ? { ok: true, values: values as ParamValues<R> }
    : { ok: false, error: invalidParams(errors) }
}

export function invalidParams(errors: Readonly<Record<string, ParamError>>): RestError {
  const entries = Object.entries(errors)
  return {
    status: 400,
    code: 'rest_invalid_param',
    message: `Invalid parameter(s): ${Object.keys(errors).join(', ')}`,
    data: {
      params: Object.fromEntries(entries.map(([name, { message }]) => [name, message])),
      details: Object.fromEntries(
        entries.map(([name, { code, message, data }]) => [name, { code, message, data: data ?? null }]),
      ),
    },
  }
}

export const missingParams = (names: readonly string[]): RestError => ({
  status: 400,
  code: 'rest_missing_callback_param',
  message: `Missing parameter(s): ${names.join(', ')}`,
  data: { params: names },
})

/** The same from one message per field. */
export const invalidFields = (messages: Readonly<Record<string, string>>): RestError =>
  invalidParams(
    Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [name, { code: 'rest_invalid_param', message }]),
    ),
  )

/** Fields of a body by their schema. */
export function parseFields<T>(
  schema: z.ZodType<T>,
  fields: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RestError } {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { ok: true, value: parsed.data }
  const messages = parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])
  return { ok: false, error: invalidFields(Object.fromEntries(messages)) }
}
