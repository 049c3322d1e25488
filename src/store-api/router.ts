import { type Context, Hono } from 'hono'
import { whyUnavailable } from '../database/unavailable.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { logUnavailable, retryAfterOf, UNAVAILABLE } from '../web/unavailable.tsx'
import { noRoute, type StoreMethod, setStoreHeaders, storeError, storeJson } from './answer.ts'
import { batchCall, isOnlyCheck } from './batch.ts'
import { plainCall, type StoreHandler } from './call.ts'
import { indexShape, openApiDocument } from './openapi.ts'
import { endpointsOf, schemaOf } from './self-description.ts'
import { tokenOwner } from './store-session.ts'

/** One address of the API, below its base, and what answers there. The order of its methods is that of the `Allow` header. */
export type StoreRoute = {
  readonly path: string
  /** The path as the index writes it, where it has a part that varies. */
  readonly shown?: string
  readonly methods: Readonly<Partial<Record<StoreMethod, StoreHandler>>>
}

export const NAMESPACE = 'wc/store/v1'

/** Every route: the ones given, and those that speak about the others. */
export function wholeTable(shop: Shop, given: readonly StoreRoute[], ask: Parameters<typeof batchCall>[0]) {
  const table: StoreRoute[] = [{ path: '/batch', methods: { POST: batchCall(ask) } }, ...given]
  const index = plainCall({ summary: 'What there is to call', answers: { 200: indexShape } }, async (context) =>
    storeJson(context, indexOf(shop, table)),
  )
  const document = plainCall({ summary: 'This document', answers: { 200: null } }, async (context) =>
    storeJson(context, openApiDocument(table, shop)),
  )
  table.unshift({ path: '', methods: { GET: index } })
  table.push({ path: '/openapi.json', methods: { GET: document } })
  return table
}

/** Serves `given` below `bases`. Whatever is not in it is no route, in the words of the recordings. */
export function serveStoreRoutes(shop: Shop, bases: readonly string[], given: readonly StoreRoute[]): Hono {
  const routes = new Hono()
  const table = wholeTable(shop, given, (address, init, env) => routes.request(address, init, env as object))
  for (const base of bases) {
    for (const route of table) routes.all(base + route.path, (context) => dispatch(context, shop, route))
    routes.all(`${base}/*`, async (context) => {
      setStoreHeaders(context, shop, { allow: [], hasCartToken: (await tokenOwner(context, shop)) !== null })
      return storeError(context, noRoute)
    })
  }
  routes.onError((error, context) => {
    const why = whyUnavailable(error)
    if (why) {
      logUnavailable(shop, why, error, context.req.path)
      context.header('retry-after', retryAfterOf(why))
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

/** What there is to call, as programs of such shops look for it. */
export function indexOf(shop: Shop, table: readonly StoreRoute[]) {
  const routes = table.map((route) => {
    const shown = `/${NAMESPACE}${route.shown ?? route.path}`
    return [shown, { namespace: NAMESPACE, methods: methodsOf(route), endpoints: endpointsOf(route, shop) }] as const
  })
  const _links = { up: [{ href: `${shop.url}/wp-json/` }] }
  return { namespace: NAMESPACE, routes: Object.fromEntries(routes), _links }
}

const methodsOf = (route: StoreRoute): StoreMethod[] => Object.keys(route.methods) as StoreMethod[]

async function dispatch(context: Context, shop: Shop, route: StoreRoute): Promise<Response> {
  const allow = methodsOf(route)
  setStoreHeaders(context, shop, { allow, hasCartToken: (await tokenOwner(context, shop)) !== null })
  const asked = methodOf(context)
  if (asked === 'OPTIONS') {
    const endpoints = endpointsOf(route, shop)
    const self = shop.url + hrefs.storeApi(route.path)
    // Where a part of the address varies there is no address to name.
    const _links = route.path.includes(':') ? {} : { _links: { self: [{ href: self }] } }
    return storeJson(context, { namespace: NAMESPACE, methods: allow, endpoints, ...schemaOf(route), ..._links })
  }
  const handler = asked === null ? undefined : route.methods[asked]
  if (handler) return isOnlyCheck(context) ? checked(context, shop, handler) : handler(context, shop)
  context.header('allow', undefined)
  return storeError(context, noRoute)
}

/** Only says whether what was sent is right. */
async function checked(context: Context, shop: Shop, handler: StoreHandler): Promise<Response> {
  const error = (await handler.check?.(context, shop)) ?? null
  return error ? storeError(context, error) : context.body(null, 204)
}

const known: readonly StoreMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** How a call is named in the table; null for what no table names. */
function methodOf(context: Context): StoreMethod | 'OPTIONS' | null {
  const sent = context.req.method === 'HEAD' ? 'GET' : context.req.method
  return sent === 'OPTIONS' ? sent : (known.find((method) => method === sent) ?? null)
}
