import { type Context, Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { missingPage } from '../web/errors.tsx'
import { type Page } from '../web/page.ts'
import { renderPage } from '../web/render.tsx'
import { findProduct } from './catalog.store.ts'
import { readListingAddress } from './listing-address.ts'
import { makeListingPage } from './make-listing-page.tsx'
import { makeProductPage } from './make-product-page.tsx'
import type { Product } from './product.ts'

export type ShowOptions = { readonly notices?: NoticeList; readonly status?: Page['status'] }

/** Shows a product's page, with what just happened on top: for a form posted without script. Such a page is never kept. */
export async function productPage(
  context: Context,
  shop: Shop,
  product: Product,
  options: ShowOptions = {},
): Promise<Response> {
  const page = await makeProductPage(shop, product, context.req.query(), options.notices ?? [])
  const { cache: _, ...personal } = page
  return renderPage(context, shop, { ...personal, ...(options.status ? { status: options.status } : {}) })
}

async function showListing(context: Context, shop: Shop): Promise<Response> {
  const query = context.req.query()
  const address = readListingAddress({ page: context.req.param('page'), slug: context.req.param('slug'), query })
  const page = await makeListingPage(shop, address, query)
  return page ? renderPage(context, shop, page) : missingPage(context, shop)
}

/** Pages of the shelves and of the products. The same for everybody, so they are kept until one of them is written. */
export function catalogRoutes(shop: Shop): Hono {
  const routes = new Hono()
  for (const path of [paths.shop, paths.shopPage, paths.category, paths.categoryPage]) {
    routes.get(path, (context) => showListing(context, shop))
  }
  routes.get(paths.product, async (context) => {
    const generation = shop.pages.generation
    const product = await findProduct(shop.db, { slug: context.req.param('slug') })
    if (!product) return missingPage(context, shop)
    const page = await makeProductPage(shop, product, context.req.query(), [])
    const isPlain = Object.keys(context.req.query()).length === 0
    const { cache, ...personal } = page
    return renderPage(context, shop, isPlain && cache ? { ...personal, cache: { ...cache, generation } } : personal)
  })
  return routes
}
