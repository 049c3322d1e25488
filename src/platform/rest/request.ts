import type { Context } from 'hono'
import type { Platform } from '../web/context.ts'
import { formFields } from '../web/form.ts'
import { isTooDeep } from './json-depth.ts'
import type { RestError } from './response.ts'

/** Maximum of a PostgreSQL integer; larger ids never match. */
const MAX_ID = 2_147_483_647

/** An id, or 0, which never matches. */
export function idOf(value: unknown): number {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID ? id : 0
}

/** The id in the path. */
export const idParam = (context: Context, name: string): number => idOf(context.req.param(name))

/** A list parameter as text: single, or repeated with `[]`, which is equivalent to comma-separated. */
export function queryParam(context: Context, name: string): string | undefined {
  const values = context.req.queries(`${name}[]`)
  return values && values.length > 0 ? values.join(',') : context.req.query(name)
}

/** The public URL of this request. */
export function publicUrl(shop: Pick<Platform, 'url'>, context: Context): string {
  const { pathname, search } = new URL(context.req.url)
  return shop.url + pathname + search
}

export type ParsedBody =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: RestError }

/** The fields of a JSON or form body. */
export async function parseBody(context: Context): Promise<ParsedBody> {
  if (!/^application\/([\w.-]+\+)?json/i.test(context.req.header('content-type') ?? '')) {
    return { ok: true, fields: await formFields(context) }
  }
  const text = await context.req.text()
  if (text.trim() === '') return { ok: true, fields: {} }
  if (isTooDeep(text)) return invalidJson(1, 'Maximum stack depth exceeded')
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return { ok: true, fields: isObject ? (parsed as Record<string, unknown>) : {} }
  } catch {
    return invalidJson(4, 'Syntax error')
  }
}

const invalidJson = (code: number, message: string): ParsedBody => ({
  ok: false,
  error: {
    status: 400,
    code: 'rest_invalid_json',
    message: 'Invalid JSON body passed.',
    data: { json_error_code: code, json_error_message: message },
  },
})
