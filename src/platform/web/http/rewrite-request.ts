import type { Context, Hono, MiddlewareHandler } from 'hono'
import { paths } from '../routes.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The request before it was normalized; undefined: it was not. */
    sentRequest: Request | undefined
  }
}

const overridable = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])

/**
 * Normalizes requests: `/?rest_route=/wc/v3/orders` and `/index.php/wp-json/wc/v3/orders` become
 * `/wp-json/wc/v3/orders`, API paths lose their trailing slash, a POST with `_method` or `X-HTTP-Method-Override`
 * becomes that method, and a form sent to `/cart` goes to `/cart/`. All later handlers, including access checks, only
 * see the normalized request.
 */
export function rewriteRequests(app: Pick<Hono, 'fetch'>): MiddlewareHandler {
  return async (context, next) => {
    const url = new URL(context.req.url)
    const routed = rewriteUrl(context.req.method, url)
    const method = overriddenMethod(context, routed)
    if (method === null) return context.json(routeNotFound, 404)
    const isSame = routed.href === url.href && method === context.req.method
    if (!isSame) {
      const request = requestOf(context, method, routed)
      sentRequests.set(request, context.req.raw)
      return app.fetch(request, context.env)
    }
    context.set('sentRequest', sentRequests.get(context.req.raw))
    return next()
  }
}

const sentRequests = new WeakMap<Request, Request>()

/** The request as its client sent and signed it. */
export const sentRequest = (context: Context): Request => context.get('sentRequest') ?? context.req.raw

const routeNotFound = {
  code: 'rest_no_route',
  message: 'No route was found matching the URL and request method.',
  data: { status: 404 },
}

/** The normalized URL, or the same one. */
function rewriteUrl(method: string, requestUrl: URL): URL {
  const url = new URL(requestUrl)
  const restRoute = url.searchParams.get('rest_route') ?? ''
  if (restRoute !== '' && /^\/(index\.php\/?)?$/.test(url.pathname)) {
    url.searchParams.delete('rest_route')
    url.pathname = paths.restIndex + restRoute.replace(/^\/+/, '')
    // A path that leaves the API prefix is not an API call.
    if (!url.pathname.startsWith(paths.restIndex)) url.pathname = paths.restIndex + encodeURIComponent(restRoute)
  }
  const isSafeMethod = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  // Pages are redirected to their canonical URL (canonical-redirect.ts); API calls and forms are handled directly.
  const path = withoutIndex(url.pathname)
  if (!isSafeMethod || `${path}/`.startsWith(paths.restIndex)) url.pathname = path
  if (`${url.pathname}/` === paths.restIndex) url.pathname = paths.restIndex
  if (url.pathname.startsWith(paths.restIndex) && url.pathname !== paths.restIndex)
    // Anchored to the first slash of a run, to avoid quadratic backtracking.
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (!isSafeMethod && !url.pathname.endsWith('/') && isPagePath(url.pathname))
    url.pathname = `${localPath(url.pathname)}/`
  return url
}

/** Null if invalid. Only POST may be overridden: browsers would send cookies with a link that writes. */
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

function requestOf(context: Context, method: string, url: URL): Request {
  const headers = new Headers(context.req.raw.headers)
  headers.delete('x-http-method-override')
  const { body } = context.req.raw
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== null
  return new Request(url, { method, headers, ...(hasBody ? { body, duplex: 'half' } : {}) })
}

/** Paths for programs and files, which never end in a slash. */
const nonPagePaths = /^\/(wp-json|wc-api|wp-content|assets|healthz)(\/|$)/

/** Whether a path may be a page, rather than an API call or a file. */
export const isPagePath = (path: string): boolean => !nonPagePaths.test(path) && !/\.\w+$/.test(path)

/** The path without empty segments. Two leading slashes would name another host. */
export const localPath = (path: string): string => path.replace(/[/\\]{2,}/g, '/')

/** The path after `/index.php`, which is equivalent to the path without it. */
export const withoutIndex = (path: string): string =>
  path.replace(/^\/index\.php(?=\/(?!index\.php)|$)/, '') || paths.home
