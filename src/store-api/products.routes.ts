import type { Context } from 'hono'
import { z } from 'zod'
import { loadProducts } from '../catalog/catalog.store.ts'
import type { Product } from '../catalog/product.ts'
import type { Shop } from '../shop.ts'
import { storeError } from './answer.ts'
import { plainCall } from './call.ts'
import { kept, setPageHeaders } from './list-answer.ts'
import { productJson } from './product-json.ts'
import { productQuery, readProductParams } from './product-params.ts'
import { searchProducts } from './product-search.store.ts'
import { findBySlug, variationWords } from './product-words.store.ts'
import type { StoreRoute } from './router.ts'
import { productShape } from './shapes/product-shape.ts'

/** Lists below `products/` that are not products; none of them is a product's address. */
const otherLists = ['attributes', 'brands', 'categories', 'collection-data', 'reviews', 'tags']

const listProducts = plainCall(
  { summary: 'Products', query: productQuery, answers: { 200: z.array(productShape) }, isPaged: true },
  async (context, shop) => {
    const read = readProductParams(context)
    if (!read.ok) return storeError(context, read.error)
    const { page, per_page: size } = read.params
    const found = await searchProducts(shop, read.params)
    const items = await jsonOf(shop, await loadProducts(shop.db, found.ids, { withTerms: asksForTerms(context) }))
    setPageHeaders(context, shop, { number: page, size, total: found.total })
    if (found.changedAt) context.header('last-modified', found.changedAt.toUTCString())
    if (found.correctedSearch !== null) {
      context.header('x-corrected-search', encodeURIComponent(found.correctedSearch))
    }
    return kept(context, items)
  },
)

const oneProduct = plainCall(
  {
    summary: 'One product or variation, by number or name',
    answers: { 200: productShape },
    errors: { woocommerce_rest_product_invalid_id: 404, woocommerce_rest_product_invalid_slug: 404 },
  },
  async (context, shop) => {
    const named = context.req.param('product') ?? context.req.param('slug') ?? ''
    const isId = /^\d+$/.test(named)
    const id = isId ? idOf(named) : await findBySlug(shop.db, named)
    const [product] = id === null ? [] : await loadProducts(shop.db, [id])
    if (product?.status === 'publish') return kept(context, (await jsonOf(shop, [product]))[0] ?? null)
    return storeError(context, {
      status: 404,
      code: isId ? 'woocommerce_rest_product_invalid_id' : 'woocommerce_rest_product_invalid_slug',
      message: isId ? 'Invalid product ID.' : 'Invalid product slug.',
    })
  },
)

export const productRoutes: readonly StoreRoute[] = [
  { path: '/products', methods: { GET: listProducts } },
  { path: '/products/:product{[0-9]+}', shown: '/products/(?P<id>[\\d]+)', methods: { GET: oneProduct } },
  {
    path: `/products/:slug{(?!(?:${otherLists.join('|')})$)[^/]+}`,
    shown: '/products/(?P<slug>[\\S]+)',
    methods: { GET: oneProduct },
  },
]

/** Suggestions ask for a few fields, and none of these: two statements less for each letter that is typed. */
const ofTerms: readonly string[] = ['categories', 'tags', 'brands', 'attributes', 'variations']

function asksForTerms(context: Context): boolean {
  const fields = context.req.query('_fields') ?? ''
  return fields === '' || fields.split(',').some((field) => ofTerms.includes(field.trim().split('.')[0] ?? ''))
}

async function jsonOf(shop: Shop, found: readonly Product[]) {
  const words = await variationWords(shop.db, found)
  return found.map((product) => productJson(shop, product, words.get(product.id)))
}

/** The largest id a table of ours can hold: beyond it an address names nothing. */
const idOf = (text: string): number | null => (Number(text) <= 2_147_483_647 ? Number(text) : null)
