import type { Context } from 'hono'
import { parseFormBody, utf8TextOf } from './form.ts'
import { failure, invalidParams, invalidType, MAX_ID, ok, type Parsed } from './params.ts'
import type { RestError } from './response.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An id; 0, which matches no row, if it is invalid. */
export function idOf(value: unknown): number {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID ? id : 0
}

export const idParam = (context: Context, name: string): number => idOf(context.req.param(name))

export const isJson = (type = ''): boolean => /^application\/([\w.-]+\+)?json/i.test(type)

/**
 * The fields of a body: none if it is empty, or `[]`, which is PHP's JSON of no fields. Other JSON that is no object is an
 * error, as its fields would count as missing.
 */
export async function parseBody(context: Context, acceptsList = false): Promise<Parsed<Fields, RestError>> {
  const type = context.req.header('content-type') ?? ''
  if (!isJson(type)) return parseFormBody(context, type)
  const text = utf8TextOf(await context.req.arrayBuffer())
  if (text === null) return invalidJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded')
  if (text.trim() === '') return ok({})
  if (isTooDeep(text)) return invalidJson(1, 'Maximum stack depth exceeded')
  try {
    const parsed = parseJson(text)
    if (Array.isArray(parsed) && (acceptsList || parsed.length === 0)) return ok(Object.fromEntries(parsed.entries()))
    return isRecord(parsed) ? ok(parsed) : failure(invalidParams({ body: invalidType('body', 'object').error }))
  } catch {
    return invalidJson(4, 'Syntax error')
  }
}

/** Numbers that would lose digits become texts: programs send ids of 64 bits, which PHP keeps. */
function parseJson(text: string): unknown {
  // First, because texts without an end would make the search quadratic.
  const parsed: unknown = JSON.parse(text)
  if (!/\d{16}|\d[eE]\+?\d{3}/.test(text)) return parsed
  return JSON.parse(
    text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) => (isExact(token) ? token : `"${token}"`)),
  )
}

function isExact(token: string): boolean {
  if (token.startsWith('"')) return true
  return /^-?\d+$/.test(token) ? Number.isSafeInteger(Number(token)) : Number.isFinite(Number(token))
}

const invalidJson = (code: number, message: string) =>
  failure<RestError>({
    status: 400,
    code: 'rest_invalid_json',
    message: 'Invalid JSON body passed.',
    data: { json_error_code: code, json_error_message: message },
  })

/** Maximum nesting of JSON, the limit of PHP's parser. */
export const MAX_JSON_DEPTH = 512

const QUOTE = '"'.charCodeAt(0)

const BACKSLASH = '\\'.charCodeAt(0)

const opening = new Set(['[', '{'].map((charCode) => charCode.charCodeAt(0)))

const closing = new Set([']', '}'].map((charCode) => charCode.charCodeAt(0)))

/** Whether a JSON text exceeds the maximum nesting. Brackets in strings do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const charCode = text.charCodeAt(index)
    if (isInString) {
      if (charCode === BACKSLASH) index += 1
      else if (charCode === QUOTE) isInString = false
    } else if (charCode === QUOTE) isInString = true
    else if (opening.has(charCode)) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (closing.has(charCode)) depth -= 1
  }
  return false
}
