import type { MiddlewareHandler } from 'hono'
import type { Db } from '../../platform/database/connect.ts'
import { shopTimeZone } from '../../platform/time/shop-time.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { attributeQueryName } from '../../shop/listing/listing-params.ts'
import { permanentRedirect } from './canonical-redirect.ts'
import { pathExists } from './path-exists.ts'
import { findEntry, findLinkedTerm, findUploadPath, hasPostsIn, type LinkedEntry } from './permalinks.store.ts'
import { type PlainQuery, type PlainTarget, parsePlainQuery } from './plain-query.ts'

/**
 * WordPress's plain permalinks and short links: `/?p=7`, `/?product=green-tea`, `/?post_type=product`. They redirect to
 * the canonical URL with the rest of the query; unpublished entries are 404.
 */
export function plainPermalinks(shop: Pick<Platform, 'db'>): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search, searchParams } = new URL(context.req.url)
    const query = /^\/(index\.php\/?)?$/.test(pathname) ? parsePlainQuery(searchParams) : null
    if (!query) return next()
    const to = await redirectTargetOf(shop.db, query)
    return to === null ? context.notFound() : permanentRedirect(context, to + queryWithout(search, query.consumed))
  }
}

async function redirectTargetOf(db: Db, query: PlainQuery): Promise<string | null> {
  const page = query.feed === null ? query.page : 1
  const to = await pathOf(db, query.target, page)
  if (to === null || query.feed === null) return to
  if (query.isCommentsFeed && to === hrefs.home()) return hrefs.commentsFeed()
  const feed = hrefs.feedOf(to === hrefs.blog() ? hrefs.home() : to, query.feed === 'atom' ? 'atom' : '')
  // Static pages have no feed; the request redirects to the page itself.
  return (await pathExists(db, feed)) ? feed : to
}

async function pathOf(db: Db, target: PlainTarget, page: number): Promise<string | null> {
  switch (target.kind) {
    case 'home':
      return hrefs.home()
    case 'not-found':
      return null
    case 'entry': {
      const entry = await findEntry(db, { id: target.id })
      return entry && (target.only === undefined || entry.kind === target.only) ? permalinkOf(entry) : null
    }
    case 'slug': {
      const entry = await findEntry(db, { kinds: [target.of], slug: target.slug })
      return entry && permalinkOf(entry)
    }
    case 'upload': {
      const path = await findUploadPath(db, target.id)
      return path === null ? null : hrefs.upload(path)
    }
    case 'term':
      return termPage(await findLinkedTerm(db, target.taxonomy, { slug: target.slug }), page)
    case 'term-id':
      return termPage(await findLinkedTerm(db, target.taxonomy, { id: target.id }), page)
    case 'archive':
      return target.of === 'product' ? hrefs.shop(page) : hrefs.blog(page)
    case 'date':
      return (await hasPostsIn(db, target.digits, shopTimeZone)) ? hrefs.blog() : null
  }
}

/** The page of an entry; null if it has none. */
function permalinkOf({ kind, slug }: LinkedEntry): string | null {
  if (kind === 'product') return hrefs.product(slug)
  if (kind === 'post') return hrefs.post(slug)
  return kind === 'page' ? hrefs.page(slug) : null
}

/** Post categories and tags have no pages of their own, so they lead to the journal. */
function termPage(term: { readonly taxonomy: string; readonly slug: string } | null, page: number): string | null {
  if (!term) return null
  const { taxonomy, slug } = term
  if (taxonomy === 'product_cat') return hrefs.category(slug, page)
  if (taxonomy === 'product_tag') return hrefs.tag(slug, page)
  return taxonomy.startsWith('pa_') ? hrefs.attribute(attributeQueryName(taxonomy), slug, page) : hrefs.blog()
}

/** The original query without these parameters. */
function queryWithout(search: string, names: readonly string[]): string {
  const remaining = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !names.some((name) => new URLSearchParams(part).has(name)))
  return remaining.length > 0 ? `?${remaining.join('&')}` : ''
}
