import type { RestError } from './answer.ts'

export type Wrong = {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly wrong: Wrong }

/** What a reader takes, for the documents that are made of it: JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Reads one parameter from its text; `undefined` when it was not sent. */
export type Reader<T> = ((text: string | undefined, name: string) => Read<T>) & { readonly schema?: JsonSchema }

/** A reader and what it takes, said in one place, so that the one cannot change without the other. */
export const described = <R extends (...given: never[]) => unknown>(
  schema: JsonSchema,
  read: R,
): R & { readonly schema: JsonSchema } => Object.assign(read, { schema })

export const right = <T>(value: T): Read<T> => ({ ok: true, value })
const wrong = (code: string, message: string): Read<never> => ({ ok: false, wrong: { code, message } })

/** 'quantity is not of type number.', as recorded in store-cart-add-item.json. */
export const wrongType = (name: string, type: string): Read<never> => ({
  ok: false,
  wrong: { code: 'rest_invalid_type', message: `${name} is not of type ${type}.`, data: { param: name } },
})

type Bounds = { readonly fallback: number; readonly min: number; readonly max?: number }

export function wholeNumber({ fallback, min, max }: Bounds): Reader<number> {
  const schema = { type: 'integer', minimum: min, ...(max === undefined ? {} : { maximum: max }), default: fallback }
  return described(schema, (text: string | undefined, name: string) => {
    if (text === undefined) return right(fallback)
    if (!/^-?\d{1,15}$/.test(text)) return wrongType(name, 'integer')
    const value = Number(text)
    if (value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER)) return right(value)
    return max === undefined
      ? wrong('rest_out_of_bounds', `${name} must be greater than or equal to ${min}`)
      : wrong('rest_out_of_bounds', `${name} must be between ${min} (inclusive) and ${max} (inclusive)`)
  })
}

/** 'a, b, and c', as the recorded errors list what would have been right. */
const listed = (options: readonly string[]): string =>
  options.length === 2 ? options.join(' and ') : `${options.slice(0, -1).join(', ')}, and ${options.at(-1)}`

export const notInList = (name: string, options: readonly string[]): Wrong => ({
  code: 'rest_not_in_enum',
  message: `${name} is not one of ${listed(options)}.`,
})

export function oneOf<const T extends string>(options: readonly T[], fallback: T): Reader<T> {
  const schema = { type: 'string', enum: options, default: fallback }
  return described(schema, (text: string | undefined, name: string): Read<T> => {
    if (text === undefined) return right(fallback)
    const value = options.find((option) => option === text)
    return value === undefined ? { ok: false, wrong: notInList(name, options) } : right(value)
  })
}

/** Several of the options, separated by commas. */
export function someOf<const T extends string>(options: readonly T[]): Reader<readonly T[]> {
  const schema = { type: 'array', items: { type: 'string', enum: options }, default: [] }
  return described(schema, (text: string | undefined, name: string): Read<readonly T[]> => {
    const given = (text ?? '').split(',').filter((part) => part !== '')
    const values = given.map((part) => options.find((option) => option === part.trim()))
    const at = values.indexOf(undefined)
    return at === -1
      ? right(values.filter((value) => value !== undefined))
      : { ok: false, wrong: notInList(`${name}[${at}]`, options) }
  })
}

const LONGEST_SEARCH = 200

export const words: Reader<string> = described({ type: 'string' }, (text: string | undefined) =>
  right((text ?? '').slice(0, LONGEST_SEARCH)),
)

const LARGEST_ID = 2_147_483_647
const MOST_IDS = 100

/** Ids separated by commas, at most 100; beyond what a table can hold an id names nothing and is left out. */
export const idList: Reader<readonly number[]> = described(
  { type: 'array', items: { type: 'integer' }, default: [] },
  (text: string | undefined, name: string): Read<readonly number[]> => {
    const parts = (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, MOST_IDS)
    const wrong = parts.findIndex((part) => !/^\d{1,15}$/.test(part))
    return wrong === -1
      ? right(parts.map(Number).filter((id) => id <= LARGEST_ID))
      : wrongType(`${name}[${wrong}]`, 'integer')
  },
)

export function moment(read: (text: string) => Date | null): Reader<Date | undefined> {
  return described({ type: 'string', format: 'date-time' }, (text: string | undefined) => {
    if (text === undefined || text === '') return right(undefined)
    const value = read(text)
    return value ? right(value) : wrong('rest_invalid_date', 'Invalid date.')
  })
}

type Readers = Readonly<Record<string, Reader<unknown>>>
type Values<R extends Readers> = { [K in keyof R]: R[K] extends Reader<infer T> ? T : never }

/** Reads all parameters of a request, or says in the recorded form which ones are wrong. */
export function readParams<const R extends Readers>(
  readers: R,
  given: (name: string) => string | undefined,
): { readonly ok: true; readonly values: Values<R> } | { readonly ok: false; readonly error: RestError } {
  const values: Record<string, unknown> = {}
  const wrongs: Record<string, Wrong> = {}
  for (const [name, reader] of Object.entries(readers)) {
    const read = reader(given(name), name)
    if (read.ok) values[name] = read.value
    else wrongs[name] = read.wrong
  }
  return Object.keys(wrongs).length === 0
    ? { ok: true, values: values as Values<R> }
    : { ok: false, error: invalidParams(wrongs) }
}

export function invalidParams(wrongs: Readonly<Record<string, Wrong>>): RestError {
  const entries = Object.entries(wrongs)
  return {
    status: 400,
    code: 'rest_invalid_param',
    message: `Invalid parameter(s): ${Object.keys(wrongs).join(', ')}`,
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

/** The same from plain words about each field. */
export const wrongParams = (wrongs: Readonly<Record<string, string>>): RestError =>
  invalidParams(
    Object.fromEntries(
      Object.entries(wrongs).map(([name, message]) => [name, { code: 'rest_invalid_param', message }]),
    ),
  )
