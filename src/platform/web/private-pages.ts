import type { MiddlewareHandler } from 'hono'
import { paths } from './routes.ts'

/** For personal pages, which neither browser nor proxy may store. */
export const CACHE_CONTROL_NO_STORE = 'no-cache, must-revalidate, max-age=0, no-store, private'
/** For addresses that change with their content. */
export const CACHE_CONTROL_IMMUTABLE = 'public, max-age=31536000, immutable'

/** Paths of pages that are personal, or opened by a secret link. */
const prefixes = [
  paths.account,
  '/checkout/order-received/',
  '/checkout/order-pay/',
  '/review-purchase/',
  paths.saved,
  paths.stockAlerts,
  paths.login,
  paths.admin,
]

/** Also for redirects and errors, because some caches store everything with an extension like `.css`. */
export const keepPagesPrivate: MiddlewareHandler = async (context, next) => {
  await next()
  const { path } = context.req
  if (path === paths.adminAjax || !prefixes.some((prefix) => `${path}/`.startsWith(prefix))) return
  if (/no-store/.test(context.res.headers.get('cache-control') ?? '')) return
  context.res.headers.set('cache-control', CACHE_CONTROL_NO_STORE)
}
