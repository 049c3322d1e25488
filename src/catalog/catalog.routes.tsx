import { type Context, Hono } from 'hono'
import { pageInPath } from '../content/comment-pages.ts'
import { idOf } from '../content/comments.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import type { Page } from '../web/page.ts'
import { attributeSlugs, findProduct } from './catalog.store.ts'
import { listingHref, namesAttributes, type Place, readListingAddress } from './listing-address.ts'
import { makeListingPage } from './make-listing-page.tsx'
import { makeProductPage } from './make-product-page.tsx'
import type { ReviewRequest } from './make-reviews.ts'
import type { Product } from './product.ts'

type ShowOptions = {
  readonly notices: NoticeList
  readonly status: NonNullable<Page['status']>
  readonly reviews: ReviewRequest
}

/** Shows a product's page to the one whose review could not be taken, with what was typed. Such a page is never kept. */
export async function productPage(
  context: Context,
  shop: Shop,
  product: Product,
  options: ShowOptions,
): Promise<Response> {
  const page = await makeProductPage(shop, product, context.req.query(), options.notices, options.reviews)
  if (!page) return context.notFound()
  const { cache: _, ...personal } = page
  return context.render({ ...personal, status: options.status, noIndex: true })
}

/** The page of a listing, or null where there is no such shelf. */
async function showListing(context: Context, shop: Shop, place: Place): Promise<Response | null> {
  const query = context.req.query()
  const attributes = namesAttributes(query) ? await attributeSlugs(shop.db) : []
  const address = readListingAddress({ place, page: context.req.param('page'), query, attributes })
  const page = await makeListingPage(shop, address, query)
  return page && context.render(page)
}

/** Pages of the shelves and of the products. The same for everybody, so they are kept until one of them is written. */
export function catalogRoutes(shop: Shop): Hono {
  const routes = new Hono()
  const shelves: readonly (readonly [paths: readonly string[], place: (slug: string) => Place])[] = [
    [[paths.shop, paths.shopPage], () => ({ kind: 'shop' })],
    [[paths.category, paths.categoryPage], (slug) => ({ kind: 'category', slug })],
    [[paths.tag, paths.tagPage], (slug) => ({ kind: 'tag', slug })],
  ]
  for (const [addresses, place] of shelves) {
    for (const path of addresses) {
      routes.get(path, async (context) => {
        const page = await showListing(context, shop, place(context.req.param('slug') ?? ''))
        return page ?? context.notFound()
      })
    }
  }
  // Search forms of such shops send to the front page.
  routes.get(paths.home, async (context, next) => {
    const query = context.req.query()
    return query.s === undefined ? next() : context.redirect(listingHref(readListingAddress({ query })), 302)
  })
  routes.get(paths.product, (context) => showProduct(context, shop, {}))
  routes.get(paths.reviewPurchase, async (context) => {
    const id = idOf(context.req.param('product'))
    const product = id ? await findProduct(shop.db, { id }) : null
    if (!product) return context.notFound()
    return context.redirect(hrefs.reviewForm(product.slug, context.req.query('key') ?? ''), 302)
  })
  routes.get(paths.productReviews, (context) => {
    const page = pageInPath(context.req.param('comments'))
    return page === 0 ? context.notFound() : showProduct(context, shop, { page })
  })
  return routes
}

/**
 * Archives of single values, such as `/origin/japan/`. Any two words look like one, so these are asked after all others,
 * and what is no value of an attribute is passed on.
 */
export function attributeRoutes(shop: Shop): Hono {
  const routes = new Hono()
  for (const path of [paths.attribute, paths.attributePage]) {
    routes.get(path, async (context, next) => {
      const { attribute, slug } = context.req.param()
      if (attribute === undefined || slug === undefined) return next()
      return (await showListing(context, shop, { kind: 'attribute', attribute: `pa_${attribute}`, slug })) ?? next()
    })
  }
  return routes
}

async function showProduct(context: Context, shop: Shop, reviews: ReviewRequest): Promise<Response> {
  const generation = shop.pages.generation
  const query = context.req.query()
  const product = await findProduct(shop.db, { slug: context.req.param('slug') ?? '' })
  const page = product && (await makeProductPage(shop, product, query, [], reviews))
  if (!page) return context.notFound()
  const isPlain = Object.keys(query).length === 0
  const { cache, ...personal } = page
  return context.render(isPlain && cache ? { ...personal, cache: { ...cache, generation } } : personal)
}
