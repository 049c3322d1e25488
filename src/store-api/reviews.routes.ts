import { z } from 'zod'
import { loadProducts } from '../catalog/catalog.store.ts'
import { avatarUrls } from '../content/avatar.ts'
import { commentHtml } from '../content/comment-text.ts'
import { type PlacedComment, readComments } from '../content/comments-read.store.ts'
import type { Picture } from '../media/picture.ts'
import { idList, oneOf, readParams, wholeNumber } from '../rest/params.ts'
import { queryParam } from '../rest/request.ts'
import { hrefs } from '../routes.ts'
import { greenwichClock, shopClock, shopDay } from '../settings/shop-time.ts'
import { nameHtml, storeError } from './answer.ts'
import { plainCall } from './call.ts'
import { imageJson } from './image-json.ts'
import { kept, setPageHeaders } from './list-answer.ts'
import type { StoreRoute } from './router.ts'
import { type ReviewJson, reviewShape } from './shapes/review-shape.ts'

const readers = {
  page: wholeNumber({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  offset: wholeNumber({ fallback: 0, min: 0, max: 100_000_000 }),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'date_gmt', 'id', 'rating', 'product'], 'date'),
  category_id: idList,
  product_id: idList,
} as const

const listReviews = plainCall(
  { summary: 'What people say about products', query: readers, answers: { 200: z.array(reviewShape) }, isPaged: true },
  async (context, shop) => {
    const read = readParams(readers, (name) => queryParam(context, name)?.replaceAll('\0', ''))
    if (!read.ok) return storeError(context, read.error)
    const { page, per_page: size, offset, order, orderby, category_id, product_id } = read.values
    const found = await readComments(
      shop.db,
      { isReview: true, isPublished: true, statuses: ['approved'], entryIds: product_id, categoryIds: category_id },
      { by: orderby === 'date_gmt' ? 'date' : orderby, direction: order },
      { limit: size, offset: offset > 0 ? offset : (page - 1) * size },
    )
    const products = await loadProducts(shop.db, [...new Set(found.comments.map((review) => review.place.id))])
    const pictures = new Map(products.map((product) => [product.id, product.pictures[0]]))
    setPageHeaders(context, shop, { number: page, size, total: found.total })
    return kept(
      context,
      found.comments.map((review) => reviewJson(shop.url, review, pictures.get(review.place.id))),
    )
  },
)

export const reviewRoutes: readonly StoreRoute[] = [{ path: '/products/reviews', methods: { GET: listReviews } }]

const reviewJson = (shopUrl: string, review: PlacedComment, picture: Picture | undefined): ReviewJson => ({
  id: review.id,
  date_created: shopClock(review.createdAt),
  formatted_date_created: shopDay(review.createdAt),
  date_created_gmt: greenwichClock(review.createdAt),
  product_id: review.place.id,
  product_name: nameHtml(review.place.title),
  product_permalink: shopUrl + hrefs.product(review.place.slug),
  product_image: picture ? imageJson(shopUrl, picture) : null,
  reviewer: nameHtml(review.authorName),
  review: commentHtml(review.content),
  rating: review.rating ?? 0,
  verified: review.isVerified,
  reviewer_avatar_urls: avatarUrls,
})
