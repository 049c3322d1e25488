import type { Principal } from '../../platform/rest/call.ts'
import { cutText, storableText } from '../../platform/storable-text.ts'

/** Kinds of subjects; the screen filters by them. */
export const logKinds = [
  'order',
  'product',
  'coupon',
  'customer',
  'content',
  'media',
  'comment',
  'mail',
  'settings',
  'key',
  'people',
  'sign-in',
  'privacy',
  'other',
] as const
export type LogKind = (typeof logKinds)[number]

/** How the actor authenticated; `shop` is the shop itself, in a job or from the command line. */
export type LogVia = 'session' | 'key' | 'application-password' | 'shop'

export const viaOf = ({ isSession, applicationPasswordId }: Principal): LogVia =>
  isSession ? 'session' : applicationPasswordId === undefined ? 'key' : 'application-password'

/** A changed field. Values are plain text; those of secrets and personal data are never logged. */
export type LoggedChange = { readonly field: string; readonly from?: string; readonly to?: string }

/** An action of a staff member, or one on a staff account. */
export type AdminEvent = {
  /** Null: the shop itself. */
  readonly by: { readonly id: number; readonly name: string } | null
  readonly via: LogVia
  readonly kind: LogKind
  /** A sentence without its subject, such as 'Changed the role', and without personal data of customers. */
  readonly summary: string
  readonly subjectId?: number | undefined
  /** Name of the subject, if it is not personal data. */
  readonly subjectName?: string | undefined
  /** Its screen in the back office. */
  readonly link?: string | undefined
  readonly changes?: readonly LoggedChange[] | undefined
  readonly at: Date
}

const MAX_VALUE_LENGTH = 200
const MAX_CHANGES = 100
const MAX_DEPTH = 3

const isSecret = (field: string): boolean => /pass(word|key)|secret|token|\bkey\b|_key\b|nonce/i.test(field)

/** Names of fields only, because values may be personal or long. */
export const changedFields = (names: readonly string[]): LoggedChange[] =>
  names.slice(0, MAX_CHANGES).map((field) => ({ field: cutText(storableText(field), MAX_VALUE_LENGTH) }))

/** Differences between two settings objects by the path of each field, without secret values. */
export function settingsChanges(before: object, after: object): LoggedChange[] {
  return differences('', before, after, 1).slice(0, MAX_CHANGES)
}

function differences(path: string, before: object, after: object, depth: number): LoggedChange[] {
  const earlier = new Map<string, unknown>(Object.entries(before))
  const later = new Map<string, unknown>(Object.entries(after))
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((name) => {
    const from = earlier.get(name)
    const to = later.get(name)
    if (JSON.stringify(from) === JSON.stringify(to)) return []
    const field = path === '' ? name : `${path}.${name}`
    if (isPlainObject(from) && isPlainObject(to) && depth < MAX_DEPTH) return differences(field, from, to, depth + 1)
    return [isSecret(field) ? { field } : { field, from: shown(from), to: shown(to) }]
  })
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as text; '' if there is none. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(withoutSecrets(value)) ?? '')
  return text.length > MAX_VALUE_LENGTH ? `${cutText(text, MAX_VALUE_LENGTH - 1)}…` : text
}

/** Also for lists, which may contain secrets. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSecret(name) ? '…' : withoutSecrets(one)]),
  )
}
