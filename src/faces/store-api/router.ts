import { type Context, Hono } from 'hono'
import { unavailableReason } from '../../platform/database/unavailable-reason.ts'
import type { Method } from '../../platform/rest/response.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { logUnavailable, retryAfterOf, UNAVAILABLE } from '../../platform/web/unavailable.tsx'
import { batchEndpoint, isValidateOnly } from './batch.ts'
import type { StoreApiContext } from './context.ts'
import { type StoreHandler, storeEndpoint } from './endpoint.ts'
import { endpointsOf, schemaOf } from './json-schema.ts'
import { indexShape, openApiDocument } from './openapi.ts'
import { routeNotFound, setStoreHeaders, storeError, storeJson } from './response.ts'
import { tokenOwner } from './store-session.ts'

/** One route of the API, relative to its base. The order of methods is that of the `Allow` header. */
export type StoreRoute = {
  readonly path: string
  /** The path in the index, if it is not the same in WordPress's form. */
  readonly displayPath?: string
  readonly methods: Readonly<Partial<Record<Method, StoreHandler>>>
}

export const NAMESPACE = 'wc/store/v1'

/** All routes: the given ones, and those that describe them. */
export function allRoutes(
  shop: StoreApiContext,
  routes: readonly StoreRoute[],
  sendRequest: Parameters<typeof batchEndpoint>[0],
) {
  const index = storeEndpoint('Index of all routes', { responses: { 200: indexShape } }, async ({ context }) =>
    storeJson(context, routeIndex(shop, all)),
  )
  const document = storeEndpoint('This document', { responses: { 200: null } }, async ({ context }) =>
    storeJson(context, openApiDocument(all, shop)),
  )
  const all: readonly StoreRoute[] = [
    { path: '', methods: { GET: index } },
    { path: '/batch', methods: { POST: batchEndpoint(sendRequest) } },
    ...routes,
    { path: '/openapi.json', methods: { GET: document } },
  ]
  return all
}

/** Serves `given` below `bases`. Other paths get the recorded error. */
export function serveStoreRoutes(
  shop: StoreApiContext,
  bases: readonly string[],
  storeRoutes: readonly StoreRoute[],
): Hono {
  const routes = new Hono()
  const table = allRoutes(shop, storeRoutes, (address, init, env) => routes.request(address, init, env as object))
  for (const base of bases) {
    for (const route of table) routes.all(base + route.path, (context) => dispatch(context, shop, route))
    routes.all(`${base}/*`, async (context) => {
      setStoreHeaders(context, shop, { allow: [], hasCartToken: (await tokenOwner(context, shop)) !== null })
      return storeError(context, routeNotFound)
    })
  }
  routes.onError((error, context) => {
    const reason = unavailableReason(error)
    if (reason) {
      logUnavailable(shop, reason, error, context.req.path)
      context.header('retry-after', retryAfterOf(reason))
      return storeError(context, UNAVAILABLE)
    }
    shop.log.error({ err: error, path: context.req.path }, 'a call of the Store API failed')
    return storeError(context, {
      status: 500,
      code: 'woocommerce_rest_unknown_server_error',
      message: 'Something went wrong on our side. Please try again.',
    })
  })
  return routes
}

/** The route index of the WordPress REST API. */
export function routeIndex(shop: StoreApiContext, table: readonly StoreRoute[]) {
  const routes = table.map((route) => [`/${NAMESPACE}${displayPathOf(route)}`, describe(route, shop)])
  const _links = { up: [{ href: `${shop.url}/wp-json/` }] }
  return { namespace: NAMESPACE, routes: Object.fromEntries(routes) as Record<string, RouteDescription>, _links }
}

/** '/order/(?P<id>[\\d]+)' for `/order/:id{[0-9]+}`. */
const displayPathOf = ({ path, displayPath }: StoreRoute): string =>
  displayPath ??
  path.replace(/:(\w+)\{(.+?)\}/, (_, name: string, pattern: string) => {
    return `(?P<${name}>${pattern.replace(/\[0-9\]|\\d/, '[\\d]')})`
  })

const describe = (route: StoreRoute, shop: StoreApiContext) => ({
  namespace: NAMESPACE,
  methods: methodsOf(route),
  endpoints: endpointsOf(route, shop),
})
type RouteDescription = ReturnType<typeof describe>

const methodsOf = (route: StoreRoute) => Object.keys(route.methods) as Method[]

async function dispatch(context: Context, shop: StoreApiContext, route: StoreRoute): Promise<Response> {
  const allow = methodsOf(route)
  setStoreHeaders(context, shop, { allow, hasCartToken: (await tokenOwner(context, shop)) !== null })
  const { method } = context.req
  if (method === 'OPTIONS') {
    const self = shop.url + hrefs.storeApi(route.path)
    // A route with parameters has no fixed URL.
    const _links = route.path.includes(':') ? {} : { _links: { self: [{ href: self }] } }
    return storeJson(context, { ...describe(route, shop), ...schemaOf(route), ..._links })
  }
  const handler = route.methods[method === 'HEAD' ? 'GET' : (method as Method)]
  if (handler) return isValidateOnly(context) ? validateOnly(context, shop, handler) : handler(context, shop)
  context.header('allow', undefined)
  return storeError(context, routeNotFound)
}

/** Validates the input without executing the call. */
async function validateOnly(context: Context, shop: StoreApiContext, handler: StoreHandler): Promise<Response> {
  const error = (await handler.validate?.(context, shop)) ?? null
  return error ? storeError(context, error) : context.body(null, 204)
}
