import { z } from 'zod'
import { idList, integerParam, oneOf, parseParams } from '../../platform/rest/params.ts'
import { queryParam } from '../../platform/rest/request.ts'
import { formatShopDay, toGmtIso, toLocalIso } from '../../platform/time/shop-time.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { loadProducts } from '../../shop/catalog/catalog.store.ts'
import { avatarUrls } from '../../site/comments/avatar.ts'
import { commentHtml } from '../../site/comments/comment-text.ts'
import { type CommentWithEntry, listComments } from '../../site/comments/comments-query.store.ts'
import type { Picture } from '../../things/media/picture.ts'
import { storeEndpoint } from './endpoint.ts'
import { imageJson } from './image-json.ts'
import { revalidatedJson, setPageHeaders } from './list-response.ts'
import { nameHtml, storeError } from './response.ts'
import type { StoreRoute } from './router.ts'
import { type ReviewJson, reviewShape } from './shapes/review-shape.ts'

const parsers = {
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
  offset: integerParam({ fallback: 0, min: 0, max: 100_000_000 }),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'date_gmt', 'id', 'rating', 'product'], 'date'),
  category_id: idList,
  product_id: idList,
} as const

const listReviews = storeEndpoint(
  {
    summary: 'Product reviews',
    query: parsers,
    responses: { 200: z.array(reviewShape) },
    isPaged: true,
  },
  async (context, shop) => {
    const parsed = parseParams(parsers, (name) => queryParam(context, name)?.replaceAll('\0', ''))
    if (!parsed.ok) return storeError(context, parsed.error)
    const { page, per_page: size, offset, order, orderby, category_id, product_id } = parsed.values
    const result = await listComments(
      shop.db,
      { isReview: true, isPublished: true, statuses: ['approved'], entryIds: product_id, categoryIds: category_id },
      { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order },
      { limit: size, offset: offset > 0 ? offset : (page - 1) * size },
    )
    const products = await loadProducts(shop.db, [...new Set(result.comments.map((review) => review.entry.id))])
    const pictures = new Map(products.map((product) => [product.id, product.pictures[0]]))
    setPageHeaders(context, shop, { number: page, size, total: result.total })
    return revalidatedJson(
      context,
      result.comments.map((review) => reviewJson(shop.url, review, pictures.get(review.entry.id))),
    )
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
