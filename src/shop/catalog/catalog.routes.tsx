import { type Context, Hono } from 'hono'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { parseId } from '../../site/comments/comment-input.ts'
import { parsePathPage } from '../../site/comments/comment-pages.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { WithProductIndex } from '../listing/context.ts'
import { hasAttributeFilter, listingHref, type ProductArchive, parseListingParams } from '../listing/listing-params.ts'
import { makeListingPage } from '../listing/make-listing-page.tsx'
import type { ListingSettings } from '../listing/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { ReviewRequest } from '../reviews/load-reviews.ts'
import type { ReviewSettings } from '../reviews/settings.ts'
import { attributeSlugs, findProduct } from './catalog.store.ts'
import { makeProductPage } from './make-product-page.tsx'
import type { Product } from './product.ts'

type ProductPageOptions = {
  readonly notices: NoticeList
  readonly status: NonNullable<Page['status']>
  readonly reviews: ReviewRequest
}

/** Shows the product page again after a rejected review, with the submitted fields. Never cached. */
export async function productPage(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
    WithPricing &
    WithProductIndex &
    WithSettings<InventorySettings & ReviewSettings & SiteSettings>,
  product: Product,
  options: ProductPageOptions,
): Promise<Response> {
  const page = await makeProductPage(shop, product, context.req.query(), options.notices, options.reviews)
  if (!page) return context.notFound()
  const { cache: _, ...personal } = page
  return context.render({ ...personal, status: options.status, noIndex: true })
}

/** Renders a listing page, or null if there is no such category, tag or attribute value. */
async function showListing(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'url'> & WithProductIndex & WithSettings<ListingSettings>,
  archive: ProductArchive,
): Promise<Response | null> {
  const query = context.req.query()
  const attributes = hasAttributeFilter(query) ? await attributeSlugs(shop.db) : []
  const params = parseListingParams({ archive, page: context.req.param('page'), query, attributes })
  const page = await makeListingPage(shop, params, query)
  return page && context.render(page)
}

/** Listing and product pages. They are the same for every visitor, so they are cached until their data changes. */
export function catalogRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
    WithPricing &
    WithProductIndex &
    WithSettings<InventorySettings & ListingSettings & ReviewSettings & SiteSettings>,
): Hono {
  const routes = new Hono()
  const archiveRoutes: readonly (readonly [paths: readonly string[], place: (slug: string) => ProductArchive])[] = [
    [[paths.shop, paths.shopPage], () => ({ kind: 'shop' })],
    [[paths.category, paths.categoryPage], (slug) => ({ kind: 'category', slug })],
    [[paths.tag, paths.tagPage], (slug) => ({ kind: 'tag', slug })],
  ]
  for (const [archivePaths, archive] of archiveRoutes) {
    for (const path of archivePaths) {
      routes.get(path, async (context) => {
        const page = await showListing(context, shop, archive(context.req.param('slug') ?? ''))
        return page ?? context.notFound()
      })
    }
  }
  // Search forms of WooCommerce themes submit to the home page.
  routes.get(paths.home, async (context, next) => {
    const query = context.req.query()
    return query.s === undefined ? next() : context.redirect(listingHref(parseListingParams({ query })), 302)
  })
  routes.get(paths.product, (context) => showProduct(context, shop, {}))
  routes.get(paths.reviewPurchase, async (context) => {
    const id = parseId(context.req.param('product'))
    const product = id ? await findProduct(shop.db, { id }) : null
    if (!product) return context.notFound()
    return context.redirect(hrefs.reviewForm(product.slug, context.req.query('key') ?? ''), 302)
  })
  routes.get(paths.productReviews, (context) => {
    const page = parsePathPage(context.req.param('comments'))
    return page === 0 ? context.notFound() : showProduct(context, shop, { page })
  })
  return routes
}

/**
 * Archives of attribute values, such as `/origin/japan/`. The pattern matches any two path segments, so these routes
 * come last and pass unknown values on.
 */
export function attributeRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'url'> & WithProductIndex & WithSettings<ListingSettings>,
): Hono {
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

async function showProduct(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
    WithPricing &
    WithProductIndex &
    WithSettings<InventorySettings & ReviewSettings & SiteSettings>,
  reviews: ReviewRequest,
): Promise<Response> {
  const generation = shop.pages.generation
  const query = context.req.query()
  const product = await findProduct(shop.db, { slug: context.req.param('slug') ?? '' })
  const page = product && (await makeProductPage(shop, product, query, [], reviews))
  if (!page) return context.notFound()
  const isPlain = Object.keys(query).length === 0
  const { cache, ...personal } = page
  return context.render(isPlain && cache ? { ...personal, cache: { ...cache, generation } } : personal)
}
