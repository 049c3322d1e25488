import { z } from 'zod'
import { idList, integerParam, oneOf, pageParams } from '../../platform/rest/params.ts'
import { idOf } from '../../platform/rest/request.ts'
import { formatShopDay, toGmtIso, toLocalIso } from '../../platform/time/shop-time.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { loadProducts } from '../../shop/catalog/catalog.store.ts'
import type { Product } from '../../shop/catalog/product.ts'
import { avatarUrls, commentHtml } from '../../site/comments/comment-text.ts'
import { type CommentWithEntry, listComments } from '../../site/comments/comments-query.store.ts'
import type { Picture } from '../../things/media/media.table.ts'
import type { StoreApiContext } from './context.ts'
import { type StoreRoute, storeEndpoint } from './endpoint.ts'
import { imageJson, productJson } from './product-json.ts'
import { productQuery } from './product-params.ts'
import { findBySlug, loadVariationDetails, searchProducts } from './product-search.store.ts'
import { nameHtml, requestedFields, revalidatedJson, revalidatedList } from './response.ts'
import { productShape, type ReviewJson, reviewShape } from './shapes/product-shape.ts'

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

const query = {
  ...pageParams,
  offset: integerParam({ fallback: 0, min: 0, max: 100_000_000 }),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'date_gmt', 'id', 'rating', 'product'], 'date'),
  category_id: idList,
  product_id: idList,
} as const

const listReviews = storeEndpoint(
  'Product reviews',
  { query, responses: { 200: z.array(reviewShape) }, isPaged: true },
  async ({ context, shop, params }) => {
    const { page, per_page: limit, offset, order, orderby, category_id, product_id } = params
    const { comments: reviews, total } = await listComments(
      shop.db,
      { isReview: true, isPublished: true, statuses: ['approved'], entryIds: product_id, categoryIds: category_id },
      { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order },
      { limit, offset: offset > 0 ? offset : (page - 1) * limit },
    )
    const products = await loadProducts(shop.db, [...new Set(reviews.map((review) => review.entry.id))])
    const pictures = new Map(products.map((product) => [product.id, product.pictures[0]]))
    const items = reviews.map((review) => reviewJson(shop.url, review, pictures.get(review.entry.id)))
    return revalidatedList(context, shop, items, { page, per_page: limit, total })
  },
)

export const reviewRoutes: readonly StoreRoute[] = [{ path: '/products/reviews', methods: { GET: listReviews } }]

const reviewJson = (shopUrl: string, review: CommentWithEntry, picture: Picture | undefined): ReviewJson => ({
  id: review.id,
  date_created: toLocalIso(review.createdAt),
  formatted_date_created: formatShopDay(review.createdAt),
  date_created_gmt: toGmtIso(review.createdAt),
  product_id: review.entry.id,
  product_name: nameHtml(review.entry.title),
  product_permalink: shopUrl + hrefs.product(review.entry.slug),
  product_image: picture ? imageJson(shopUrl, picture) : null,
  reviewer: nameHtml(review.authorName),
  review: commentHtml(review.content),
  rating: review.rating ?? 0,
  verified: review.isVerified,
  reviewer_avatar_urls: avatarUrls,
})
