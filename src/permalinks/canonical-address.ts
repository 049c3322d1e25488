import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '../database/connect.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { isPagePath, localPath, withoutIndex } from '../web/page-path.ts'
import { hasAddress } from './has-address.ts'
import { findLinkedTerm } from './permalinks.store.ts'

const SECONDS_KEPT = 86_400

/**
 * Leads from another spelling of an address to the address itself: without its final slash, behind `/index.php`, with
 * empty parts, or with a category's parents in front of it. Asked after all routes, so only what nothing else answers
 * comes here, and what leads nowhere stays a missing page.
 */
export function canonicalAddresses(shop: Pick<Shop, 'db'>): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const path = await canonicalPath(shop.db, pathname)
    return path === null ? next() : moved(context, path + search)
  }
}

/**
 * 301 to another address of the shop. Browsers may keep it a day, unless it carries a query: that may hold somebody's
 * key, and is nobody else's.
 */
export function moved(context: Context, to: string): Response {
  context.header('cache-control', to.includes('?') ? 'no-store' : `public, max-age=${SECONDS_KEPT}`)
  return context.redirect(localStart(to), 301)
}

/** Only the path is made safe: a query may hold whatever it likes. */
const localStart = (to: string): string => to.replace(/^[^?#]*/, localPath)

/** The one spelling of a path; null when it is that already, or when nothing is there. */
async function canonicalPath(db: Db, pathname: string): Promise<string | null> {
  const path = localPath(withoutIndex(pathname))
  if (!isPagePath(path)) return null
  const slashed = path.endsWith('/') ? path : `${path}/`
  const whole = (await categoryBelow(db, slashed)) ?? slashed
  return whole !== pathname && (await hasAddress(db, whole)) ? whole : null
}

/** `/product-category/tea/green-tea/` names the category `green-tea`, whatever stands before it. */
async function categoryBelow(db: Db, path: string): Promise<string | null> {
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
