import type { MiddlewareHandler } from 'hono'
import { publicName } from '../catalog/listing-address.ts'
import type { Db } from '../database/connect.ts'
import { hrefs } from '../routes.ts'
import { shopTimeZone } from '../settings/shop-time.ts'
import type { Shop } from '../shop.ts'
import { moved } from './canonical-address.ts'
import { hasAddress } from './has-address.ts'
import { findEntry, findLinkedTerm, findUploadPath, hasPostsIn, type LinkedEntry } from './permalinks.store.ts'
import { type PlainQuery, type PlainWish, readPlainQuery } from './plain-query.ts'

/**
 * Addresses by number or name instead of by path, as WordPress writes them without permalinks and in its short links:
 * `/?p=7`, `/?product=green-tea`, `/?post_type=product`. They lead to the one true address with the rest of their query;
 * what is not published is a missing page.
 */
export function plainPermalinks(shop: Shop): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search, searchParams } = new URL(context.req.url)
    const asked = /^\/(index\.php\/?)?$/.test(pathname) ? readPlainQuery(searchParams) : null
    if (!asked) return next()
    const to = await addressOf(shop.db, asked)
    return to === null ? context.notFound() : moved(context, to + queryWithout(search, asked.used))
  }
}

async function addressOf(db: Db, asked: PlainQuery): Promise<string | null> {
  const page = asked.feed === null ? asked.page : 1
  const to = await pageOf(db, asked.wish, page)
  if (to === null || asked.feed === null) return to
  if (asked.isCommentsFeed && to === hrefs.home()) return hrefs.commentsFeed()
  const feed = hrefs.feedOf(to === hrefs.blog() ? hrefs.home() : to, asked.feed === 'atom' ? 'atom' : '')
  // Pages of words and pictures have none; whoever asks for it gets what it would have been the feed of.
  return (await hasAddress(db, feed)) ? feed : to
}

async function pageOf(db: Db, wish: PlainWish, page: number): Promise<string | null> {
  switch (wish.kind) {
    case 'home':
      return hrefs.home()
    case 'nothing':
      return null
    case 'entry': {
      const entry = await findEntry(db, { id: wish.id })
      return entry && (wish.only === undefined || entry.kind === wish.only) ? permalinkOf(entry) : null
    }
    case 'slug': {
      const entry = await findEntry(db, { kinds: [wish.of], slug: wish.slug })
      return entry && permalinkOf(entry)
    }
    case 'upload': {
      const path = await findUploadPath(db, wish.id)
      return path === null ? null : hrefs.upload(path)
    }
    case 'term':
      return termPage(await findLinkedTerm(db, wish.taxonomy, { slug: wish.slug }), page)
    case 'term-id':
      return termPage(await findLinkedTerm(db, wish.taxonomy, { id: wish.id }), page)
    case 'archive':
      return wish.of === 'product' ? hrefs.shop(page) : hrefs.blog(page)
    case 'date':
      return (await hasPostsIn(db, wish.digits, shopTimeZone)) ? hrefs.blog() : null
  }
}

/** Where an entry is shown; null for what has no page of its own. */
function permalinkOf({ kind, slug }: LinkedEntry): string | null {
  if (kind === 'product') return hrefs.product(slug)
  if (kind === 'post') return hrefs.post(slug)
  return kind === 'page' ? hrefs.page(slug) : null
}

/** The journal is one list: what belongs to a category or tag of posts stands there. */
function termPage(term: { readonly taxonomy: string; readonly slug: string } | null, page: number): string | null {
  if (!term) return null
  const { taxonomy, slug } = term
  if (taxonomy === 'product_cat') return hrefs.category(slug, page)
  if (taxonomy === 'product_tag') return hrefs.tag(slug, page)
  return taxonomy.startsWith('pa_') ? hrefs.attribute(publicName(taxonomy), slug, page) : hrefs.blog()
}

/** The query as it was written, without these names. */
function queryWithout(search: string, names: readonly string[]): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !names.some((name) => new URLSearchParams(part).has(name)))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
