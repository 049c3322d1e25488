import { type Context, Hono } from 'hono'
import { type Capability, can } from '../../platform/access/permissions.ts'
import { type ParamValues, type Parsers, parseParams } from '../../platform/rest/params.ts'
import { type Fields, idOf, isRecord, parseBody } from '../../platform/rest/request.ts'
import {
  errorJson,
  type ListPage,
  type Method,
  type RestError,
  restError,
  restJson,
  restList,
} from '../../platform/rest/response.ts'
import { type AuthDeps, type AuthSession, currentAuthSession, type User, verifyNonce } from './auth-session.ts'
import { REST_NONCE } from './principal.ts'

type Action = 'list' | 'view' | 'create' | 'edit' | 'delete'

/** Codes and messages of forbidden responses by action, as recorded. */
const forbiddenErrors: Readonly<Record<Action, Pick<RestError, 'code' | 'message'>>> = {
  list: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.' },
  view: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot view this resource.' },
  create: { code: 'woocommerce_rest_cannot_create', message: 'Sorry, you are not allowed to create resources.' },
  edit: { code: 'woocommerce_rest_cannot_edit', message: 'Sorry, you are not allowed to edit this resource.' },
  delete: { code: 'woocommerce_rest_cannot_delete', message: 'Sorry, you are not allowed to delete this resource.' },
}

/**
 * Authorizes a request. A session cookie without nonce counts as anonymous, because other sites can send the cookie but
 * not the nonce.
 */
async function authorize(
  context: Context,
  shop: AuthDeps,
  capability: Capability,
  action: Action,
): Promise<AuthSession | RestError> {
  const nonce = context.req.header('x-wp-nonce') ?? context.req.query('_wpnonce')
  const signedIn = nonce === undefined ? null : await currentAuthSession(context, shop)
  if (!signedIn) return { ...forbiddenErrors[action], status: 401 }
  if (!verifyNonce(shop.secret, REST_NONCE, signedIn.sessionId, nonce))
    return { status: 403, code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' }
  return can(signedIn.user, capability) ? signedIn : { ...forbiddenErrors[action], status: 403 }
}

/** What a handler of a REST endpoint returns: an error, a page of a list, or any other JSON. */
export type RestResult =
  | RestError
  | (ListPage & { readonly items: readonly unknown[] })
  | { readonly json: unknown; readonly status?: 201; readonly headers?: Record<string, string> }

type RestRequest<P extends Parsers> = {
  readonly context: Context
  readonly user: User
  /** Fields of the JSON or form body. */
  readonly fields: Fields
  readonly params: ParamValues<P>
}

type EndpointOptions<P extends Parsers> = {
  readonly capability: Capability
  readonly action: Action
  /** Query parameters. */
  readonly params?: P
  /** All methods of the path, if there are more than those of this endpoint. */
  readonly allow?: readonly Method[]
}

/** The REST endpoints of a resource: each checks the capability, parses parameters and body, and renders the result. */
export function restEndpoints(shop: AuthDeps) {
  const app = new Hono()
  const on = <const P extends Parsers = Record<never, never>>(
    methods: readonly Method[],
    path: string,
    options: EndpointOptions<P>,
    handler: (request: RestRequest<P>) => Promise<RestResult>,
  ): void => {
    const allow = options.allow ?? methods
    app.on([...methods], path, async (context) => {
      const signedIn = await authorize(context, shop, options.capability, options.action)
      if ('code' in signedIn) return restError(context, shop, signedIn)
      const params = parseParams((options.params ?? {}) as P, new URL(context.req.url).searchParams)
      if (!params.ok) return restError(context, shop, params.error)
      const body = await parseBody(context)
      if (!body.ok) return restError(context, shop, body.error)
      const result = await handler({ context, user: signedIn.user, fields: body.value, params: params.value })
      if (isRestError(result)) return restError(context, shop, result)
      if ('json' in result) return restJson(context, shop, result.json, { ...result, allow })
      return restList(context, shop, result, allow)
    })
  }
  return { app, on }
}

const isRestError = (result: RestResult): result is RestError => 'code' in result

type BatchHandlers = {
  readonly create: (fields: Fields) => Promise<RestResult>
  readonly update: (id: number, fields: Fields) => Promise<RestResult>
  readonly delete: (id: number) => Promise<RestResult>
}

const MAX_BATCH_SIZE = 100

/** Runs the `create`, `update` and `delete` lists of a batch request one after another. */
export async function restBatch(fields: Fields, handlers: BatchHandlers): Promise<RestResult> {
  const [creates, updates, deletes] = [list(fields.create), list(fields.update), list(fields.delete)]
  if (creates.length + updates.length + deletes.length > MAX_BATCH_SIZE) {
    const message = `Unable to accept more than ${MAX_BATCH_SIZE} items for this request.`
    return { status: 413, code: 'woocommerce_rest_request_entity_too_large', message }
  }
  const results: Record<string, unknown[]> = {}
  const add = (name: string, id: number, result: RestResult) => {
    ;(results[name] ??= []).push(
      isRestError(result) ? { id, error: errorJson(result) } : 'json' in result && result.json,
    )
  }
  for (const one of creates) add('create', 0, await handlers.create(record(one)))
  for (const one of updates) {
    const id = idOf(record(one).id)
    add('update', id, await handlers.update(id, record(one)))
  }
  for (const one of deletes) add('delete', idOf(one), await handlers.delete(idOf(one)))
  return { json: results }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const record = (value: unknown): Fields => (isRecord(value) ? value : {})
