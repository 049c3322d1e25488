import { type Context, Hono, type Next } from 'hono'
import { findTerm } from '../catalog/catalog.store.ts'
import { listProducts } from '../catalog/list-products.ts'
import { filtersOf, type Place, placeHref, readListingAddress } from '../catalog/listing-address.ts'
import { threadsOn } from '../content/comment-pages.ts'
import { readComments } from '../content/comments-read.store.ts'
import { pageOfThread } from '../content/threads.store.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { keptDocument } from '../web/kept-answer.ts'
import { type Feed, type FeedItem, formatOf } from './feed.ts'
import { commentItem, entryItem } from './feed-items.ts'
import { entryText, newestPosts, productTexts } from './feeds.store.ts'
import { feedTypes, writeFeed } from './write-feed.ts'

/** As many as WordPress puts into a feed. */
const MAX_ITEMS = 10

type Made = { readonly feed: Feed; readonly tags: readonly string[] }
type Maker = (context: Context) => Promise<Made | null>

/** Makes feeds answer at a path and, for a format, below it. */
function feedsAt(shop: Shop, routes: Hono) {
  const answer = (make: Maker) => async (context: Context, next: Next) => {
    const generation = shop.pages.generation
    const made = await make(context)
    if (!made) return next()
    const format = formatOf(context.req.param('format'))
    const body = writeFeed(made.feed, format, shop.url + new URL(context.req.url).pathname)
    const link = `<${shop.url}${paths.restIndex}>; rel="https://api.w.org/"`
    const document = { body, type: feedTypes[format], headers: { link } }
    return keptDocument(context, shop, document, { tags: ['settings', ...made.tags], generation })
  }
  return (path: string, make: Maker) => {
    for (const form of [path, `${path}:format{(?:rss2?|atom|rdf)}/`]) routes.get(form, answer(make))
  }
}

const slugOf = (context: Context): string => context.req.param('slug') ?? ''

/** Feeds of the journal, of new products, and of what people say: the same for everybody, and kept like pages. */
export function feedRoutes(shop: Shop): Hono {
  const routes = new Hono()
  const serve = feedsAt(shop, routes)
  // The journal has its feed at the root, as it is for a blog on the front page.
  routes.get(paths.blogFeed, (context) => context.redirect(hrefs.feed(), 301))
  serve(paths.feed, () => postFeed(shop))
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

async function postFeed(shop: Shop): Promise<Made> {
  const posts = await newestPosts(shop.db, MAX_ITEMS)
  const { siteTitle, tagline } = shop.settings()
  return {
    feed: {
      title: siteTitle,
      description: tagline,
      url: shop.url + hrefs.home(),
      items: posts.map((post) => entryItem(post, shop.url, siteTitle)),
    },
    tags: ['posts', 'comments', ...posts.map(({ id }) => `entry:${id}`)],
  }
}

async function commentFeed(shop: Shop): Promise<Made> {
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

async function entryFeed(shop: Shop, kind: 'post' | 'product', slug: string): Promise<Made | null> {
  const entry = await entryText(shop.db, kind, slug)
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

async function newestComments(shop: Shop, entryId?: number): Promise<FeedItem[]> {
  const { comments } = await readComments(
    shop.db,
    // A hidden product has a page and its feed for whoever knows them; nothing leads there.
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
      const kind = comment.place.kind === 'product' ? 'product' : 'post'
      return commentItem(comment, await pageOfThread(shop.db, comment.id, threadsOn[kind]), shop.url)
    }),
  )
}

async function listingFeed(shop: Shop, place: Place): Promise<Made | null> {
  const { siteTitle, tagline } = shop.settings()
  const taxonomy = place.kind === 'attribute' ? place.attribute : place.kind === 'tag' ? 'product_tag' : 'product_cat'
  const term = place.kind === 'shop' ? null : await findTerm(shop.db, taxonomy, place.slug)
  if (place.kind !== 'shop' && !term) return null
  const filters = filtersOf(readListingAddress({ place, query: {} }))
  const { cards } = await listProducts(shop, { filters, sorting: 'date', page: 1, perPage: MAX_ITEMS, now: shop.now() })
  const products = await productTexts(
    shop.db,
    cards.map((card) => card.id),
  )
  return {
    feed: {
      title: `${term?.name ?? 'Products'} – ${siteTitle}`,
      description: term?.description || tagline,
      url: shop.url + placeHref(place),
      items: products.map((product) => entryItem(product, shop.url, siteTitle)),
    },
    tags: ['listing', 'comments', ...products.map(({ id }) => `product:${id}`)],
  }
}
