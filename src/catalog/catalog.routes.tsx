import { type Context, Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { missingPage } from '../web/errors.tsx'
import { renderPage } from '../web/render.tsx'
import { attributeSlugs, findProduct } from './catalog.store.ts'
import { listingHref, namesAttributes, type Place, readListingAddress } from './listing-address.ts'
import { makeListingPage } from './make-listing-page.tsx'
import { makeProductPage } from './make-product-page.tsx'

/** The page of a listing, or null where there is no such shelf. */
async function showListing(context: Context, shop: Shop, place: Place): Promise<Response | null> {
  const query = context.req.query()
  const attributes = namesAttributes(query) ? await attributeSlugs(shop.db) : []
  const address = readListingAddress({ place, page: context.req.param('page'), query, attributes })
  const page = await makeListingPage(shop, address, query)
  return page && renderPage(context, shop, page)
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
        return page ?? missingPage(context, shop)
      })
    }
  }
  // Search forms of such shops send to the front page.
  routes.get(paths.home, async (context, next) => {
    const query = context.req.query()
    return query.s === undefined ? next() : context.redirect(listingHref(readListingAddress({ query })), 302)
  })
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
