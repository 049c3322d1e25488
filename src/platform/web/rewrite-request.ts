import type { Context, Hono, MiddlewareHandler } from 'hono'
import { isPagePath, localPath, withoutIndex } from './page-path.ts'
import { paths } from './routes.ts'

const overridable = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])

type Rewritten = { readonly method: string; readonly url: URL }

/**
 * Requests that say their address or method in another way are carried out as if they had said it plainly:
 * `/?rest_route=/wc/v3/orders` and `/index.php/wp-json/wc/v3/orders` are `/wp-json/wc/v3/orders`, a call's final slash means nothing, a POST with `_method` or
 * `X-HTTP-Method-Override` is the method it names, and a form sent to `/cart` is sent to `/cart/`. Everything behind
 * this, access checks first of all, sees the plain request only.
 */
export function rewriteRequests(app: Pick<Hono, 'fetch'>): MiddlewareHandler {
  return async (context, next) => {
    const url = new URL(context.req.url)
    const routed = rewriteUrl(context.req.method, url)
    const method = overriddenMethod(context, routed)
    if (method === null) return context.json(routeNotFound, 404)
    const isSame = routed.href === url.href && method === context.req.method
    return isSame ? next() : app.fetch(requestOf(context, { method, url: routed }), context.env)
  }
}

const routeNotFound = {
  code: 'rest_no_route',
  message: 'No route was found matching the URL and request method.',
  data: { status: 404 },
}

/** Where the request leads: the same address unless it names another one. */
function rewriteUrl(method: string, requestUrl: URL): URL {
  const url = new URL(requestUrl)
  const restRoute = url.searchParams.get('rest_route') ?? ''
  if (restRoute !== '' && /^\/(index\.php\/?)?$/.test(url.pathname)) {
    url.searchParams.delete('rest_route')
    url.pathname = paths.restIndex + restRoute.replace(/^\/+/, '')
    // A name that climbs out of the API is none of its calls.
    if (!url.pathname.startsWith(paths.restIndex)) url.pathname = paths.restIndex + encodeURIComponent(restRoute)
  }
  const isSafeMethod = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  // Whoever reads a page is led to its own address (canonical-address.ts); calls and forms are taken as they are.
  const plain = withoutIndex(url.pathname)
  if (!isSafeMethod || `${plain}/`.startsWith(paths.restIndex)) url.pathname = plain
  if (`${url.pathname}/` === paths.restIndex) url.pathname = paths.restIndex
  if (url.pathname.startsWith(paths.restIndex) && url.pathname !== paths.restIndex)
    // Looked for from the first slash of a row only: else a row of thousands is walked thousands of times.
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (!isSafeMethod && !url.pathname.endsWith('/') && isPagePath(url.pathname))
    url.pathname = `${localPath(url.pathname)}/`
  return url
}

/**
 * The method that is meant; null when it is none. Only a POST may name another one: a link that writes could be put
 * on any page, and browsers send cookies along with it.
 */
function overriddenMethod(context: Context, url: URL): string | null {
  const { method } = context.req
  if (method !== 'POST' || !url.pathname.startsWith(paths.restIndex)) return method
  const inQuery = url.searchParams.get('_method')
  if (inQuery !== null) url.searchParams.delete('_method')
  const override = inQuery ?? context.req.header('x-http-method-override') ?? ''
  if (override === '') return method
  const overrideMethod = override.toUpperCase()
  return overrideMethod === 'POST' || overridable.has(overrideMethod) ? overrideMethod : null
}

function requestOf(context: Context, { method, url }: Rewritten): Request {
  const headers = new Headers(context.req.raw.headers)
  headers.delete('x-http-method-override')
  const { body } = context.req.raw
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== null
  return new Request(url, { method, headers, ...(hasBody ? { body, duplex: 'half' } : {}) })
}
