import { type Context, Hono } from 'hono'
import { shownExchange } from '../../platform/web/currency.ts'
import { paths } from '../../platform/web/routes.ts'
import { attributeSlugs } from '../catalog/terms.store.ts'
import type { ListingContext } from './context.ts'
import { hasAttributeFilter, listingHref, type ProductArchive, parseListingParams } from './listing-params.ts'
import { type ListingOptions, makeListingPage } from './make-listing-page.tsx'

export function listingRoutes(shop: ListingContext, options: ListingOptions): Hono {
  const routes = new Hono()
  const archives: readonly [paths: string[], archiveOf: (slug: string) => ProductArchive][] = [
    [[paths.shop, paths.shopPage], () => ({ kind: 'shop' })],
    [[paths.category, paths.categoryPage], (slug) => ({ kind: 'category', slug })],
    [[paths.tag, paths.tagPage], (slug) => ({ kind: 'tag', slug })],
  ]
  for (const [archivePaths, archiveOf] of archives) {
    routes.on('GET', archivePaths, async (context) => {
      const page = await showListing(context, shop, options, archiveOf(context.req.param('slug') ?? ''))
      return page ?? context.notFound()
    })
  }
  // Search forms of WooCommerce themes submit to the home page.
  routes.get(paths.home, async (context, next) => {
    const query = context.req.query()
    return query.s === undefined ? next() : context.redirect(listingHref(parseListingParams({ query })), 302)
  })
  return routes
}

/** Archives such as `/origin/japan/`. Any two segments match: mount these last. Unknown values fall through. */
export function attributeRoutes(shop: ListingContext, options: ListingOptions): Hono {
  const routes = new Hono()
  routes.on('GET', [paths.attribute, paths.attributePage], async (context, next) => {
    const { attribute, slug } = context.req.param()
    if (attribute === undefined || slug === undefined) return next()
    return (
      (await showListing(context, shop, options, { kind: 'attribute', attribute: `pa_${attribute}`, slug })) ?? next()
    )
  })
  return routes
}

async function showListing(
  context: Context,
  shop: ListingContext,
  { globals }: ListingOptions,
  archive: ProductArchive,
): Promise<Response | null> {
  const query = context.req.query()
  const exchange = shownExchange(context)
  const attributes = hasAttributeFilter(query) ? await attributeSlugs(shop.db) : []
  const params = parseListingParams({ archive, page: context.req.param('page'), query, attributes, exchange })
  const page = await makeListingPage(shop, params, { query, exchange, globals })
  return page && context.render(page)
}
