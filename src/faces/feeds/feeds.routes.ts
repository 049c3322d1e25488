import { type Context, Hono } from 'hono'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { cachedDocument } from '../../platform/web/page-cache.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { listProducts } from '../../shop/listing/list-products.ts'
import { archiveHref, filtersOf, type ProductArchive, parseListingParams } from '../../shop/listing/listing-params.ts'
import { findArchiveTerm } from '../../shop/listing/make-listing-page.tsx'
import { type CommentFilter, newestShownComments } from '../../site/comments/comments-query.store.ts'
import { pageOfThread, threadPaging } from '../../site/comments/threads.store.ts'
import {
  allPosts,
  type BlogList,
  findAuthorList,
  findMonthList,
  findTermList,
  monthOf,
} from '../../site/content/blog-lists.store.ts'
import type { WithTexts } from '../../site/content/expand-text.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import {
  commentFeedItem,
  entryFeedItem,
  type FeedKind,
  feedEntries,
  feedKind,
  MAX_ITEMS,
  pageHref,
} from './feeds.store.ts'
import { type Feed, type FeedItem, feedTypes, parseFormat, writeFeed } from './write-feed.ts'

type FeedShop = Pick<Platform, 'db' | 'isProduction' | 'now' | 'pages' | 'url'> &
  WithTexts &
  WithProductIndex &
  WithSettings<SiteSettings>
type TaggedFeed = Feed & { readonly tags: readonly string[] }

const slugOf = (context: Context): string => context.req.param('slug') ?? ''

export function feedRoutes(shop: FeedShop): Hono {
  const routes = new Hono()
  const serve = (path: string, load: (context: Context) => Promise<TaggedFeed | null>) =>
    routes.on('GET', [path, `${path}:format{(?:rss2?|atom|rdf)}/`], async (context, next) => {
      const generation = shop.pages.generation
      const feed = await load(context)
      if (!feed) return next()
      const format = parseFormat(context.req.param('format'))
      const body = writeFeed(feed, format, shop.url + new URL(context.req.url).pathname)
      const link = `<${shop.url}${paths.restIndex}>; rel="https://api.w.org/"`
      const document = { body, type: feedTypes[format], headers: { link } }
      return cachedDocument(context, shop, document, { tags: ['settings', ...feed.tags], generation })
    })
  // WordPress serves the feed of the blog at the root.
  routes.get(paths.blogFeed, (context) => context.redirect(hrefs.feed(), 301))
  serve(paths.feed, () => postFeed(shop))
  serve(paths.postCategoryFeed, async (context) =>
    postFeed(shop, await findTermList(shop.db, 'category', slugOf(context))),
  )
  serve(paths.postTagFeed, async (context) => postFeed(shop, await findTermList(shop.db, 'post_tag', slugOf(context))))
  serve(paths.postAuthorFeed, async (context) => postFeed(shop, await findAuthorList(shop.db, slugOf(context))))
  serve(paths.postMonthFeed, async (context) => postFeed(shop, await findMonthList(shop.db, monthOf(context))))
  serve(paths.commentsFeed, () => commentFeed(shop))
  serve(paths.postFeed, (context) => entryFeed(shop, 'post', slugOf(context)))
  serve(paths.productFeed, (context) => entryFeed(shop, 'product', slugOf(context)))
  serve(paths.shopFeed, () => listingFeed(shop, { kind: 'shop' }))
  serve(paths.categoryFeed, (context) => listingFeed(shop, { kind: 'category', slug: slugOf(context) }))
  serve(paths.tagFeed, (context) => listingFeed(shop, { kind: 'tag', slug: slugOf(context) }))
  serve(paths.attributeFeed, (context) => {
    const attribute = `pa_${context.req.param('attribute') ?? ''}`
    return listingFeed(shop, { kind: 'attribute', attribute, slug: slugOf(context) })
  })
  return routes
}

async function postFeed(shop: FeedShop, list: BlogList | null = allPosts): Promise<TaggedFeed | null> {
  if (!list) return null
  const posts = await feedEntries(shop.db, { kind: 'post', where: list.where })
  const { siteTitle, tagline } = shop.settings()
  return {
    title: list === allPosts ? siteTitle : `${list.title} – ${siteTitle}`,
    description: list === allPosts ? tagline : list.lead,
    url: shop.url + (list === allPosts ? paths.home : list.href()),
    items: await Promise.all(posts.map((post) => entryFeedItem(post, shop, siteTitle))),
    tags: ['posts', 'comments', ...posts.map(({ id }) => `entry:${id}`)],
  }
}

async function commentFeed(shop: FeedShop): Promise<TaggedFeed> {
  const { siteTitle, tagline } = shop.settings()
  return {
    title: `Comments for ${siteTitle}`,
    description: tagline,
    url: shop.url + paths.home,
    // A hidden product keeps its page and feed, but nothing links to them.
    items: await newestComments(shop, { isListed: true }),
    tags: ['comments', 'posts', 'listing'],
  }
}

async function entryFeed(shop: FeedShop, kind: FeedKind, slug: string): Promise<TaggedFeed | null> {
  const [entry] = await feedEntries(shop.db, { kind, slug })
  if (!entry) return null
  return {
    title: `Comments on: ${entry.title}`,
    description: shop.settings().tagline,
    url: shop.url + pageHref(kind, slug),
    items: await newestComments(shop, { entryIds: [entry.id] }),
    tags: [`entry:${entry.id}`, `product:${entry.id}`],
  }
}

async function newestComments(shop: FeedShop, filter: CommentFilter): Promise<FeedItem[]> {
  const comments = await newestShownComments(shop.db, filter, MAX_ITEMS)
  return Promise.all(
    comments.map(async (comment) => {
      const page = await pageOfThread(shop.db, comment.id, threadPaging[feedKind(comment.entry)])
      return commentFeedItem(comment, page, shop.url)
    }),
  )
}

async function listingFeed(shop: FeedShop, archive: ProductArchive): Promise<TaggedFeed | null> {
  const { siteTitle, tagline } = shop.settings()
  const term = await findArchiveTerm(shop.db, archive)
  if (archive.kind !== 'shop' && term === null) return null
  const filters = filtersOf(parseListingParams({ archive, query: {} }))
  const { cards } = await listProducts(shop, { filters, sorting: 'date', page: 1, perPage: MAX_ITEMS, now: shop.now() })
  const products = await feedEntries(shop.db, { ids: cards.map((card) => card.id) })
  return {
    title: `${term?.name ?? 'Products'} – ${siteTitle}`,
    description: term?.description || tagline,
    url: shop.url + archiveHref(archive),
    items: await Promise.all(products.map((product) => entryFeedItem(product, shop, siteTitle))),
    tags: ['listing', 'comments', ...products.map(({ id }) => `product:${id}`)],
  }
}
