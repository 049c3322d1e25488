import type { Context, MiddlewareHandler } from 'hono'
import type { Platform } from './context.ts'
import { FLASH_COOKIE } from './flash.tsx'
import { keyOfPage } from './page-cache.ts'

/**
 * Simultaneous requests for one page that is not cached: the first renders and caches it, and the others wait for that.
 * If it could not be cached, each renders it. Pages with a query or a notice do not wait: they are not cached.
 */
export function renderOnce({ isProduction, now, pages }: Pick<Platform, 'isProduction' | 'now' | 'pages'>) {
  const rendering = new Map<string, Promise<void>>()
  const mayBeCached = ({ req }: Context): boolean =>
    isProduction && req.method === 'GET' && !req.url.includes('?') && !req.header('cookie')?.includes(FLASH_COOKIE)

  const middleware: MiddlewareHandler = async (context, next) => {
    if (!mayBeCached(context)) return next()
    const key = keyOfPage(context)
    const running = rendering.get(key)
    if (running) {
      await running
      return pages.responseOf(key, now().getTime()) ?? next()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    rendering.set(key, promise)
    try {
      await next()
    } finally {
      rendering.delete(key)
      resolve()
    }
  }
  return middleware
}
