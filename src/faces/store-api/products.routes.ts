import { z } from 'zod'
import { idOf } from '../../platform/rest/request.ts'
import { loadProducts } from '../../shop/catalog/catalog.store.ts'
import type { Product } from '../../shop/catalog/product.ts'
import type { StoreApiContext } from './context.ts'
import { storeEndpoint } from './endpoint.ts'
import { productJson } from './product-json.ts'
import { productQuery } from './product-params.ts'
import { findBySlug, loadVariationDetails, searchProducts } from './product-search.store.ts'
import { requestedFields, revalidatedJson, revalidatedList } from './response.ts'
import type { StoreRoute } from './router.ts'
import { productShape } from './shapes/product-shape.ts'

/** Routes below `products/` that are not product slugs. */
const reservedPaths = ['attributes', 'brands', 'categories', 'collection-data', 'reviews', 'tags']

/** Search suggestions request a few other fields, which saves two queries per keystroke. */
const termFields = ['categories', 'tags', 'brands', 'attributes', 'variations']

const listProducts = storeEndpoint(
  'Products',
  { query: productQuery, responses: { 200: z.array(productShape) }, isPaged: true },
  async ({ context, shop, params }) => {
    const result = await searchProducts(shop, params)
    const fields = requestedFields(context)
    const withTerms = !fields || termFields.some((field) => fields.has(field))
    const items = await productsJson(shop, await loadProducts(shop.db, result.ids, { withTerms }))
    if (result.changedAt) context.header('last-modified', result.changedAt.toUTCString())
    if (result.correctedSearch !== null)
      context.header('x-corrected-search', encodeURIComponent(result.correctedSearch))
    return revalidatedList(context, shop, items, { ...params, total: result.total })
  },
)

const oneProduct = storeEndpoint(
  'One product or variation, by id or slug',
  {
    responses: { 200: productShape },
    errors: { woocommerce_rest_product_invalid_id: 404, woocommerce_rest_product_invalid_slug: 404 },
  },
  async ({ context, shop }) => {
    const idOrSlug = context.req.param('product') ?? context.req.param('slug') ?? ''
    const isId = /^\d+$/.test(idOrSlug)
    const id = isId ? idOf(idOrSlug) : await findBySlug(shop.db, idOrSlug)
    const [product] = id ? await loadProducts(shop.db, [id]) : []
    if (product?.status === 'publish') return revalidatedJson(context, (await productsJson(shop, [product]))[0])
    const by = isId ? 'id' : 'slug'
    const message = isId ? 'Invalid product ID.' : 'Invalid product slug.'
    return { status: 404, code: `woocommerce_rest_product_invalid_${by}`, message }
  },
)

async function productsJson(shop: StoreApiContext, products: readonly Product[]) {
  const details = await loadVariationDetails(shop.db, products)
  return products.map((product) => productJson(shop, product, details.get(product.id)))
}

export const productRoutes: readonly StoreRoute[] = [
  { path: '/products', methods: { GET: listProducts } },
  { path: '/products/:product{[0-9]+}', displayPath: '/products/(?P<id>[\\d]+)', methods: { GET: oneProduct } },
  {
    path: `/products/:slug{(?!(?:${reservedPaths.join('|')})$)[^/]+}`,
    displayPath: '/products/(?P<slug>[\\S]+)',
    methods: { GET: oneProduct },
  },
]
