import { z } from 'zod'
import { idList, integerParam, oneOf, pageParams } from '../../platform/rest/params.ts'
import { formatShopDay, toGmtIso, toLocalIso } from '../../platform/time/shop-time.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { loadProducts } from '../../shop/catalog/catalog.store.ts'
import { avatarUrls, commentHtml } from '../../site/comments/comment-text.ts'
import { type CommentWithEntry, listComments } from '../../site/comments/comments-query.store.ts'
import type { Picture } from '../../things/media/media.table.ts'
import { storeEndpoint } from './endpoint.ts'
import { imageJson } from './product-json.ts'
import { nameHtml, revalidatedList } from './response.ts'
import type { StoreRoute } from './router.ts'
import { type ReviewJson, reviewShape } from './shapes/product-shape.ts'

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
