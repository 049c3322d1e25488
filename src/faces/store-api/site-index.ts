import { type Context, Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { shopTimeZone } from '../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { type StoreMethod, setStoreHeaders, storeJson } from './response.ts'

type Endpoint = { readonly methods: readonly string[]; readonly args: Readonly<Record<string, unknown>> }

/** One route in the index. */
export type RouteDescription = {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly Endpoint[]
  readonly _links?: { readonly self: readonly { readonly href: string }[] }
}

type RouteDescriptions = Readonly<Record<string, RouteDescription>>
/** A route whose description is generated, with its path pattern. */
type DescribedRoute = { readonly displayPath: string; readonly pattern: RegExp; readonly description: RouteDescription }

const ROOT = paths.restIndex.slice(0, -1)
const methodNames = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * The REST API index that every `Link` header points to: all routes at `/wp-json/`, and each namespace at its own URL.
 * Generated from the served routes. `routerRoutes` is called after all routes are registered; `storeRoutes` describes
 * the Store API.
 */
export function siteIndexRoutes(
  shop: Pick<Platform, 'now' | 'url'> & WithSettings<SiteSettings>,
  routerRoutes: () => readonly RouterRoute[],
  storeRoutes: () => RouteDescriptions,
): Hono {
  const routes = new Hono()
  let cached: readonly DescribedRoute[] | undefined
  const describedRoutes = (): readonly DescribedRoute[] => (cached ??= describeRoutes(routerRoutes(), shop.url))
  const restNamespaces = (): string[] => [...new Set(describedRoutes().map(({ description }) => description.namespace))]
  const headers = (context: Context, allow: readonly StoreMethod[]) =>
    setStoreHeaders(context, shop, { allow, hasCartToken: false })
  const descriptionsOf = (described: readonly DescribedRoute[]): RouteDescriptions =>
    Object.fromEntries(described.map(({ displayPath, description }) => [displayPath, description]))

  routes.get(paths.restIndex, (context) => {
    headers(context, ['GET'])
    const store = storeRoutes()
    const [first] = Object.values(store)
    const namespaces = [...(first ? [first.namespace, 'wc/store'] : []), ...restNamespaces()]
    return storeJson(context, {
      ...siteInfo(shop),
      namespaces,
      authentication: {},
      routes: { '/': rootRoute(shop.url), ...store, ...descriptionsOf(describedRoutes()) },
    })
  })

  routes.get(`${ROOT}/:family{[\\w-]+/v[0-9]+}`, (context, next) => {
    const requestedNamespace = context.req.param('family')
    if (!restNamespaces().includes(requestedNamespace)) return next()
    headers(context, ['GET'])
    const inNamespace = describedRoutes().filter(({ description }) => description.namespace === requestedNamespace)
    const self = { [`/${requestedNamespace}`]: indexRoute(requestedNamespace, shop.url + context.req.path) }
    const _links = { up: [{ href: shop.url + paths.restIndex }] }
    return storeJson(context, {
      namespace: requestedNamespace,
      routes: { ...self, ...descriptionsOf(inNamespace) },
      _links,
    })
  })

  routes.options(`${ROOT}/*`, (context, next) => {
    const match = describedRoutes().find(({ pattern }) => pattern.test(context.req.path))
    if (!match) return next()
    const { namespace, methods, endpoints } = match.description
    headers(
      context,
      methodNames.filter((method) => methods.includes(method)),
    )
    return storeJson(context, { namespace, methods, endpoints })
  })
  return routes
}

const siteInfo = (shop: Pick<Platform, 'now' | 'url'> & WithSettings<SiteSettings>) => ({
  name: shop.settings().siteTitle,
  description: shop.settings().tagline,
  url: shop.url,
  home: shop.url,
  gmt_offset: offsetHours(shop.now()),
  timezone_string: shopTimeZone,
  site_icon_url: shop.url + hrefs.icon(512),
})

/** The shop's UTC offset in hours: -5 in winter. */
function offsetHours(at: Date): number {
  const text = new Intl.DateTimeFormat('en', { timeZone: shopTimeZone, timeZoneName: 'longOffset' }).format(at)
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

const indexRoute = (namespace: string, href: string): RouteDescription => ({
  namespace,
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: {} }],
  _links: { self: [{ href }] },
})

const rootRoute = (shopUrl: string): RouteDescription => indexRoute('', shopUrl + paths.restIndex)

/** Routes of all namespaces except the Store API, each with all its methods. */
function describeRoutes(routes: readonly RouterRoute[], shopUrl: string): DescribedRoute[] {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of routes) {
    const name = methodNames.find((one) => one === method)
    if (!name || !namespaceOf(path)) continue
    methods.set(path, (methods.get(path) ?? new Set()).add(name))
  }
  return [...methods].map(([path, names]) => {
    const isFixed = !path.includes(':')
    return {
      displayPath: displayPathOf(path),
      pattern: patternOf(path),
      description: {
        namespace: namespaceOf(path) ?? '',
        methods: [...names],
        endpoints: [...names].map((method) => ({ methods: [method], args: {} })),
        ...(isFixed ? { _links: { self: [{ href: shopUrl + path }] } } : {}),
      },
    }
  })
}

/** `wc/v3` of `/wp-json/wc/v3/orders`. */
const namespaceOf = (path: string): string | null => /^\/wp-json\/([\w-]+\/v\d+)\//.exec(path)?.[1] ?? null

/** `/wc/v3/orders/:order{[0-9]+}/notes` in WordPress's form: `/wc/v3/orders/(?P<order_id>[\d]+)/notes`. */
const displayPathOf = (path: string): string =>
  path.slice(ROOT.length).replace(/:(\w+)\{([^}]*)\}(\/)?/g, (_, name: string, pattern: string, slash = '') => {
    return `(?P<${slash === '' ? 'id' : `${name}_id`}>${pattern.replace('[0-9]', '[\\d]')})${slash}`
  })

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+\{([^}]*)\}/g, '(?:$1)')}$`)
