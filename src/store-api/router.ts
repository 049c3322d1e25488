import { type Context, Hono } from 'hono'
import type { Shop } from '../shop.ts'
import { noRoute, type StoreMethod, setStoreHeaders, storeError, storeJson } from './answer.ts'

export type StoreHandler = (context: Context, shop: Shop) => Promise<Response>

/** One address of the API, below its base, and what answers there. The order of its methods is that of the `Allow` header. */
export type StoreRoute = {
  readonly path: string
  /** The path as the index writes it, where it has a part that varies. */
  readonly shown?: string
  readonly methods: Readonly<Partial<Record<StoreMethod, StoreHandler>>>
}

const NAMESPACE = 'wc/store/v1'

/** Serves `table` below `base`. Whatever is not in it is no route, in the words of the recordings. */
export function serveStoreRoutes(shop: Shop, bases: readonly string[], table: readonly StoreRoute[]): Hono {
  const routes = new Hono()
  for (const base of bases) {
    for (const route of table) routes.all(base + route.path, (context) => dispatch(context, shop, route))
    routes.all(base, (context) => dispatch(context, shop, { path: '', methods: { GET: indexOf(table) } }))
    routes.all(`${base}/*`, (context) => {
      setStoreHeaders(context, shop, { allow: [], hasCartToken: false })
      return storeError(context, noRoute)
    })
  }
  routes.onError((error, context) => {
    shop.log.error({ err: error, path: context.req.path }, 'a call of the Store API failed')
    return storeError(context, {
      status: 500,
      code: 'woocommerce_rest_unknown_server_error',
      message: 'Something went wrong on our side. Please try again.',
    })
  })
  return routes
}

/** What there is to call. */
const indexOf =
  (table: readonly StoreRoute[]): StoreHandler =>
  async (context, shop) => {
    const routes = [{ path: '', methods: { GET: true } }, ...table].map((route) => {
      const shown = `/${NAMESPACE}${'shown' in route && route.shown ? route.shown : route.path}`
      const methods = Object.keys(route.methods)
      const endpoints = methods.map((method) => ({ methods: [method], args: {} }))
      return [shown, { namespace: NAMESPACE, methods, endpoints }] as const
    })
    const _links = { up: [{ href: `${shop.url}/wp-json/` }] }
    return storeJson(context, { namespace: NAMESPACE, routes: Object.fromEntries(routes), _links })
  }

async function dispatch(context: Context, shop: Shop, { path, methods }: StoreRoute): Promise<Response> {
  const allow = Object.keys(methods) as StoreMethod[]
  setStoreHeaders(context, shop, { allow, hasCartToken: context.req.header('cart-token') !== undefined })
  const asked = methodOf(context)
  if (asked === 'OPTIONS') {
    const endpoints = allow.map((method) => ({ methods: [method], args: {} }))
    return storeJson(context, { namespace: NAMESPACE, methods: allow, endpoints, path })
  }
  const handler = asked === null ? undefined : methods[asked]
  if (handler) return handler(context, shop)
  context.header('allow', undefined)
  return storeError(context, noRoute)
}

const known: readonly StoreMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Browsers' scripts of such shops send PUT, PATCH and DELETE as a POST that names the real method in a header. */
function methodOf(context: Context): StoreMethod | 'OPTIONS' | null {
  const sent = context.req.method === 'HEAD' ? 'GET' : context.req.method
  if (sent === 'OPTIONS') return sent
  const override = sent === 'POST' ? context.req.header('x-http-method-override')?.toUpperCase() : undefined
  const wanted = override ?? sent
  return known.find((method) => method === wanted) ?? null
}
