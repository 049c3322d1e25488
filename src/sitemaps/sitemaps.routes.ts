import { type Context, Hono } from 'hono'
import { publicName } from '../catalog/listing-address.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { keptDocument } from '../web/kept-answer.ts'
import { robotsText } from './robots.ts'
import {
  partsOf,
  readSitemapName,
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
  type Listed,
  type ListedKind,
  listEntries,
  listTerms,
} from './sitemaps.store.ts'

const XML = 'application/xml; charset=UTF-8'
/** What drops a kept sitemap: anything published, taken away, or moved to another shelf. */
const tags = ['settings', 'listing', 'posts', 'pages']

/** What crawlers ask for first: where they may go, and what there is. */
export function sitemapRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.robots, (context) => {
    const kept = { tags: ['settings'], generation: shop.pages.generation }
    return keptDocument(context, shop, { body: robotsText(shop.url), type: 'text/plain; charset=UTF-8' }, kept)
  })

  routes.get(paths.plainSitemap, (context) => context.redirect(paths.sitemapIndex, 302))

  routes.get(paths.sitemapIndex, async (context) => {
    const { generation } = shop.pages
    return document(context, shop, sitemapIndexXml(await sitemapsOf(shop)), generation)
  })

  routes.get(paths.sitemap, async (context, next) => {
    const generation = shop.pages.generation
    const name = readSitemapName(context.req.param('sitemap'))
    const urls = name && (await urlsOf(shop, name))
    return urls && urls.length > 0 ? document(context, shop, sitemapXml(urls), generation) : next()
  })

  return routes
}

const document = (context: Context, shop: Shop, body: string, generation: number): Response =>
  keptDocument(context, shop, { body, type: XML, headers: { 'x-robots-tag': 'noindex, follow' } }, { tags, generation })

async function sitemapsOf(shop: Shop): Promise<SitemapUrl[]> {
  const [entries, terms] = await Promise.all([countEntries(shop.db), countTerms(shop.db)])
  const counted = [
    ...entryKinds.map((kind) => ({ of: 'posts' as const, kind, total: (entries.get(kind) ?? 0) + fixed(kind).length })),
    ...terms.map(({ taxonomy, total }) => ({ of: 'taxonomies' as const, kind: taxonomy, total })),
  ]
  return counted.flatMap(({ of, kind, total }) =>
    Array.from({ length: partsOf(total) }, (_, at) => ({
      url: shop.url + sitemapPath({ of, kind, part: at + 1 }),
      changedAt: null,
    })),
  )
}

async function urlsOf(shop: Shop, { of, kind, part }: SitemapName): Promise<SitemapUrl[]> {
  const whole = (path: string, changedAt: Date | null = null): SitemapUrl => ({ url: shop.url + path, changedAt })
  if (of === 'taxonomies') {
    const terms = await listTerms(shop.db, kind, part)
    return terms.map(({ slug }) => whole(termHref(kind, slug)))
  }
  const known = entryKinds.find((one) => one === kind)
  if (!known) return []
  const found = await listEntries(shop.db, known, part)
  const first = part === 1 ? fixed(known).map((path) => whole(path)) : []
  return [...first, ...found.map(({ slug, changedAt }: Listed) => whole(entryHref[known](slug), changedAt))]
}

const entryHref: Readonly<Record<ListedKind, (slug: string) => string>> = {
  post: hrefs.post,
  page: hrefs.page,
  product: (slug) => hrefs.product(slug),
}

/** Pages that are no entries. The cart, the checkout and accounts are somebody's own, and in no sitemap. */
const fixed = (kind: ListedKind): string[] => (kind === 'page' ? [hrefs.home(), hrefs.shop(), hrefs.blog()] : [])

function termHref(taxonomy: string, slug: string): string {
  if (taxonomy === 'product_cat') return hrefs.category(slug)
  return taxonomy === 'product_tag' ? hrefs.tag(slug) : hrefs.attribute(publicName(taxonomy), slug)
}
