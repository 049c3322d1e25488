import type { MiddlewareHandler } from 'hono'
import { paths } from './routes.ts'

/** Of pages that are for one person: no cache keeps them, in the browser or before it. */
export const CACHE_CONTROL_NO_STORE = 'no-cache, must-revalidate, max-age=0, no-store, private'

/** Below these everything is about one person, or opened by a key in a link. */
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

/** Redirects and errors included: a cache that decides by an ending such as `.css` must not keep them either. */
export const keepPagesPrivate: MiddlewareHandler = async (context, next) => {
  await next()
  const { path } = context.req
  if (path === paths.adminAjax || !prefixes.some((prefix) => `${path}/`.startsWith(prefix))) return
  if (/no-store/.test(context.res.headers.get('cache-control') ?? '')) return
  context.res.headers.set('cache-control', CACHE_CONTROL_NO_STORE)
}
