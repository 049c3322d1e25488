import { type Context, Hono } from 'hono'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import type { InventorySettings } from '../../../shop/inventory/settings.ts'
import type { WithProductIndex } from '../../../shop/listing/context.ts'
import type { WithPricing } from '../../../shop/pricing/context.ts'
import type { ReviewRequest } from '../../../shop/reviews/load-reviews.ts'
import { parseId } from '../../../site/comments/comment-input.ts'
import { parsePathPage } from '../../../site/comments/comment-pages.ts'
import type { RenderRejectedForm } from '../../../site/comments/comments.routes.tsx'
import type { ReviewSettings } from '../../../site/comments/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { makeProductPage } from './make-product-page.tsx'

type ProductPageContext = Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
  WithPricing &
  WithProductIndex &
  WithSettings<InventorySettings & ReviewSettings & SiteSettings>

/** Product pages with their reviews. They are the same for every visitor, so they are cached until their data changes. */
export function productRoutes(shop: ProductPageContext): Hono {
  const routes = new Hono()
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

/** Shows the product page again after a rejected review, with the submitted fields. Never cached. */
export const rejectedReviewPage =
  (shop: ProductPageContext): RenderRejectedForm =>
  async (context, entry, { notices, status, form }) => {
    const product = entry.kind === 'product' ? await findProduct(shop.db, { slug: entry.slug }) : null
    if (!product) return null
    const page = await makeProductPage(shop, product, context.req.query(), notices, { form })
    if (!page) return context.notFound()
    const { cache: _, ...personal } = page
    return context.render({ ...personal, status, noIndex: true })
  }

async function showProduct(context: Context, shop: ProductPageContext, reviews: ReviewRequest): Promise<Response> {
  const generation = shop.pages.generation
  const query = context.req.query()
  const product = await findProduct(shop.db, { slug: context.req.param('slug') ?? '' })
  const page = product && (await makeProductPage(shop, product, query, [], reviews))
  if (!page) return context.notFound()
  const isPlain = Object.keys(query).length === 0
  const { cache, ...personal } = page
  return context.render(isPlain && cache ? { ...personal, cache: { ...cache, generation } } : personal)
}
