import { type Context, Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { pickFields } from '../../platform/rest/call.ts'
import { allMethods } from '../../platform/rest/links.ts'
import { type Method, requestedFields } from '../../platform/rest/response.ts'
import { shopTimeZone } from '../../platform/time/shop-time.ts'
import { mapInSlices } from '../../platform/time/slices.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { StoreApiContext } from './context.ts'
import { setStoreHeaders, storeJson } from './response.ts'

type RouteDescription = {
  readonly namespace: string
  readonly methods: readonly Method[]
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: object }[]
  readonly _links?: { readonly self: readonly { readonly href: string }[] }
}
type ArgsOf = (method: Method, path: string) => object
type SchemaOf = (path: string, namespace: string) => object | null
type Described = Awaited<ReturnType<typeof describeRoutes>>
type RouteDescriptions = Readonly<Record<string, RouteDescription>>

const ROOT = paths.restIndex.slice(0, -1)

/** All routes at `/wp-json/`, and each namespace at its own URL. `routerRoutes` is called after all are registered. */
export function siteIndexRoutes(
  shop: Pick<StoreApiContext, 'now' | 'settings' | 'url'>,
  routerRoutes: () => readonly RouterRoute[],
  storeRoutes: () => RouteDescriptions,
  argsOf: ArgsOf,
  schemaOf: SchemaOf,
): Hono {
  const routes = new Hono()
  let cached: ReturnType<typeof describeRoutes> | undefined
  const describedRoutes = () => (cached ??= describeRoutes(routerRoutes(), shop.url, argsOf))
  const namespacesOf = (routes: readonly RouteDescription[]) => [...new Set(routes.map(({ namespace }) => namespace))]
  const byPath = (routes: Described): RouteDescriptions =>
    Object.fromEntries(routes.map(({ displayPath, description }) => [displayPath, description]))
  const respond = (context: Context, allow: readonly Method[], body: unknown): Response => {
    setStoreHeaders(context, shop, { allow, hasCartToken: false })
    const names = requestedFields(new URL(context.req.url).searchParams)
    return storeJson(context, pickFields(body, names))
  }

  routes.get(paths.restIndex, async (context) => {
    const described = await describedRoutes()
    const store = storeRoutes()
    const { siteTitle, tagline } = shop.settings()
    return respond(context, ['GET'], {
      name: siteTitle,
      description: tagline,
      url: shop.url,
      home: shop.url,
      gmt_offset: offsetHours(shop.now()),
      timezone_string: shopTimeZone,
      page_for_posts: 0,
      page_on_front: 0,
      show_on_front: 'page',
      site_logo: 0,
      site_icon: 0,
      site_icon_url: shop.url + hrefs.icon(512),
      namespaces: [
        ...namespacesOf(Object.values(store)),
        'wc/store',
        ...namespacesOf(described.map(({ description }) => description)),
      ],
      authentication: {},
      routes: { '/': indexRoute('', shop.url + paths.restIndex), ...store, ...byPath(described) },
    })
  })

  routes.get(`${ROOT}/:family{[\\w-]+/v[0-9]+}`, async (context, next) => {
    const namespace = context.req.param('family')
    const described = (await describedRoutes()).filter(({ description }) => description.namespace === namespace)
    if (described.length === 0) return next()
    const self = indexRoute(namespace, shop.url + context.req.path)
    return respond(context, ['GET'], {
      namespace,
      routes: { [`/${namespace}`]: self, ...byPath(described) },
      _links: { up: [{ href: shop.url + paths.restIndex }] },
    })
  })

  routes.options(`${ROOT}/*`, async (context, next) => {
    const match = (await describedRoutes()).find(({ pattern }) => pattern.test(context.req.path))
    if (!match) return next()
    const { _links, ...description } = match.description
    const allow = allMethods.filter((method) => description.methods.includes(method))
    const schema = schemaOf(match.path, description.namespace)
    return respond(context, allow, { ...description, ...(schema ? { schema } : {}), ...(_links ? { _links } : {}) })
  })
  return routes
}

function offsetHours(at: Date): number {
  const text = new Intl.DateTimeFormat('en', { timeZone: shopTimeZone, timeZoneName: 'longOffset' }).format(at)
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

const indexRoute = (namespace: string, href: string): RouteDescription => ({
  namespace,
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: { context: { default: 'view', required: false } } }],
  _links: { self: [{ href }] },
})

function describeRoutes(routes: readonly RouterRoute[], shopUrl: string, argsOf: ArgsOf) {
  const methods = new Map<string, Set<Method>>()
  for (const { path, method } of routes) {
    const name = allMethods.find((one) => one === method)
    if (name && namespaceOf(path)) methods.set(path, (methods.get(path) ?? new Set()).add(name))
  }
  return mapInSlices([...methods], ([path, names]) => {
    const description: RouteDescription = {
      namespace: namespaceOf(path),
      methods: [...names],
      endpoints: [...names].map((method) => ({ methods: [method], args: argsOf(method, path) })),
      ...(path.includes(':') ? {} : { _links: { self: [{ href: shopUrl + path }] } }),
    }
    return { path, displayPath: displayPathOf(path), pattern: patternOf(path), description }
  })
}

/** `wc/v3` of `/wp-json/wc/v3/orders`, or ''. */
const namespaceOf = (path: string): string => /^\/wp-json\/([\w-]+\/v\d+)\//.exec(path)?.[1] ?? ''

/** `/wc/v3/orders/:order{[0-9]+}/notes` in WordPress's form: `/wc/v3/orders/(?P<order_id>[\d]+)/notes`. */
const displayPathOf = (path: string): string =>
  path.slice(ROOT.length).replace(/:(\w+)\{([^}]*)\}(\/)?/g, (_, name: string, pattern: string, slash = '') => {
    return `(?P<${slash === '' ? 'id' : `${name}_id`}>${pattern.replace('[0-9]', '[\\d]')})${slash}`
  })

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+\{([^}]*)\}/g, '(?:$1)')}$`)
