import { type Context, Hono } from 'hono'
import { cachedDocument } from '../../platform/web/cached-response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { attributeQueryName } from '../../shop/listing/listing-params.ts'
import { robotsText } from './robots.ts'
import {
  pageCount,
  parseSitemapName,
  type SitemapName,
  type SitemapUrl,
  sitemapIndexXml,
  sitemapPath,
  sitemapXml,
} from './sitemap.ts'
import {
  countEntries,
  countTerms,
  entryKinds,
  listEntries,
  listTerms,
  type SitemapEntry,
  type SitemapEntryKind,
} from './sitemaps.store.ts'

const XML = 'application/xml; charset=UTF-8'
/** Cache tags: anything published, unpublished, or moved to another category. */
const tags = ['settings', 'listing', 'posts', 'pages']

/** robots.txt and sitemaps. */
export function sitemapRoutes(shop: Pick<Platform, 'db' | 'isProduction' | 'now' | 'pages' | 'url'>): Hono {
  const routes = new Hono()

  routes.get(paths.robots, (context) => {
    const cache = { tags: ['settings'], generation: shop.pages.generation }
    return cachedDocument(context, shop, { body: robotsText(shop.url), type: 'text/plain; charset=UTF-8' }, cache)
  })

  routes.get(paths.sitemapAlias, (context) => context.redirect(paths.sitemapIndex, 302))

  routes.get(paths.sitemapIndex, async (context) => {
    const { generation } = shop.pages
    return document(context, shop, sitemapIndexXml(await sitemapsOf(shop)), generation)
  })

  routes.get(paths.sitemap, async (context, next) => {
    const generation = shop.pages.generation
    const name = parseSitemapName(context.req.param('sitemap'))
    const urls = name && (await urlsOf(shop, name))
    return urls && urls.length > 0 ? document(context, shop, sitemapXml(urls), generation) : next()
  })

  return routes
}

const document = (
  context: Context,
  shop: Pick<Platform, 'isProduction' | 'now' | 'pages' | 'url'>,
  body: string,
  generation: number,
): Response =>
  cachedDocument(
    context,
    shop,
    { body, type: XML, headers: { 'x-robots-tag': 'noindex, follow' } },
    { tags, generation },
  )

async function sitemapsOf(shop: Pick<Platform, 'db' | 'url'>): Promise<SitemapUrl[]> {
  const [entries, terms] = await Promise.all([countEntries(shop.db), countTerms(shop.db)])
  const counts = [
    ...entryKinds.map((kind) => ({
      of: 'posts' as const,
      kind,
      total: (entries.get(kind) ?? 0) + staticPaths(kind).length,
    })),
    ...terms.map(({ taxonomy, total }) => ({ of: 'taxonomies' as const, kind: taxonomy, total })),
  ]
  return counts.flatMap(({ of, kind, total }) =>
    Array.from({ length: pageCount(total) }, (_, at) => ({
      url: shop.url + sitemapPath({ of, kind, page: at + 1 }),
      changedAt: null,
    })),
  )
}

async function urlsOf(shop: Pick<Platform, 'db' | 'url'>, { of, kind, page }: SitemapName): Promise<SitemapUrl[]> {
  const toUrl = (path: string, changedAt: Date | null = null): SitemapUrl => ({ url: shop.url + path, changedAt })
  if (of === 'taxonomies') {
    const terms = await listTerms(shop.db, kind, page)
    return terms.map(({ slug }) => toUrl(termHref(kind, slug)))
  }
  const entryKind = entryKinds.find((one) => one === kind)
  if (!entryKind) return []
  const listedEntries = await listEntries(shop.db, entryKind, page)
  const first = page === 1 ? staticPaths(entryKind).map((path) => toUrl(path)) : []
  return [
    ...first,
    ...listedEntries.map(({ slug, changedAt }: SitemapEntry) => toUrl(entryHref[entryKind](slug), changedAt)),
  ]
}

const entryHref: Readonly<Record<SitemapEntryKind, (slug: string) => string>> = {
  post: hrefs.post,
  page: hrefs.page,
  product: (slug) => hrefs.product(slug),
}

/** Pages that are not entries. Cart, checkout and account are private and excluded. */
const staticPaths = (kind: SitemapEntryKind): string[] =>
  kind === 'page' ? [hrefs.home(), hrefs.shop(), hrefs.blog()] : []

function termHref(taxonomy: string, slug: string): string {
  if (taxonomy === 'product_cat') return hrefs.category(slug)
  return taxonomy === 'product_tag' ? hrefs.tag(slug) : hrefs.attribute(attributeQueryName(taxonomy), slug)
}
