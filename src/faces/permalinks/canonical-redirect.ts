import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isPagePath, localPath, withoutIndex } from '../../platform/web/page-path.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { pathExists } from './path-exists.ts'
import { findLinkedTerm } from './permalinks.store.ts'

const CACHE_SECONDS = 86_400

/**
 * Redirects variants of a URL to the canonical one: without trailing slash, after `/index.php`, with empty segments, or
 * with a category's parents. Runs after all routes, so it sees only unmatched requests; unknown paths remain 404.
 */
export function canonicalRedirect(shop: Pick<Platform, 'db'>): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const path = await canonicalPath(shop.db, pathname)
    return path === null ? next() : permanentRedirect(context, path + search)
  }
}

/** 301 to another URL of the shop. Cacheable for a day, unless it has a query, which may contain a key. */
export function permanentRedirect(context: Context, to: string): Response {
  context.header('cache-control', to.includes('?') ? 'no-store' : `public, max-age=${CACHE_SECONDS}`)
  return context.redirect(safeLocation(to), 301)
}

/** Only the path is sanitized: a query may contain anything. */
const safeLocation = (to: string): string => to.replace(/^[^?#]*/, localPath)

/** The canonical form of a path; null if it is canonical already or unknown. */
async function canonicalPath(db: Db, pathname: string): Promise<string | null> {
  const path = localPath(withoutIndex(pathname))
  if (!isPagePath(path)) return null
  const slashed = path.endsWith('/') ? path : `${path}/`
  const fullPath = (await nestedCategoryPath(db, slashed)) ?? slashed
  return fullPath !== pathname && (await pathExists(db, fullPath)) ? fullPath : null
}

/** `/product-category/tea/green-tea/` is the category `green-tea`, whatever precedes it. */
async function nestedCategoryPath(db: Db, path: string): Promise<string | null> {
  for (const pattern of [
    /^\/product-category\/(?:[^/]+\/)+(?<slug>[^/]+)\/(?<rest>page\/\d+\/|feed\/(?:\w+\/)?)$/,
    /^\/product-category\/(?:[^/]+\/)+(?<slug>[^/]+)\/$/,
  ]) {
    const { slug = '', rest = '' } = pattern.exec(path)?.groups ?? {}
    const text = decode(slug)
    if (text !== '' && (await findLinkedTerm(db, 'product_cat', { slug: text }))) return hrefs.category(text) + rest
  }
  return null
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
