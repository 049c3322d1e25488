import { isDeepStrictEqual } from 'node:util'
import { errorOf, type RestError } from './response.ts'

export type ParamError = {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}
type Failure<E = ParamError> = { readonly ok: false; readonly error: E }
export type Parsed<T, E = ParamError> = { readonly ok: true; readonly value: T } | Failure<E>

/** JSON Schema of a parameter, for generated documentation. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const failure = <E>(error: E): Failure<E> => ({ ok: false, error })
export const invalid = (code: string, message: string): Failure => failure({ code, message })

/** 'quantity is not of type number.', as recorded in store-cart-add-item.json. */
export const invalidType = (name: string, type: string): Failure =>
  failure({ code: 'rest_invalid_type', message: `${name} is not of type ${type}.`, data: { param: name } })

export const outOfBounds = (name: string, min: number, max?: number): Failure =>
  invalid(
    'rest_out_of_bounds',
    max === undefined
      ? `${name} must be greater than or equal to ${min}`
      : `${name} must be between ${min} (inclusive) and ${max} (inclusive)`,
  )

/** 'a, b, and c', the list format of recorded errors. */
const joinOptions = (options: readonly string[]): string =>
  options.length === 2 ? options.join(' and ') : `${options.slice(0, -1).join(', ')}, and ${options.at(-1)}`

export const notInEnum = (name: string, options: readonly string[]): Failure =>
  invalid('rest_not_in_enum', `${name} is not ${options.length > 1 ? `one of ${joinOptions(options)}` : options[0]}.`)

/** true, 1, 'true' and '1', and their opposites; undefined for anything else. */
export function booleanOf(value: unknown): boolean | undefined {
  const isIn = (values: readonly unknown[]) => values.includes(value)
  return isIn([true, 1, 'true', '1']) || (isIn([false, 0, 'false', '0']) ? false : undefined)
}

/** Maximum of a PostgreSQL integer; larger ids never match. */
export const MAX_ID = 2_147_483_647

export function invalidParams(errors: Readonly<Record<string, ParamError>>): RestError {
  const entries = Object.entries(errors)
  return {
    ...errorOf(400, 'rest_invalid_param', `Invalid parameter(s): ${Object.keys(errors).join(', ')}`),
    data: {
      params: Object.fromEntries(entries.map(([name, { message }]) => [name, message])),
      details: Object.fromEntries(
        entries.map(([name, { code, message, data }]) => [name, { code, message, data: data ?? null }]),
      ),
    },
  }
}

/** Refuses changes of a field that is fixed in this shop: to ignore one would suggest that it was saved. */
export function fixedFieldsError(
  decided: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): RestError | null {
  const changed = Object.keys(decided).filter(
    (name) => !isNothing(sent[name]) && !isDeepStrictEqual(sent[name], decided[name]),
  )
  const messages = Object.fromEntries(changed.map((name) => [name, `${name} cannot be changed in this shop.`]))
  return changed.length === 0 ? null : invalidFields(messages)
}

/** Null resets to the default; an empty list or text changes nothing. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isNothing))

export const missingParams = (names: readonly string[]): RestError => ({
  ...errorOf(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`),
  data: { params: names },
})

/** The same with one message per field. */
export const invalidFields = (messages: Readonly<Record<string, string>>): RestError =>
  invalidParams(
    Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [name, { code: 'rest_invalid_param', message }]),
    ),
  )
