import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Env } from '../env.ts'

/** The shop's log: JSON lines without personal data or secrets. */
export const openLog = (env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Logger => {
  const options = {
    level: env.LOG_LEVEL,
    base: { pid: process.pid },
    serializers: { err: describeError },
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      '*.password',
      '*.secret',
      '*.clientSecret',
      '*.client_secret',
      '*.token',
    ],
  }
  return destination ? pino(options, destination) : pino(options)
}

export type DescribedError = { readonly type: string; readonly message: string; readonly [field: string]: unknown }

/** Fields with names and codes, never values. All other fields of library errors are dropped. */
const safeFields = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'statusCode',
  'responseCode',
  'command',
  'requestId',
  'queue',
] as const

const MAX_CAUSE_DEPTH = 5

/** Only safe fields of an error: drivers and SDKs put rows, emails and payment data into messages. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: redactSecrets(String(error)) }
  const message = messageOf(error)
  const described: Record<string, unknown> = { type: nameOf(error), message }
  if (typeof error.stack === 'string') described.stack = stackOf(error.stack, message)
  for (const field of safeFields) {
    const value = (error as Record<string, unknown>)[field]
    if (typeof value === 'string') described[field] = redactSecrets(value)
    else if (typeof value === 'number') described[field] = value
  }
  if (depth < MAX_CAUSE_DEPTH) {
    if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
    if (error instanceof AggregateError) described.errors = error.errors.map((one) => describeError(one, depth + 1))
  }
  return described as DescribedError
}

/** The same as text for a terminal. */
export function errorText(error: unknown): string {
  const { type, message, stack, cause } = describeError(error) as DescribedError & {
    readonly stack?: string
    readonly cause?: DescribedError
  }
  const causeText = cause ? `\nbecause of ${cause.type}: ${cause.message}` : ''
  return `${type}: ${message}${stack && stack !== message ? `\n${stack}` : ''}${causeText}`
}

type ErrorLike = {
  readonly message: string
  readonly name?: string
  readonly stack?: unknown
  readonly cause?: unknown
}

/** The job queue passes errors as plain objects. */
const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'

const nameOf = (error: ErrorLike): string => error.constructor?.name ?? error.name ?? 'Error'

function messageOf(error: ErrorLike): string {
  if (error instanceof DrizzleQueryError) return redactSecrets(`Failed query: ${error.query}`)
  return redactSecrets(error.message.split('\nparams: ')[0] ?? '')
}

/** The stack frames only. The lines above repeat the message with its values. */
function stackOf(stack: string, message: string): string {
  const from = stack.search(/^ {4}at /m)
  return from === -1 ? message : redactSecrets(stack.slice(from))
}

/** Patterns of secrets and personal data. Emails are only matched where a word begins: texts may be long. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[email]'],
  [/\b(pi|seti|src)_\w+_secret_\w+/g, '$1_[secret]'],
  [/\b(sk|rk|whsec)_\w{4,}/g, '$1_[secret]'],
  [/\bwc_order_\w+/g, 'wc_order_[key]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  [/\b(postgres(?:ql)?|smtps?|https?):\/\/[^\s/@]+@/gi, '$1://[secret]@'],
  [/([?&](?:key|token|code|password|client_secret|_wpnonce)=)[^&\s"']+/gi, '$1[secret]'],
  // PostgreSQL quotes invalid values: invalid input syntax for type integer: "…".
  [/((?:invalid input syntax|invalid input value|out of range|value too long)[^:\n]{0,200}: ?)"[^"]*"/gi, '$1"…"'],
  [/value "[^"]*"/g, 'value "…"'],
]

export const redactSecrets = (text: string): string =>
  secrets.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text)
