import { type Context, Hono, type Next } from 'hono'
import { cachedDocument } from '../../platform/web/cached-response.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { findTerm } from '../../shop/catalog/catalog.store.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { listProducts } from '../../shop/listing/list-products.ts'
import { archiveHref, filtersOf, type ProductArchive, parseListingParams } from '../../shop/listing/listing-params.ts'
import { threadPaging } from '../../site/comments/comment-pages.ts'
import { listComments } from '../../site/comments/comments-query.store.ts'
import { pageOfThread } from '../../site/comments/threads.store.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { type Feed, type FeedItem, parseFormat } from './feed.ts'
import { commentFeedItem, entryFeedItem } from './feed-items.ts'
import { feedProducts, findFeedEntry, newestPosts } from './feeds.store.ts'
import { feedTypes, writeFeed } from './write-feed.ts'

/** WordPress's default. */
const MAX_ITEMS = 10

type TaggedFeed = { readonly feed: Feed; readonly tags: readonly string[] }
type FeedLoader = (context: Context) => Promise<TaggedFeed | null>

/** Serves a feed at a path and its formats below it. */
function feedRouter(shop: Pick<Platform, 'isProduction' | 'now' | 'pages' | 'url'>, routes: Hono) {
  const respond = (load: FeedLoader) => async (context: Context, next: Next) => {
    const generation = shop.pages.generation
    const loaded = await load(context)
    if (!loaded) return next()
    const format = parseFormat(context.req.param('format'))
    const body = writeFeed(loaded.feed, format, shop.url + new URL(context.req.url).pathname)
    const link = `<${shop.url}${paths.restIndex}>; rel="https://api.w.org/"`
    const document = { body, type: feedTypes[format], headers: { link } }
    return cachedDocument(context, shop, document, { tags: ['settings', ...loaded.tags], generation })
  }
  return (path: string, load: FeedLoader) => {
    for (const form of [path, `${path}:format{(?:rss2?|atom|rdf)}/`]) routes.get(form, respond(load))
  }
}

const slugParam = (context: Context): string => context.req.param('slug') ?? ''

/** Feeds of the journal, new products and comments: public, and cached like pages. */
export function feedRoutes(
  shop: Pick<Platform, 'db' | 'isProduction' | 'now' | 'pages' | 'url'> & WithProductIndex & WithSettings<SiteSettings>,
): Hono {
  const routes = new Hono()
  const serve = feedRouter(shop, routes)
  // WordPress has the feed of the blog at the root.
  routes.get(paths.blogFeed, (context) => context.redirect(hrefs.feed(), 301))
  serve(paths.feed, () => postFeed(shop))
  serve(paths.commentsFeed, () => commentFeed(shop))
  serve(paths.postFeed, (context) => entryFeed(shop, 'post', slugParam(context)))
  serve(paths.productFeed, (context) => entryFeed(shop, 'product', slugParam(context)))
  serve(paths.shopFeed, () => listingFeed(shop, { kind: 'shop' }))
  serve(paths.categoryFeed, (context) => listingFeed(shop, { kind: 'category', slug: slugParam(context) }))
  serve(paths.tagFeed, (context) => listingFeed(shop, { kind: 'tag', slug: slugParam(context) }))
  serve(paths.attributeFeed, (context) => {
    const attribute = `pa_${context.req.param('attribute') ?? ''}`
    return listingFeed(shop, { kind: 'attribute', attribute, slug: slugParam(context) })
  })
  return routes
}

async function postFeed(shop: Pick<Platform, 'db' | 'url'> & WithSettings<SiteSettings>): Promise<TaggedFeed> {
  const posts = await newestPosts(shop.db, MAX_ITEMS)
  const { siteTitle, tagline } = shop.settings()
  return {
    feed: {
      title: siteTitle,
      description: tagline,
      url: shop.url + hrefs.home(),
      items: posts.map((post) => entryFeedItem(post, shop.url, siteTitle)),
    },
    tags: ['posts', 'comments', ...posts.map(({ id }) => `entry:${id}`)],
  }
}

async function commentFeed(shop: Pick<Platform, 'db' | 'url'> & WithSettings<SiteSettings>): Promise<TaggedFeed> {
  const { siteTitle, tagline } = shop.settings()
  const items = await newestComments(shop)
  return {
    feed: {
      title: `Comments for ${siteTitle}`,
      description: tagline,
      url: shop.url + hrefs.home(),
      items,
    },
    tags: ['comments', 'posts', 'listing'],
  }
}

async function entryFeed(
  shop: Pick<Platform, 'db' | 'url'> & WithSettings<SiteSettings>,
  kind: 'post' | 'product',
  slug: string,
): Promise<TaggedFeed | null> {
  const entry = await findFeedEntry(shop.db, kind, slug)
  if (!entry) return null
  const items = await newestComments(shop, entry.id)
  const page = kind === 'product' ? hrefs.product(slug) : hrefs.post(slug)
  return {
    feed: {
      title: `Comments on: ${entry.title}`,
      description: shop.settings().tagline,
      url: shop.url + page,
      items,
    },
    tags: [`entry:${entry.id}`, `product:${entry.id}`],
  }
}

async function newestComments(shop: Pick<Platform, 'db' | 'url'>, entryId?: number): Promise<FeedItem[]> {
  const { comments } = await listComments(
    shop.db,
    // A hidden product has a page and a feed, but no links to them.
    {
      statuses: ['approved'],
      isPublished: true,
      ...(entryId === undefined ? { isListed: true } : { entryIds: [entryId] }),
    },
    { by: 'date', direction: 'desc' },
    { offset: 0, limit: MAX_ITEMS },
  )
  return Promise.all(
    comments.map(async (comment) => {
      const kind = comment.entry.kind === 'product' ? 'product' : 'post'
      return commentFeedItem(comment, await pageOfThread(shop.db, comment.id, threadPaging[kind]), shop.url)
    }),
  )
}

async function listingFeed(
  shop: Pick<Platform, 'db' | 'now' | 'url'> & WithProductIndex & WithSettings<SiteSettings>,
  archive: ProductArchive,
): Promise<TaggedFeed | null> {
  const { siteTitle, tagline } = shop.settings()
  const taxonomy =
    archive.kind === 'attribute' ? archive.attribute : archive.kind === 'tag' ? 'product_tag' : 'product_cat'
  const term = archive.kind === 'shop' ? null : await findTerm(shop.db, taxonomy, archive.slug)
  if (archive.kind !== 'shop' && !term) return null
  const filters = filtersOf(parseListingParams({ archive, query: {} }))
  const { cards } = await listProducts(shop, { filters, sorting: 'date', page: 1, perPage: MAX_ITEMS, now: shop.now() })
  const products = await feedProducts(
    shop.db,
    cards.map((card) => card.id),
  )
  return {
    feed: {
      title: `${term?.name ?? 'Products'} – ${siteTitle}`,
      description: term?.description || tagline,
      url: shop.url + archiveHref(archive),
      items: products.map((product) => entryFeedItem(product, shop.url, siteTitle)),
    },
    tags: ['listing', 'comments', ...products.map(({ id }) => `product:${id}`)],
  }
}
