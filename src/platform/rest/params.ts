import type { RestError } from './response.ts'

export type ParamError = {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}
type Failure<E = ParamError> = { readonly ok: false; readonly error: E }
export type Parsed<T, E = ParamError> = { readonly ok: true; readonly value: T } | Failure<E>

/** JSON Schema of a parameter, for generated documentation. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Parses one query parameter; `undefined` if it was not sent. A nested parameter reads the whole query. */
type Parse<T> = (text: string | undefined, name: string, query: URLSearchParams) => Parsed<T>
export type Parser<T> = Parse<T> & { readonly schema: JsonSchema }

/** A parser with its JSON Schema, so that both are defined in one place. */
export const queryParser = <T>(schema: JsonSchema, parse: Parse<T>): Parser<T> => Object.assign(parse, { schema })

/** The same for a parameter that may be missing or empty. */
export const optionalParser = <T>(
  schema: JsonSchema,
  parse: (text: string, name: string) => Parsed<T>,
): Parser<T | undefined> =>
  queryParser<T | undefined>(schema, (text = '', name) => (text === '' ? ok(undefined) : parse(text, name)))

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const failure = <E>(error: E): Failure<E> => ({ ok: false, error })
export const invalid = (code: string, message: string): Failure => failure({ code, message })

/** 'quantity is not of type number.', as recorded in store-cart-add-item.json. */
export const invalidType = (name: string, type: string): Failure =>
  failure({ code: 'rest_invalid_type', message: `${name} is not of type ${type}.`, data: { param: name } })

type IntegerOptions = { readonly fallback: number; readonly min: number; readonly max?: number }

export function integerParam({ fallback, min, max }: IntegerOptions): Parser<number> {
  const schema = { type: 'integer', minimum: min, ...(max === undefined ? {} : { maximum: max }), default: fallback }
  return queryParser(schema, (text, name) => {
    if (text === undefined) return ok(fallback)
    if (!/^-?\d{1,15}$/.test(text)) return invalidType(name, 'integer')
    const value = Number(text)
    return value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER) ? ok(value) : outOfBounds(name, min, max)
  })
}

export const outOfBounds = (name: string, min: number, max?: number): Failure =>
  invalid(
    'rest_out_of_bounds',
    max === undefined
      ? `${name} must be greater than or equal to ${min}`
      : `${name} must be between ${min} (inclusive) and ${max} (inclusive)`,
  )

/** Number and size of the requested page. */
export const pageParams = {
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
}

/** 'a, b, and c', the list format of recorded errors. */
const joinOptions = (options: readonly string[]): string =>
  options.length === 2 ? options.join(' and ') : `${options.slice(0, -1).join(', ')}, and ${options.at(-1)}`

export const notInEnum = (name: string, options: readonly string[]): Failure =>
  invalid('rest_not_in_enum', `${name} is not one of ${joinOptions(options)}.`)

/** The option that equals the value. */
export function parseOption<const T extends string>(options: readonly T[], value: unknown, name: string): Parsed<T> {
  const option = options.find((one) => one === value)
  return option === undefined ? notInEnum(name, options) : ok(option)
}

export const oneOf = <const T extends string>(options: readonly T[], fallback: T): Parser<T> =>
  queryParser({ type: 'string', enum: options, default: fallback }, (text = fallback, name) =>
    parseOption(options, text, name),
  )

/** Comma-separated values from the options. */
export function someOf<const T extends string>(options: readonly T[]): Parser<readonly T[]> {
  const schema = { type: 'array', items: { type: 'string', enum: options }, default: [] }
  return queryParser(schema, (text = '', name) => {
    const parts = text.split(',').filter((part) => part !== '')
    const values = parts.map((part) => options.find((option) => option === part.trim()))
    const invalidIndex = values.indexOf(undefined)
    return invalidIndex === -1
      ? ok(values.filter((value) => value !== undefined))
      : notInEnum(`${name}[${invalidIndex}]`, options)
  })
}

/** true, 1, 'true' and '1', and their opposites; undefined for anything else. */
export function booleanOf(value: unknown): boolean | undefined {
  const isIn = (values: readonly unknown[]) => values.includes(value)
  return isIn([true, 1, 'true', '1']) || (isIn([false, 0, 'false', '0']) ? false : undefined)
}

const MAX_TEXT_LENGTH = 200

export const searchText: Parser<string> = queryParser({ type: 'string' }, (text = '') =>
  ok(text.slice(0, MAX_TEXT_LENGTH)),
)

/** Maximum of a PostgreSQL integer; larger ids never match. */
export const MAX_ID = 2_147_483_647
const MAX_LIST_LENGTH = 100

/** The values of a comma-separated list, at most 100. */
export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, MAX_LIST_LENGTH)

/** Comma-separated ids; ids out of range are ignored. */
export const idList: Parser<readonly number[]> = queryParser(
  { type: 'array', items: { type: 'integer' }, default: [] },
  (text, name) => {
    const parts = splitList(text)
    const invalidIndex = parts.findIndex((part) => !/^\d{1,15}$/.test(part))
    return invalidIndex === -1
      ? ok(parts.map(Number).filter((id) => id <= MAX_ID))
      : invalidType(`${name}[${invalidIndex}]`, 'integer')
  },
)

export const dateTime = (parse: (text: string) => Date | null): Parser<Date | undefined> =>
  optionalParser({ type: 'string', format: 'date-time' }, (text) => {
    const value = parse(text)
    return value ? ok(value) : invalid('rest_invalid_date', 'Invalid date.')
  })

export type Parsers = Readonly<Record<string, Parser<unknown>>>
export type ParamValues<R extends Parsers> = { [K in keyof R]: R[K] extends Parser<infer T> ? T : never }

/** Parses all parameters of a query, or returns the recorded error that names the invalid ones. */
export const parseParams = <const R extends Parsers>(
  parsers: R,
  query: URLSearchParams,
): Parsed<ParamValues<R>, RestError> =>
  parseEach(parsers, (parser, name) => parser(queryText(query, name), name, query)) as Parsed<ParamValues<R>, RestError>

/** A parameter as text: `name[]=a&name[]=b` and `name[0]=a` are equivalent to `name=a,b`. */
function queryText(query: URLSearchParams, name: string): string | undefined {
  const listed = [...query].filter(([key]) => key.startsWith(name) && /^\[\d*\]$/.test(key.slice(name.length)))
  const text = listed.length > 0 ? listed.map(([, value]) => value).join(',') : query.get(name)
  // Not representable in PostgreSQL.
  return text?.replaceAll('\0', '')
}

/** The values by name, or the recorded error that names the invalid ones. */
export function parseEach<P>(
  parsers: Readonly<Record<string, P>>,
  parse: (parser: P, name: string) => Parsed<unknown>,
): Parsed<Readonly<Record<string, unknown>>, RestError> {
  const values: Record<string, unknown> = {}
  const errors: Record<string, ParamError> = {}
  for (const [name, parser] of Object.entries(parsers)) {
    const parsed = parse(parser, name)
    if (parsed.ok) values[name] = parsed.value
    else errors[name] = parsed.error
  }
  return Object.keys(errors).length === 0 ? ok(values) : failure(invalidParams(errors))
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
