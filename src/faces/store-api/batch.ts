import type { Context } from 'hono'
import { z } from 'zod'
import { createNonce } from '../../people/identity/auth-session.ts'
import { addError } from '../../platform/rest/fields.ts'
import { objectOrList } from './body-fields.ts'
import { badRequest } from './cart/cart-errors.ts'
import { storeError, storeJson } from './response.ts'
import { int, list } from './shapes/common.ts'
import { type StoreCall, storeCall } from './store-call.ts'
import { STORE_NONCE, storeSession } from './store-session.ts'

const MAX_REQUESTS = 25
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

const requestItem = z.object({
  method: z.enum(methods).meta({ default: 'POST' }).optional(),
  path: z.string().describe('Path of the call, starting with `/wc/store/`.'),
  body: objectOrList(() => true)
    .optional()
    .describe('Body of the call.'),
  // PHP serializes an empty object as a list.
  headers: objectOrList((items) => items.length === 0)
    .optional()
    .describe('Headers of the call: `Nonce` or `Cart-Token`.'),
})
type BatchItem = z.output<typeof requestItem>

/** A list above the limit is rejected before its items are parsed. */
const requests = z
  .preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= MAX_REQUESTS) return value
    addError(context, `{name} must contain at most ${MAX_REQUESTS} items.`, 'rest_too_many_items')
    return z.NEVER
  }, z.array(requestItem))
  .meta({ type: 'array', maxItems: MAX_REQUESTS })

const body = z.object({
  validation: z
    .enum(['require-all-validate', 'normal'])
    .default('normal')
    .describe(
      '`require-all-validate` executes the calls only if all of them are valid. `normal` executes every valid call.',
    ),
  requests: requests.describe('The calls, in order of execution.'),
})

const responseShape = z.strictObject({
  body: z.unknown().describe('Body of the response.'),
  status: int('HTTP status of the response.'),
  headers: z.record(z.string(), z.union([z.string(), z.number()])).describe('Headers of the response.'),
})
type BatchResponse = z.infer<typeof responseShape>

const invalidPath = badRequest('woocommerce_rest_invalid_path', 'Invalid path provided.')
const notAllowed = badRequest('rest_batch_not_allowed', 'A batch cannot be part of a batch.')

/** Symbols on the request environment, which clients cannot set. */
const VALIDATE_ONLY = Symbol('only check')
const IN_BATCH = Symbol('part of a batch')

const hasFlag = (context: Context, flag: symbol): boolean =>
  typeof context.env === 'object' && context.env !== null && flag in context.env

export const isValidateOnly = (context: Context): boolean => hasFlag(context, VALIDATE_ONLY)

type SendRequest = (address: URL, init: RequestInit, env: unknown) => Response | Promise<Response>

/** store-batch.json: each call has its own nonce, and cookies set by one call are sent with the next. */
export function batchCall(sendRequest: SendRequest): StoreCall {
  const call = storeCall({
    summary: 'Executes several calls in one request, in order',
    method: 'POST',
    path: '/batch',
    body,
    responses: {
      207: z.strictObject({
        responses: list(
          'Responses in the order of the calls. With `failed`, null for each valid call.',
          responseShape.nullable(),
        ),
        failed: z.string().optional().describe('`validation` if a call was invalid and nothing was executed.'),
      }),
    },
    errors: { woocommerce_rest_invalid_path: 400 },
    handler: async ({ context, shop, body: { validation, requests: items } }) => {
      const session = await storeSession(context, shop)
      context.header('nonce', createNonce(shop.secret, STORE_NONCE, session.authSessionId))
      context.header('nonce-timestamp', String(Math.floor(shop.now().getTime() / 1000)))
      context.header('user-id', String(session.userId))

      const addresses = items.map((item) => endpointUrl(item.path, shop.url))
      if (addresses.includes(null)) return invalidPath
      const cookies = new CookieJar(context)
      const sendAll = async (env: object): Promise<BatchResponse[]> => {
        const results: BatchResponse[] = []
        for (const [index, item] of items.entries()) {
          const init = requestInitOf(context, item, cookies)
          results.push(await batchResponseOf(await sendRequest(addresses[index] as URL, init, env), cookies))
        }
        return results
      }
      const env = { ...(context.env as object), [IN_BATCH]: true }
      if (validation === 'require-all-validate') {
        const responses = (await sendAll({ ...env, [VALIDATE_ONLY]: true })).map((one) =>
          one.status < 400 ? null : one,
        )
        if (responses.some((one) => one !== null)) return storeJson(context, { failed: 'validation', responses }, 207)
      }
      const responses = await sendAll(env)
      for (const cookie of cookies.changed) context.header('set-cookie', cookie, { append: true })
      return storeJson(context, { responses }, 207)
    },
  })
  return {
    ...call,
    run: async (context, shop) =>
      hasFlag(context, IN_BATCH) ? storeError(context, notAllowed) : call.run(context, shop),
    validate: async () => notAllowed,
  }
}

/** The URL of a call of this API. Null for other paths, which are never requested. */
function endpointUrl(path: string, shopUrl: string): URL | null {
  if (!path.startsWith('/wc/store/') || !URL.canParse(`/wp-json${path}`, shopUrl)) return null
  const address = new URL(`/wp-json${path}`, shopUrl)
  return address.pathname.startsWith('/wp-json/wc/store/') && !path.includes('%00') ? address : null
}

/** Headers passed on to each call. The nonce is left out, because each call has its own. */
const forwardedHeaders = ['cart-token', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'] as const
const itemHeaders = ['nonce', 'cart-token'] as const

function requestInitOf(context: Context, item: BatchItem, cookies: CookieJar): RequestInit {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of forwardedHeaders) {
    const value = context.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  for (const [name, value] of Object.entries(item.headers ?? {})) {
    const header = itemHeaders.find((header) => header === name.toLowerCase())
    if (header && typeof value === 'string' && /^[\x21-\x7e]{1,1000}$/.test(value)) headers.set(header, value)
  }
  if (cookies.header !== '') headers.set('cookie', cookies.header)
  return { method: item.method ?? 'POST', headers, body: JSON.stringify(item.body === undefined ? {} : item.body) }
}

const returnedHeaders = [
  'Nonce',
  'Nonce-Timestamp',
  'User-ID',
  'Cart-Token',
  'Cart-Hash',
  'Cache-Control',
  'Allow',
] as const

async function batchResponseOf(response: Response, cookies: CookieJar): Promise<BatchResponse> {
  cookies.update(response)
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  const headers: Record<string, string | number> = {}
  for (const name of returnedHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = name === 'Nonce-Timestamp' || name === 'User-ID' ? Number(value) : value
  }
  return { body, status: response.status, headers }
}

class CookieJar {
  readonly #values = new Map<string, string>()
  readonly #changed = new Map<string, string>()

  constructor(context: Context) {
    for (const part of (context.req.header('cookie') ?? '').split(';')) {
      const at = part.indexOf('=')
      if (at > 0) this.#values.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
    }
  }

  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get changed(): readonly string[] {
    return [...this.#changed.values()]
  }

  update(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#changed.set(name, cookie)
      if (/max-age=0/i.test(cookie)) this.#values.delete(name)
      else this.#values.set(name, value)
    }
  }
}
