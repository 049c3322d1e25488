import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { unavailableReason } from '../../platform/database/unavailable-reason.ts'
import { argsOf } from '../../platform/rest/input.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import type { Method } from '../../platform/rest/response.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { logUnavailable, retryAfterOf, UNAVAILABLE } from '../../platform/web/unavailable.tsx'
import { batchCall, isValidateOnly } from './batch.ts'
import { cartCalls } from './cart/cart.routes.ts'
import { cartCouponCalls } from './cart/cart-coupons.routes.ts'
import { cartCustomerCalls } from './cart/cart-customer.routes.ts'
import { checkoutCalls } from './checkout.routes.ts'
import type { StoreApiContext } from './context.ts'
import { storeApiDocument } from './openapi.ts'
import { orderCalls } from './order.routes.ts'
import { collectionData } from './products/collection-data.routes.ts'
import { listReviews, productCalls } from './products/products.routes.ts'
import { termCalls } from './products/terms.routes.ts'
import { routeNotFound, setStoreHeaders, storeError, storeJson } from './response.ts'
import { list, text } from './shapes/common.ts'
import { routesOf, type StoreCall, type StoreRoute, storeCall } from './store-call.ts'
import { tokenOwner } from './store-session.ts'

const NAMESPACE = 'wc/store/v1'

const routeShape = z.strictObject({
  namespace: text('Namespace of this API.'),
  methods: list('Supported HTTP methods.', z.string()),
  endpoints: list('Parameters of each endpoint.', z.unknown()),
})
const indexShape = z.strictObject({
  namespace: text('Namespace of this API.'),
  routes: z.record(z.string(), routeShape).describe('All routes, with patterns for path parameters.'),
  _links: z.record(z.string(), z.array(z.object({ href: z.string() }))).describe('Link to the parent index.'),
})

function allRoutes(shop: StoreApiContext, sendRequest: Parameters<typeof batchCall>[0]) {
  /** Generated once for each version of the settings, which decide about parameters. */
  const documents = new WeakMap<object, ReturnType<typeof storeApiDocument>>()
  const documentOf = (settings: object) => {
    const document = documents.get(settings) ?? storeApiDocument(all, shop)
    documents.set(settings, document)
    return document
  }
  const all: readonly StoreRoute[] = routesOf([
    storeCall({
      summary: 'Lists all routes',
      method: 'GET',
      path: '',
      responses: { 200: indexShape },
      handler: async ({ context }) => storeJson(context, routeIndex(shop, all)),
    }),
    batchCall(sendRequest),
    ...productCalls,
    collectionData,
    listReviews,
    ...termCalls,
    ...cartCalls,
    ...cartCouponCalls,
    ...cartCustomerCalls,
    ...checkoutCalls,
    ...orderCalls,
    storeCall({
      summary: 'Retrieves this OpenAPI document',
      method: 'GET',
      path: '/openapi.json',
      responses: { 200: null },
      handler: async ({ context }) => storeJson(context, await documentOf(shop.settings())),
    }),
  ])
  return all
}

/** The public Store API v1 (API-01, API-02). The URL without version is an alias; other paths get the recorded error. */
export function storeApiRoutes(shop: StoreApiContext): Hono {
  const routes = new Hono()
  const table = allRoutes(shop, (address, init, env) => routes.request(address, init, env as object))
  for (const base of [paths.storeApi, paths.storeApi.replace(/\/v1$/, '')]) {
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

function routeIndex(shop: StoreApiContext, table: readonly StoreRoute[]) {
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

const methodsOf = (route: StoreRoute) => [...route.calls.keys()]

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
  const call = route.calls.get(method === 'HEAD' ? 'GET' : (method as Method))
  if (call) return isValidateOnly(context) ? validateOnly(context, shop, call) : call.run(context, shop)
  context.header('allow', undefined)
  return storeError(context, routeNotFound)
}

async function validateOnly(context: Context, shop: StoreApiContext, call: StoreCall): Promise<Response> {
  const error = await call.validate(context, shop)
  return error ? storeError(context, error) : context.body(null, 204)
}

const endpointsOf = (route: StoreRoute, shop: StoreApiContext) =>
  [...route.calls].map(([method, call]) => ({
    methods: [method],
    allow_batch: { v1: method !== 'GET' },
    args: argsOf(call.input(shop.settings())),
  }))

function schemaOf(route: StoreRoute): { schema?: JsonSchema } {
  const responseShape = [...route.calls.values()]
    .map(({ responses }) => responses[200] ?? responses[201])
    .find((shape) => shape)
  if (!responseShape) return {}
  const itemShape = responseShape instanceof z.ZodArray ? (responseShape.element as z.ZodType) : responseShape
  const { $schema, ...schema } = inlineDefinitions(z.toJSONSchema(itemShape, { target: 'draft-4' }))
  // 'cart' for `/cart/items`, the title in WooCommerce.
  return { schema: { $schema, title: route.path.split('/').at(1) ?? '', ...schema } }
}

/** Inlines all `$ref`s, which the consumers do not support. */
function inlineDefinitions(schema: JsonSchema): JsonSchema {
  const definitions = (schema.definitions ?? schema.$defs ?? {}) as Readonly<Record<string, object>>
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { $ref: ref, allOf, definitions: _, $defs: __, ...fields } = value as Record<string, unknown>
    // A named shape with its own description is an `allOf` with one element.
    const $ref = ref ?? (Array.isArray(allOf) ? (allOf[0] as { $ref?: unknown }).$ref : undefined)
    const definition = typeof $ref === 'string' ? (definitions[$ref.split('/').at(-1) ?? ''] ?? {}) : {}
    const parts = Object.entries({ ...definition, ...fields }).filter(
      ([name, part]) => name !== 'id' || typeof part !== 'string',
    )
    return Object.fromEntries(parts.map(([name, part]) => [name, walk(part)]))
  }
  return walk(schema) as JsonSchema
}

const indexBySettings = new WeakMap<object, ReturnType<typeof buildIndex>>()

export function storeApiIndex(shop: StoreApiContext): ReturnType<typeof buildIndex> {
  const settings = shop.settings()
  const index = indexBySettings.get(settings) ?? buildIndex(shop)
  indexBySettings.set(settings, index)
  return index
}

const buildIndex = (shop: StoreApiContext) => routeIndex(shop, allRoutes(shop, neverCalled)).routes

const neverCalled = (): never => {
  throw new Error('A description of the Store API was called')
}
