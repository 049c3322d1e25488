import type { MiddlewareHandler } from 'hono'
import { paths } from './routes.ts'

/** For pages about one person: neither the browser nor a proxy may store them. */
export const CACHE_CONTROL_NO_STORE = 'no-cache, must-revalidate, max-age=0, no-store, private'

/** Everything below these paths is about one person, or opened by a secret link. */
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

/** Redirects and errors too, because some caches store whatever has an extension like `.css`. */
export const keepPagesPrivate: MiddlewareHandler = async (context, next) => {
  await next()
  const { path } = context.req
  if (path === paths.adminAjax || !prefixes.some((prefix) => `${path}/`.startsWith(prefix))) return
  if (/no-store/.test(context.res.headers.get('cache-control') ?? '')) return
  context.res.headers.set('cache-control', CACHE_CONTROL_NO_STORE)
}
