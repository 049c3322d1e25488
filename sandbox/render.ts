import { invalidRequest } from './api-error.ts'
import type { Call } from './call.ts'
import { findObject, type ListQuery, listObjects } from './sandbox.store.ts'

type Json = Record<string, unknown>

/** From this version on, an intent has only its latest charge; earlier versions have a list of charges. */
const latestChargeVersion = '2022-11-15'

/** An object as this caller sees it: in its API version, expanded as requested, without fields hidden from browsers. */
export async function render(call: Call, object: Json, expand: readonly string[]): Promise<Json> {
  const versioned = await forApiVersion(call, object, call.version)
  const expanded = await expandAll(call, versioned, expand)
  return call.key === 'publishable' ? forBrowser(expanded) : expanded
}

/** Adds the lists that older API versions include in intents and charges. */
export async function forApiVersion(call: Call, object: Json, version: string): Promise<Json> {
  if (version >= latestChargeVersion) return object
  if (object.object === 'payment_intent') {
    return { ...object, charges: await embeddedList(call, 'charge', { payment_intent: String(object.id) }) }
  }
  if (object.object === 'charge') {
    return { ...object, refunds: await embeddedList(call, 'refund', { charge: String(object.id) }) }
  }
  return object
}

async function embeddedList(call: Call, kind: string, where: ListQuery['where']): Promise<Json> {
  const { data, hasMore } = await listObjects(call.tx, call.account, { kind, where, limit: 10, startingAfter: null })
  const [field, id] = Object.entries(where)[0] ?? ['', '']
  return { object: 'list', data, has_more: hasMore, total_count: data.length, url: `/v1/${kind}s?${field}=${id}` }
}

async function expandAll(call: Call, object: Json, paths: readonly string[]): Promise<Json> {
  let result = object
  for (const path of paths) {
    const segments = path.split('.')
    if (segments.length > 4) throw invalidRequest(`You cannot expand more than 4 levels: ${path}`, { param: 'expand' })
    result = await expandPath(call, result, segments, path)
  }
  return result
}

async function expandPath(call: Call, object: Json, segments: readonly string[], path: string): Promise<Json> {
  const [segment, ...rest] = segments
  if (segment === undefined) return object
  const value = object[segment]
  if (Array.isArray(value)) {
    return { ...object, [segment]: await Promise.all(value.map((entry: Json) => expandPath(call, entry, rest, path))) }
  }
  if (value === null) return object
  const target = typeof value === 'string' ? (await findObject(call.tx, call.account, value))?.data : value
  if (typeof target !== 'object' || target === null || segment === 'id') {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  return { ...object, [segment]: await expandPath(call, target as Json, rest, path) }
}

const browserFields = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'status',
    'usage',
  ],
}

function forBrowser(object: Json): Json {
  const fields = browserFields[object.object as keyof typeof browserFields]
  return fields ? Object.fromEntries(fields.map((field) => [field, object[field]])) : object
}
