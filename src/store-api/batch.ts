import type { Context } from 'hono'
import { z } from 'zod'
import { makeNonce } from '../accounts/nonce.ts'
import { notInList, type Read, right, type Wrong, wrongType } from '../rest/params.ts'
import type { Shop } from '../shop.ts'
import { type StoreError, storeError, storeJson } from './answer.ts'
import { type BodyFields, isRecord, reader, readFields } from './body-params.ts'
import { type CallSpec, type StoreHandler } from './call.ts'
import { STORE_NONCE, storeSession } from './store-session.ts'

const MOST_REQUESTS = 25
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

type Asked = {
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly body: unknown
  readonly headers: BodyFields
}

const requests = reader<readonly Asked[]>(
  {
    type: 'array',
    maxItems: MOST_REQUESTS,
    items: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: methods, default: 'POST' },
        path: { type: 'string', description: 'Address of a call, from `/wc/store/` on.' },
        body: { type: 'object', description: 'What the call is given.' },
        headers: { type: 'object', description: 'Its own `Nonce`, or `Cart-Token`.' },
      },
      required: ['path'],
    },
  },
  (value, name) => {
    if (!Array.isArray(value)) return wrongType(name, 'array')
    if (value.length > MOST_REQUESTS)
      return no({ code: 'rest_too_many_items', message: `${name} must contain at most ${MOST_REQUESTS} items.` })
    const found: Asked[] = []
    for (const [index, item] of value.entries()) {
      const read = readOne(item, `${name}[${index}]`)
      if (!read.ok) return read
      found.push(read.value)
    }
    return right(found)
  },
)('The calls, in the order in which they are carried out.')

const no = (wrong: Wrong): Read<never> => ({ ok: false, wrong })

function readOne(item: unknown, name: string): Read<Asked> {
  if (!isRecord(item)) return wrongType(name, 'object')
  const { method: given = 'POST', path, body = {}, headers = {} } = item
  const method = methods.find((one) => one === given)
  if (!method) return no(notInList(`${name}[method]`, methods))
  if (path === undefined)
    return no({ code: 'rest_property_required', message: `path is a required property of ${name}.` })
  if (typeof path !== 'string') return wrongType(`${name}[path]`, 'string')
  if (!isRecord(body) && !Array.isArray(body)) return wrongType(`${name}[body]`, 'object')
  if (!isRecord(headers) && !isEmptyList(headers)) return wrongType(`${name}[headers]`, 'object')
  return right({ method, path, body, headers: isRecord(headers) ? headers : {} })
}

/** PHP programs write an object without fields as a list. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const validations = ['require-all-validate', 'normal'] as const

const validation = reader<(typeof validations)[number]>(
  { type: 'string', enum: validations, default: 'normal' },
  (value = 'normal', name) => {
    const known = validations.find((one) => one === value)
    return known ? right(known) : no(notInList(name, validations))
  },
)('Whether none of the calls is carried out unless what is sent with every one is right.')

const answerShape = z
  .strictObject({
    body: z.unknown().describe('What the call answered.'),
    status: z.int().describe('Its status.'),
    headers: z.record(z.string(), z.union([z.string(), z.number()])).describe('Its headers.'),
  })
  .nullable()

const spec: CallSpec = {
  summary: 'Several calls in one request, one after the other',
  body: { validation, requests },
  required: ['requests'],
  answers: {
    207: z.strictObject({
      responses: z
        .array(answerShape)
        .describe('The answers, in the order of the calls; null for one that was right when another was not.'),
      failed: z.string().optional().describe('`validation`: nothing was carried out.'),
    }),
  },
  errors: { woocommerce_rest_invalid_path: 400 },
}

const invalidPath: StoreError = {
  status: 400,
  code: 'woocommerce_rest_invalid_path',
  message: 'Invalid path provided.',
}
const notAllowed: StoreError = {
  status: 400,
  code: 'rest_batch_not_allowed',
  message: 'A batch cannot be part of a batch.',
}

/** These stand in what only the server can hand over: no request can say them. */
const ONLY_CHECK = Symbol('only check')
const INNER = Symbol('part of a batch')

const isMarked = (context: Context, mark: symbol): boolean =>
  typeof context.env === 'object' && context.env !== null && mark in context.env

/** Whether a call of a batch is only to say if what was sent with it is right. */
export const isOnlyCheck = (context: Context): boolean => isMarked(context, ONLY_CHECK)

type BatchAnswer = {
  readonly body: unknown
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
}

type Ask = (address: URL, init: RequestInit, env: unknown) => Response | Promise<Response>

/**
 * Many calls in one (store-batch.json). Each is checked with its own nonce as if it had come alone; a cookie that one of
 * them sets is there for the next. One that fails does not stop the others, unless all have to be right beforehand.
 */
export function batchCall(ask: Ask): StoreHandler {
  const check = async (context: Context): Promise<StoreError | null> => (isMarked(context, INNER) ? notAllowed : null)
  const handler = async (context: Context, shop: Shop): Promise<Response> => {
    const refusal = await check(context)
    if (refusal) return storeError(context, refusal)
    const read = await readFields(context, { validation, requests }, ['requests'])
    if (!read.ok) return storeError(context, read.error)
    const session = await storeSession(context, shop)
    context.header('nonce', makeNonce(shop.secret, STORE_NONCE, session.signInId))
    context.header('nonce-timestamp', String(Math.floor(shop.now().getTime() / 1000)))
    context.header('user-id', String(session.userId))

    const calls = read.values.requests.map((asked) => ({ asked, address: addressOf(asked.path, shop.url) }))
    if (calls.some(({ address }) => address === null)) return storeError(context, invalidPath)
    const cookies = new CookieJar(context)
    const each = async (env: object): Promise<BatchAnswer[]> => {
      const answers: BatchAnswer[] = []
      for (const { asked, address } of calls) {
        if (address === null) continue
        answers.push(await answerOf(await ask(address, initOf(context, asked, cookies), env), cookies))
      }
      return answers
    }
    const env = { ...(context.env as object), [INNER]: true }
    if (read.values.validation === 'require-all-validate') {
      const checks = (await each({ ...env, [ONLY_CHECK]: true })).map((one) => (one.status < 400 ? null : one))
      if (checks.some((one) => one !== null))
        return storeJson(context, { failed: 'validation', responses: checks }, 207)
    }
    const responses = await each(env)
    for (const cookie of cookies.changed) context.header('set-cookie', cookie, { append: true })
    return storeJson(context, { responses }, 207)
  }
  return Object.assign(handler, { spec, check })
}

/** The address of a call of this API, or null: whatever the path says, nothing else is ever asked. */
function addressOf(path: string, shopUrl: string): URL | null {
  if (!path.startsWith('/wc/store/') || !URL.canParse(`/wp-json${path}`, shopUrl)) return null
  const address = new URL(`/wp-json${path}`, shopUrl)
  return address.pathname.startsWith('/wp-json/wc/store/') && !path.includes('%00') ? address : null
}

/** What the browser or program said of itself goes along; the nonce does not, each call brings its own. */
const passedOn = ['cart-token', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'] as const
const ownHeaders = ['nonce', 'cart-token'] as const

function initOf(context: Context, asked: Asked, cookies: CookieJar): RequestInit {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of passedOn) {
    const value = context.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  for (const [name, value] of Object.entries(asked.headers)) {
    const known = ownHeaders.find((own) => own === name.toLowerCase())
    if (known && typeof value === 'string' && /^[\x21-\x7e]{1,1000}$/.test(value)) headers.set(known, value)
  }
  if (cookies.header !== '') headers.set('cookie', cookies.header)
  return { method: asked.method, headers, body: JSON.stringify(asked.body) }
}

const shownHeaders = [
  'Nonce',
  'Nonce-Timestamp',
  'User-ID',
  'Cart-Token',
  'Cart-Hash',
  'Cache-Control',
  'Allow',
] as const

async function answerOf(answer: Response, cookies: CookieJar): Promise<BatchAnswer> {
  cookies.take(answer)
  const text = await answer.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  const headers: Record<string, string | number> = {}
  for (const name of shownHeaders) {
    const value = answer.headers.get(name)
    if (value !== null) headers[name] = name === 'Nonce-Timestamp' || name === 'User-ID' ? Number(value) : value
  }
  return { body, status: answer.status, headers }
}

/** The cookies as a browser would keep them from one call to the next. */
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

  take(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#changed.set(name, cookie)
      if (/max-age=0/i.test(cookie)) this.#values.delete(name)
      else this.#values.set(name, value)
    }
  }
}
