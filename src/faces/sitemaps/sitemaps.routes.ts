import { type Context, Hono } from 'hono'
import pLimit from 'p-limit'
import { listAuthors } from '../../people/identity/authors.store.ts'
import type { Platform } from '../../platform/web/context.ts'
import { cachedDocument } from '../../platform/web/page-cache.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { xml, xmlDocument } from '../../platform/web/xml.ts'
import { entryHref } from '../../things/entries/entry.ts'
import {
  countEntries,
  countTerms,
  entryKinds,
  listEntries,
  listTerms,
  MAX_URLS,
  type SitemapEntryKind,
} from './sitemaps.store.ts'

/** Cache tags for anything that is published, unpublished, or moved to another category. */
const tags = ['settings', 'listing', 'posts', 'pages', 'projects']

export function sitemapRoutes(shop: Pick<Platform, 'db' | 'isProduction' | 'now' | 'pages' | 'url'>): Hono {
  const routes = new Hono()
  // A crawler reads many at once. Each reads a whole table, and all together would take every connection to the database.
  const queue = pLimit(1)
  const respond = (context: Context, body: string, generation: number): Response => {
    const document = { body, type: 'application/xml; charset=UTF-8', headers: { 'x-robots-tag': 'noindex, follow' } }
    return cachedDocument(context, shop, document, { tags, generation })
  }

  routes.get(paths.robots, (context) => {
    const cache = { tags: ['settings'], generation: shop.pages.generation }
    return cachedDocument(context, shop, { body: robotsText(shop.url), type: 'text/plain; charset=UTF-8' }, cache)
  })

  routes.get(paths.sitemapAlias, (context) => context.redirect(paths.sitemapIndex, 302))

  routes.get(paths.sitemapIndex, async (context) => {
    const { generation } = shop.pages
    return respond(context, sitemapXml('sitemap', await queue(() => sitemapsOf(shop))), generation)
  })

  routes.get(paths.sitemap, async (context, next) => {
    const { generation } = shop.pages
    const name = parseSitemapName(context.req.param('sitemap'))
    const urls = name ? await queue(() => urlsOf(shop, name)) : []
    return urls.length > 0 ? respond(context, sitemapXml('url', urls), generation) : next()
  })

  return routes
}

async function sitemapsOf(shop: Pick<Platform, 'db' | 'url'>): Promise<SitemapUrl[]> {
  const [entries, terms, authors] = await Promise.all([
    countEntries(shop.db),
    countTerms(shop.db),
    listAuthors(shop.db),
  ])
  const totals = new Map(entries.map(({ kind, total }) => [kind, total]))
  const sitemaps = [
    ...entryKinds.map((kind) => ({
      of: 'posts' as const,
      kind,
      // Static paths stand in the first sitemap beside its entries.
      total: totals.get(kind) ?? staticPaths(kind).length,
    })),
    ...terms.map((term) => ({ of: 'taxonomies' as const, ...term })),
    { of: 'users' as const, kind: '', total: authors.length },
  ]
  return sitemaps.flatMap(({ total, ...name }) =>
    Array.from({ length: Math.ceil(total / MAX_URLS) }, (_, at) => ({
      url: shop.url + sitemapPath({ ...name, page: at + 1 }),
      changedAt: null,
    })),
  )
}

async function urlsOf(shop: Pick<Platform, 'db' | 'url'>, { of, kind, page }: SitemapName): Promise<SitemapUrl[]> {
  if (of === 'users') {
    const authors = (await listAuthors(shop.db)).slice((page - 1) * MAX_URLS, page * MAX_URLS)
    return authors.map(({ slug }) => ({ url: shop.url + hrefs.postAuthor(slug), changedAt: null }))
  }
  if (of === 'taxonomies') {
    const terms = await listTerms(shop.db, kind, page)
    return terms.map(({ slug }) => ({ url: shop.url + hrefs.term(kind, slug), changedAt: null }))
  }
  const entryKind = entryKinds.find((one) => one === kind)
  if (!entryKind) return []
  const entries = await listEntries(shop.db, entryKind, page)
  const first = page === 1 ? staticPaths(entryKind, entries.length) : []
  return [
    ...first.map((path) => ({ url: shop.url + path, changedAt: null })),
    ...entries.map(({ slug, changedAt }) => ({ url: `${shop.url}${entryHref({ kind: entryKind, slug })}`, changedAt })),
  ]
}

/** Pages that are not entries. Cart, checkout and account are private and excluded. */
const staticPaths = (kind: SitemapEntryKind, entries = 0): string[] => {
  if (kind === 'page') return [paths.home, hrefs.shop(), hrefs.blog()]
  return kind === 'project' && entries > 0 ? [paths.portfolio] : []
}

export type SitemapUrl = { readonly url: string; readonly changedAt: string | null }

export function sitemapXml(of: 'url' | 'sitemap', urls: readonly SitemapUrl[]): string {
  const items = urls.map(({ url, changedAt }) =>
    xml(of, {}, xml('loc', {}, url), changedAt ? xml('lastmod', {}, changedAt) : null),
  )
  const root = of === 'url' ? 'urlset' : 'sitemapindex'
  return xmlDocument(xml(root, { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, items))
}

/** `kind` is '' for users, who have only one sitemap. */
export type SitemapName = {
  readonly of: 'posts' | 'taxonomies' | 'users'
  readonly kind: string
  readonly page: number
}

/** `/wp-sitemap-posts-product-1.xml`, as in WordPress. */
export const sitemapPath = ({ of, kind, page }: SitemapName): string =>
  `/wp-sitemap-${of}${kind === '' ? '' : `-${kind}`}-${page}.xml`

export function parseSitemapName(file: string): SitemapName | null {
  const match = /^wp-sitemap-(?:(users)|(posts|taxonomies)-([\w-]{1,60}))-([1-9]\d{0,4})\.xml$/.exec(file)
  const [, users, of = users, kind = '', page] = match ?? []
  return match && { of: of as SitemapName['of'], kind, page: Number(page) }
}

/** Excludes cart and back office. `noindex` pages remain crawlable, so that the tag is seen. */
export const robotsText = (shopUrl: string): string =>
  [
    'User-agent: *',
    `Disallow: ${paths.admin}`,
    `Allow: ${paths.adminAjax}`,
    'Disallow: /*?add-to-cart=',
    'Disallow: /*?*add-to-cart=',
    `Disallow: ${paths.checkoutLink}`,
    '',
    `Sitemap: ${shopUrl}${paths.sitemapIndex}`,
    '',
  ].join('\n')
