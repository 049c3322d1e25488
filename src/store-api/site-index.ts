import { type Context, Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { hrefs, paths } from '../routes.ts'
import { shopTimeZone } from '../settings/shop-time.ts'
import type { Shop } from '../shop.ts'
import { type StoreMethod, setStoreHeaders, storeJson } from './answer.ts'

type Endpoint = { readonly methods: readonly string[]; readonly args: Readonly<Record<string, unknown>> }

/** One call as the index tells it. */
export type ToldRoute = {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly Endpoint[]
  readonly _links?: { readonly self: readonly { readonly href: string }[] }
}

type Told = Readonly<Record<string, ToldRoute>>
/** A call whose description is made of what is served, with what its addresses look like. */
type Served = { readonly shown: string; readonly pattern: RegExp; readonly told: ToldRoute }

const ROOT = paths.restIndex.slice(0, -1)
const methodNames = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * The door that every answer's `Link` points to: which calls there are, all of them at `/wp-json/` and those of one family
 * at its own address. The list is made of what the shop serves, so that nothing is named that does not answer.
 * `served` is asked once everything is there; `storeRoutes` describes the Store API, which answers for itself.
 */
export function siteIndexRoutes(shop: Shop, served: () => readonly RouterRoute[], storeRoutes: () => Told): Hono {
  const routes = new Hono()
  let known: readonly Served[] | undefined
  const calls = (): readonly Served[] => (known ??= callsOf(served(), shop.url))
  const families = (): string[] => [...new Set(calls().map(({ told }) => told.namespace))]
  const headers = (context: Context, allow: readonly StoreMethod[]) =>
    setStoreHeaders(context, shop, { allow, hasCartToken: false })
  const toldOf = (found: readonly Served[]): Told => Object.fromEntries(found.map(({ shown, told }) => [shown, told]))

  routes.get(paths.restIndex, (context) => {
    headers(context, ['GET'])
    const store = storeRoutes()
    const [first] = Object.values(store)
    const namespaces = [...(first ? [first.namespace, 'wc/store'] : []), ...families()]
    return storeJson(context, {
      ...aboutSite(shop),
      namespaces,
      authentication: {},
      routes: { '/': rootRoute(shop.url), ...store, ...toldOf(calls()) },
    })
  })

  routes.get(`${ROOT}/:family{[\\w-]+/v[0-9]+}`, (context, next) => {
    const family = context.req.param('family')
    if (!families().includes(family)) return next()
    headers(context, ['GET'])
    const own = calls().filter(({ told }) => told.namespace === family)
    const self = { [`/${family}`]: indexRoute(family, shop.url + context.req.path) }
    const _links = { up: [{ href: shop.url + paths.restIndex }] }
    return storeJson(context, { namespace: family, routes: { ...self, ...toldOf(own) }, _links })
  })

  routes.options(`${ROOT}/*`, (context, next) => {
    const found = calls().find(({ pattern }) => pattern.test(context.req.path))
    if (!found) return next()
    const { namespace, methods, endpoints } = found.told
    headers(
      context,
      methodNames.filter((method) => methods.includes(method)),
    )
    return storeJson(context, { namespace, methods, endpoints })
  })
  return routes
}

const aboutSite = (shop: Shop) => ({
  name: shop.settings().siteTitle,
  description: shop.settings().tagline,
  url: shop.url,
  home: shop.url,
  gmt_offset: offsetHours(shop.now()),
  timezone_string: shopTimeZone,
  site_icon_url: shop.url + hrefs.icon(512),
})

/** Hours that the shop's clock is ahead of UTC at this moment: -5 in winter. */
function offsetHours(at: Date): number {
  const text = new Intl.DateTimeFormat('en', { timeZone: shopTimeZone, timeZoneName: 'longOffset' }).format(at)
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

const indexRoute = (namespace: string, href: string): ToldRoute => ({
  namespace,
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: {} }],
  _links: { self: [{ href }] },
})

const rootRoute = (shopUrl: string): ToldRoute => indexRoute('', shopUrl + paths.restIndex)

/** The calls of every family but the Store API's, each once with all its methods. */
function callsOf(routes: readonly RouterRoute[], shopUrl: string): Served[] {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of routes) {
    const name = methodNames.find((one) => one === method)
    if (!name || !familyOf(path)) continue
    methods.set(path, (methods.get(path) ?? new Set()).add(name))
  }
  return [...methods].map(([path, names]) => {
    const isFixed = !path.includes(':')
    return {
      shown: shownPath(path),
      pattern: patternOf(path),
      told: {
        namespace: familyOf(path) ?? '',
        methods: [...names],
        endpoints: [...names].map((method) => ({ methods: [method], args: {} })),
        ...(isFixed ? { _links: { self: [{ href: shopUrl + path }] } } : {}),
      },
    }
  })
}

/** `wc/v3` of `/wp-json/wc/v3/orders`. */
const familyOf = (path: string): string | null => /^\/wp-json\/([\w-]+\/v\d+)\//.exec(path)?.[1] ?? null

/** `/wc/v3/orders/:order{[0-9]+}/notes` as the platform writes it: `/wc/v3/orders/(?P<order_id>[\d]+)/notes`. */
const shownPath = (path: string): string =>
  path.slice(ROOT.length).replace(/:(\w+)\{([^}]*)\}(\/)?/g, (_, name: string, form: string, more = '') => {
    return `(?P<${more === '' ? 'id' : `${name}_id`}>${form.replace('[0-9]', '[\\d]')})${more}`
  })

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+\{([^}]*)\}/g, '(?:$1)')}$`)
