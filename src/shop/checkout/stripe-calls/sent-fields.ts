import type { Context } from 'hono'
import type { Parsed } from '../../../platform/rest/params.ts'
import { type Fields as BodyFields, isRecord, parseBody } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { fieldsOf } from '../../../platform/web/form.ts'
import type { Fields } from '../checkout-form.ts'

/** A form's names are nested once: `address[city]`, `shipping_method[0]`. */
const MAX_DEPTH = 3

export async function sentFields(context: Context): Promise<Parsed<Fields, RestError>> {
  const body = await parseBody(context)
  return body.ok ? { ok: true, value: fieldsOf(flatten(Object.entries(body.value))) } : body
}

function* flatten(entries: Iterable<readonly [string, unknown]>, depth = 1): Generator<readonly [string, string]> {
  for (const [name, value] of entries) {
    const parts = Array.isArray(value) ? Object.entries(value) : isRecord(value) ? Object.entries(value) : null
    if (parts === null) {
      const text = textOf(value)
      if (text !== null) yield [name, text]
    } else if (depth < MAX_DEPTH)
      yield* flatten(
        parts.map(([part, one]) => [`${name}[${part}]`, one] as const),
        depth + 1,
      )
  }
}

/** Booleans as forms have them: '1', or nothing. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value === true ? '1' : null
}

export function nestFields(form: Fields): BodyFields {
  const nested: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(form)) {
    const [, group, part] = /^([\w-]+)\[([\w-]+)\]$/.exec(name) ?? []
    if (group === undefined || part === undefined) nested[name] ??= value
    else nested[group] = Object.assign(groupOf(nested[group]), { [part]: value })
  }
  return nested
}

const groupOf = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? value : (Object.create(null) as Record<string, unknown>)
