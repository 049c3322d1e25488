import type { Context } from 'hono'
import { z } from 'zod'
import { ids, pageFields } from '../../../platform/rest/fields.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { formatShopDay, toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { shownExchange } from '../../../platform/web/currency.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { loadProducts } from '../../../shop/catalog/catalog.store.ts'
import type { Product } from '../../../shop/catalog/product.ts'
import { avatarUrls, commentHtml } from '../../../site/comments/comment-text.ts'
import { type CommentWithEntry, listComments } from '../../../site/comments/comments-query.store.ts'
import type { Picture } from '../../../things/media/media.table.ts'
import type { StoreApiContext } from '../context.ts'
import { nameHtml, requestedFields, revalidatedJson, revalidatedList } from '../response.ts'
import { productShape, type ReviewJson, reviewShape } from '../shapes/product-shape.ts'
import { type StoreCall, storeCall } from '../store-call.ts'
import { imageJson, productJson } from './product-json.ts'
import { productQuery } from './product-query.ts'
import { findBySlug, loadVariationDetails, searchProducts } from './product-search.store.ts'

const reservedPaths = ['attributes', 'brands', 'categories', 'collection-data', 'reviews', 'tags']

/** Search suggestions do not request these fields, which saves two queries per keystroke. */
const termFields = ['categories', 'tags', 'brands', 'attributes', 'variations']

const listProducts = storeCall({
  summary: 'Lists products',
  method: 'GET',
  path: '/products',
  query: productQuery,
  responses: { 200: z.array(productShape) },
  isPaged: true,
  handler: async ({ context, shop, query }) => {
    const result = await searchProducts(shop, query)
    const fields = requestedFields(context)
    const withTerms = !fields || termFields.some((field) => fields.has(field))
    const items = await productsJson(context, shop, await loadProducts(shop.db, result.ids, { withTerms }))
    if (result.changedAt) context.header('last-modified', result.changedAt.toUTCString())
    if (result.correctedSearch !== null)
      context.header('x-corrected-search', encodeURIComponent(result.correctedSearch))
    return revalidatedList(context, shop, items, { ...query, total: result.total })
  },
})

const oneProduct = (path: string, displayPath: string): StoreCall =>
  storeCall({
    summary: 'Retrieves a product or variation by ID or slug',
    method: 'GET',
    path,
    displayPath,
    responses: { 200: productShape },
    errors: { woocommerce_rest_product_invalid_id: 404, woocommerce_rest_product_invalid_slug: 404 },
    handler: async ({ context, shop }) => {
      const idOrSlug = context.req.param('product') ?? context.req.param('slug') ?? ''
      const isId = /^\d+$/.test(idOrSlug)
      const id = isId ? idOf(idOrSlug) : await findBySlug(shop.db, idOrSlug)
      const [product] = id ? await loadProducts(shop.db, [id]) : []
      if (product?.status === 'publish')
        return revalidatedJson(context, (await productsJson(context, shop, [product]))[0])
      const by = isId ? 'id' : 'slug'
      const message = isId ? 'Invalid product ID.' : 'Invalid product slug.'
      return { status: 404, code: `woocommerce_rest_product_invalid_${by}`, message }
    },
  })

async function productsJson(context: Context, shop: StoreApiContext, products: readonly Product[]) {
  const details = await loadVariationDetails(shop.db, products)
  const exchange = shownExchange(context)
  return products.map((product) => productJson(shop, product, { details: details.get(product.id), exchange }))
}

export const productCalls: readonly StoreCall[] = [
  listProducts,
  oneProduct('/products/:product{[0-9]+}', '/products/(?P<id>[\\d]+)'),
  oneProduct(`/products/:slug{(?!(?:${reservedPaths.join('|')})$)[^/]+}`, '/products/(?P<slug>[\\S]+)'),
]

export const listReviews = storeCall({
  summary: 'Lists product reviews',
  method: 'GET',
  path: '/products/reviews',
  query: z.object({
    ...pageFields,
    offset: z.int().min(0).max(100_000_000).default(0),
    order: z.enum(['asc', 'desc']).default('desc'),
    orderby: z.enum(['date', 'date_gmt', 'id', 'rating', 'product']).default('date'),
    category_id: ids,
    product_id: ids,
  }),
  responses: { 200: z.array(reviewShape) },
  isPaged: true,
  handler: async ({ context, shop, query }) => {
    const { page, per_page: limit, offset, order, orderby, category_id, product_id } = query
    const { items: reviews, total } = await listComments(
      shop.db,
      { isReview: true, isPublic: true, statuses: ['approved'], entryIds: product_id, categoryIds: category_id },
      { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order },
      { limit, offset: offset > 0 ? offset : (page - 1) * limit },
    )
    const products = await loadProducts(shop.db, [...new Set(reviews.map((review) => review.entry.id))])
    const pictures = new Map(products.map((product) => [product.id, product.pictures[0]]))
    const items = reviews.map((review) => reviewJson(shop.url, review, pictures.get(review.entry.id)))
    return revalidatedList(context, shop, items, { page, per_page: limit, total })
  },
})

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
