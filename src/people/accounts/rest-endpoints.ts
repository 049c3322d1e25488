import { type Context, Hono } from 'hono'
import { type Capability, can } from '../../platform/access/permissions.ts'
import { type Action, forbiddenErrors, type RestResult } from '../../platform/rest/call.ts'
import { type ParamValues, type Parsers, parseParams } from '../../platform/rest/params.ts'
import { type Fields, parseBody } from '../../platform/rest/request.ts'
import {
  isRestError,
  type Method,
  type RestError,
  restError,
  restJson,
  restList,
} from '../../platform/rest/response.ts'
import { type AuthDeps, type AuthSession, currentAuthSession, type User, verifyNonce } from './auth-session.ts'
import { REST_NONCE } from './principal.ts'

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
