import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Capability, can, type RoleOrGuest } from '../access/permissions.ts'
import { limitBody } from '../web/http/limit-body.ts'
import { parseUpload, type SentFile } from './file.ts'
import { jsonSchemaOf, parseBodyFields, parseQuery, sentParams } from './input.ts'
import { inContext, itemContexts, itemShapeOf } from './item-shape.ts'
import { type LargeFile, receiveLargeFile, removeFile } from './large-file.ts'
import { invalidFields } from './params.ts'
import { type Fields, idOf, isJson, parseBody } from './request.ts'
import {
  type Download,
  isRestError,
  type ListPage,
  type Method,
  type RestError,
  requestedFields,
  restDownload,
  restError,
  restJson,
  restList,
} from './response.ts'

/** The authenticated caller, whatever the credentials. */
export type Principal = {
  readonly user: { readonly id: number; readonly email: string; readonly name: string; readonly role: RoleOrGuest }
  /** Whether it is a browser session, rather than an API key or application password. */
  readonly isSession: boolean
  /** Permissions of the credentials, within those of their owner. */
  readonly permissions: 'read' | 'write' | 'read_write'
  readonly applicationPasswordId?: string
}

/** Result of a call: an error, a page of a list, or any other JSON. */
export type RestResult =
  | RestError
  | (ListPage & { readonly items: readonly unknown[] })
  | { readonly json: unknown; readonly status?: 201; readonly headers?: Record<string, string> }
  | { readonly download: Download }

export type Action = 'list' | 'view' | 'create' | 'edit' | 'delete'

type Denied = Pick<RestError, 'code' | 'message'> & {
  /** Status for guests; 401 by default. */
  readonly status?: 403
}

type None = z.ZodObject<Record<never, never>>

export type CallRequest<Q extends z.ZodObject = None, B extends z.ZodObject = None> = {
  /** The last number in the path. 0, which matches no row, if there is none or it is out of range. */
  readonly id: number
  readonly path: Readonly<Record<string, string>>
  readonly query: z.output<Q>
  readonly body: z.output<B>
  readonly principal: Principal
  readonly user: Principal['user']
  readonly file: SentFile | null
  readonly largeFile: LargeFile | null
}

type Declaration<S, Q extends z.ZodObject, B extends z.ZodObject> = {
  readonly summary: string
  /** Several methods for one call, as WordPress uses POST, PUT and PATCH for updates. */
  readonly method: Method | readonly Method[]
  readonly path: string
  readonly capability: Capability
  /** Action in the error for a missing capability; derived from the method by default. */
  readonly action?: Action
  /** Error for a missing capability, if it is not WooCommerce's. */
  readonly denied?: Denied
  readonly sessionOnly?: boolean
  /** The call writes its own entry of the admin log, in its transaction. */
  readonly recordsItself?: boolean
  readonly query?: Q
  /** Unsupported parameters of WordPress, which are errors, because ignoring them would look like filtering. */
  readonly refuses?: readonly string[]
  readonly body?: B
  /** Accepts a file besides the body fields, as form field `file` or as the body itself. */
  readonly acceptsFile?: boolean
  /** The body may be a list; its indexes are the names of the fields, as in PHP. */
  readonly acceptsList?: boolean
  /** Accepts a large file as form field `file`, which is on disk until the response is sent. */
  readonly acceptsLargeFile?: boolean
  /** Responds with a file instead of JSON. */
  readonly returnsFile?: boolean
  /** Shape of the response; of an item for a list. */
  readonly response?: z.ZodType
  readonly handler: (shop: S, request: CallRequest<Q, B>) => Promise<RestResult>
}

/** A declared call with all defaults; `S` is the part of the shop that its handler needs. */
export type Call<S> = Required<Omit<Declaration<S, z.ZodObject, z.ZodObject>, 'method' | 'response' | 'handler'>> & {
  readonly methods: readonly Method[]
  readonly response: z.ZodType | undefined
  readonly run: (shop: S, request: RawRequest) => Promise<RestResult>
}

export type RawRequest = {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly fields: Fields
  readonly file: SentFile | null
  readonly largeFile?: LargeFile | null
  readonly principal: Principal
}

const actions: Readonly<Record<Method, Action>> = {
  GET: 'view',
  POST: 'create',
  PUT: 'edit',
  PATCH: 'edit',
  DELETE: 'delete',
}

const nothing = z.object({})

/** Declares a call: its input, required capability and handler. `serveCalls` turns it into a route. */
export function defineCall<S, Q extends z.ZodObject = None, B extends z.ZodObject = None>(
  declaration: Declaration<S, Q, B>,
): Call<S> {
  const { method, query = nothing as unknown as Q, body = nothing as unknown as B, handler, ...others } = declaration
  const methods = typeof method === 'string' ? [method] : method
  const { response, refuses = [] } = declaration
  const action = declaration.action ?? ('page' in query.shape ? 'list' : actions[methods[0] ?? 'GET'])
  return {
    sessionOnly: false,
    recordsItself: false,
    acceptsFile: false,
    acceptsList: false,
    acceptsLargeFile: false,
    returnsFile: false,
    denied: forbiddenErrors[action],
    ...others,
    methods,
    action,
    query,
    refuses,
    body,
    response,
    async run(shop, request) {
      const refused = sentParams(request.query).filter((name) => refuses.includes(name))
      if (refused.length > 0)
        return invalidFields(Object.fromEntries(refused.map((name) => [name, `${name} is not supported.`])))
      const parsedQuery = parseQuery(query, request.query)
      if (!parsedQuery.ok) return parsedQuery.error
      const parsedBody = parseBodyFields(body, { ...bodyInQuery(query, body, request.query), ...request.fields })
      if (!parsedBody.ok) return parsedBody.error
      const numbers = Object.values(request.path).filter((value) => /^\d+$/.test(value))
      const parsed = { query: parsedQuery.value, body: parsedBody.value, id: idOf(numbers.at(-1)) }
      const { path: pathValues, principal, file, largeFile = null } = request
      return handler(shop, { ...parsed, path: pathValues, principal, user: principal.user, file, largeFile })
    },
  }
}

/** Body fields may be sent in the query, as in PHP. */
const bodyInQuery = (query: z.ZodObject, body: z.ZodObject, sent: URLSearchParams): Fields =>
  Object.fromEntries([...sent].filter(([name]) => name in body.shape && !(name in query.shape)))

/** Authenticates a request: a principal, null for a guest, or the error for rejected credentials. */
export type Authenticate<S> = (context: Context, shop: S) => Promise<Principal | RestError | null>

/** A batch of 100 products, whose descriptions are long. */
const limitJson = limitBody(8 * 1024 * 1024)

/** Wraps an authorized write, for example to record it. */
export type AroundWrite<S> = (
  shop: S,
  write: { readonly call: Call<S>; readonly request: RawRequest },
  run: () => Promise<RestResult>,
) => Promise<RestResult>

/** Routes of declared calls. `aroundWrite` wraps every write. */
export function serveCalls<S extends { readonly url: string }>(
  shop: S,
  calls: readonly Call<S>[],
  authenticate: Authenticate<S>,
  aroundWrite: AroundWrite<S> = (_shop, _write, run) => run(),
): Hono {
  const app = new Hono()
  for (const call of calls) {
    const allow = [...new Set(calls.filter(({ path }) => path === call.path).flatMap(({ methods }) => methods))]
    app.on([...call.methods], call.path, async (context) => {
      const principal = authorize(call, context.req.method, await authenticate(context, shop))
      if ('code' in principal) return restError(context, shop, principal)
      const tooLarge = isJson(context.req.header('content-type')) && (await limitJson(context, async () => {}))
      if (tooLarge) return tooLarge
      const parse = call.acceptsLargeFile ? receiveLargeFile : call.acceptsFile ? parseUpload : parseBody
      const sent = await parse(context, call.acceptsList)
      if (!sent.ok) return restError(context, shop, sent.error)
      const none = { fields: {}, file: null, largeFile: null }
      const { fields, file, largeFile } = { ...none, ...('value' in sent ? { fields: sent.value } : sent) }
      const { searchParams } = new URL(context.req.url)
      const path = context.req.param() as Readonly<Record<string, string>>
      const request = { path, query: searchParams, fields, file, largeFile, principal }
      const run = () => call.run(shop, request).finally(() => void (largeFile && removeFile(largeFile)))
      const result = await (isRead(context.req.method) ? run() : aroundWrite(shop, { call, request }, run))
      if (isRestError(result)) return restError(context, shop, result)
      if ('download' in result) return restDownload(context, result.download)
      const names = requestedFields(searchParams)
      const pick = (json: unknown) => pickFields(inContextOf(call, context, json), names)
      if ('json' in result) return restJson(context, shop, pick(result.json), { ...result, allow })
      return restList(context, shop, { ...result, items: result.items.map((item) => pick(item)) }, allow)
    })
  }
  return app
}

/** The response of a read, restricted to the fields of the requested context. */
function inContextOf<S>(call: Call<S>, { req }: Context, json: unknown): unknown {
  const shape = isRead(req.method) ? itemShapeOf(call.response) : null
  const requestedContext = itemContexts.find((one) => one === req.query('context'))
  return shape && requestedContext ? inContext(jsonSchemaOf(shape), json, requestedContext) : json
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Principal of guests, who may read public data. */
const visitor: Principal = {
  user: { id: 0, email: '', name: '', role: 'guest' },
  isSession: false,
  permissions: 'read',
}

/** The principal, if the call is permitted. */
function authorize<S>(call: Call<S>, method: string, principal: Principal | RestError | null): Principal | RestError {
  const need = isRead(method) ? 'read' : 'write'
  if (principal === null)
    return need === 'read' && can(null, call.capability) ? visitor : { status: 401, ...call.denied }
  if ('code' in principal) return principal
  if (!principal.permissions.includes(need)) return keyLacks(need)
  if (call.sessionOnly && !principal.isSession) return sessionRequired
  return can(principal.user, call.capability) ? principal : { ...call.denied, status: 403 }
}

/** Error codes and messages by action, as in WooCommerce. */
export const forbiddenErrors: Readonly<Record<Action, Denied>> = {
  list: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.' },
  view: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot view this resource.' },
  create: { code: 'woocommerce_rest_cannot_create', message: 'Sorry, you are not allowed to create resources.' },
  edit: { code: 'woocommerce_rest_cannot_edit', message: 'Sorry, you are not allowed to edit this resource.' },
  delete: { code: 'woocommerce_rest_cannot_delete', message: 'Sorry, you are not allowed to delete this resource.' },
}

const keyLacks = (need: 'read' | 'write'): RestError => ({
  status: 401,
  code: 'woocommerce_rest_authentication_error',
  message: `The API key provided does not have ${need} permissions.`,
})

const sessionRequired: RestError = {
  status: 403,
  code: 'samovar_rest_session_required',
  message: 'This is for people who are signed in, not for keys.',
}

/** An object with only the requested fields; `a.b` is a nested one. */
export function pickFields(value: unknown, names: readonly string[] | null): unknown {
  if (names === null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => pickFields(item, names))
  const picked = Object.entries(value).flatMap(([name, one]) => {
    if (names.includes(name)) return [[name, one]]
    const nested = names.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1))
    return nested.length > 0 ? [[name, pickFields(one, nested)]] : []
  })
  return Object.fromEntries(picked) as object
}
