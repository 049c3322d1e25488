import type { Context } from 'hono'
import { z } from 'zod'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { loadProducts } from '../../shop/catalog/catalog.store.ts'
import type { Product } from '../../shop/catalog/product.ts'
import type { InventorySettings } from '../../shop/inventory/settings.ts'
import { storeEndpoint } from './endpoint.ts'
import { revalidatedJson, setPageHeaders } from './list-response.ts'
import { productJson } from './product-json.ts'
import { parseProductParams, productQuery } from './product-params.ts'
import { searchProducts } from './product-search.store.ts'
import { storeError } from './response.ts'
import type { StoreRoute } from './router.ts'
import { productShape } from './shapes/product-shape.ts'
import { findBySlug, loadVariationDetails } from './variation-details.store.ts'

/** Routes below `products/` that are not product slugs. */
const reservedPaths = ['attributes', 'brands', 'categories', 'collection-data', 'reviews', 'tags']

const listProducts = storeEndpoint(
  { summary: 'Products', query: productQuery, responses: { 200: z.array(productShape) }, isPaged: true },
  async (context, shop) => {
    const parsed = parseProductParams(context)
    if (!parsed.ok) return storeError(context, parsed.error)
    const { page, per_page: size } = parsed.params
    const result = await searchProducts(shop, parsed.params)
    const items = await productsJson(shop, await loadProducts(shop.db, result.ids, { withTerms: needsTerms(context) }))
    setPageHeaders(context, shop, { number: page, size, total: result.total })
    if (result.changedAt) context.header('last-modified', result.changedAt.toUTCString())
    if (result.correctedSearch !== null) {
      context.header('x-corrected-search', encodeURIComponent(result.correctedSearch))
    }
    return revalidatedJson(context, items)
  },
)

const oneProduct = storeEndpoint(
  {
    summary: 'One product or variation, by id or slug',
    responses: { 200: productShape },
    errors: { woocommerce_rest_product_invalid_id: 404, woocommerce_rest_product_invalid_slug: 404 },
  },
  async (context, shop) => {
    const idOrSlug = context.req.param('product') ?? context.req.param('slug') ?? ''
    const isId = /^\d+$/.test(idOrSlug)
    const id = isId ? parseId(idOrSlug) : await findBySlug(shop.db, idOrSlug)
    const [product] = id === null ? [] : await loadProducts(shop.db, [id])
    if (product?.status === 'publish') return revalidatedJson(context, (await productsJson(shop, [product]))[0] ?? null)
    return storeError(context, {
      status: 404,
      code: isId ? 'woocommerce_rest_product_invalid_id' : 'woocommerce_rest_product_invalid_slug',
      message: isId ? 'Invalid product ID.' : 'Invalid product slug.',
    })
  },
)

export const productRoutes: readonly StoreRoute[] = [
  { path: '/products', methods: { GET: listProducts } },
  { path: '/products/:product{[0-9]+}', displayPath: '/products/(?P<id>[\\d]+)', methods: { GET: oneProduct } },
  {
    path: `/products/:slug{(?!(?:${reservedPaths.join('|')})$)[^/]+}`,
    displayPath: '/products/(?P<slug>[\\S]+)',
    methods: { GET: oneProduct },
  },
]

/** Search suggestions request a few other fields, which saves two queries per keystroke. */
const termFields: readonly string[] = ['categories', 'tags', 'brands', 'attributes', 'variations']

function needsTerms(context: Context): boolean {
  const fields = context.req.query('_fields') ?? ''
  return fields === '' || fields.split(',').some((field) => termFields.includes(field.trim().split('.')[0] ?? ''))
}

async function productsJson(
  shop: Pick<Platform, 'db' | 'now' | 'url'> & WithSettings<InventorySettings>,
  products: readonly Product[],
) {
  const details = await loadVariationDetails(shop.db, products)
  return products.map((product) => productJson(shop, product, details.get(product.id)))
}

/** Maximum of a PostgreSQL integer; larger ids never match. */
const parseId = (text: string): number | null => (Number(text) <= 2_147_483_647 ? Number(text) : null)
