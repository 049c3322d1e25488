import type { Item } from '../../../platform/rest/item-shape.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { avatarUrls, commentHtml } from '../../../site/comments/comment-text.ts'
import type { CommentWithEntry } from '../../../site/comments/comments-query.store.ts'
import type { reviewShape } from './review-shape.ts'

/** A review as `wc/v3/products/reviews` returns it; context `edit` has the raw text. */
export function reviewJson(review: CommentWithEntry, shopUrl: string, context: 'view' | 'edit' = 'view') {
  return {
    id: review.id,
    date_created: toLocalIso(review.createdAt),
    date_created_gmt: toGmtIso(review.createdAt),
    product_id: review.entry.id,
    product_name: review.entry.title,
    product_permalink: shopUrl + hrefs.product(review.entry.slug),
    status: review.status === 'pending' ? ('hold' as const) : review.status,
    reviewer: review.authorName,
    reviewer_email: review.authorEmail,
    review: context === 'edit' ? review.content : commentHtml(review.content),
    rating: review.rating ?? 0,
    verified: review.isVerified,
    reviewer_avatar_urls: avatarUrls,
    _links: {
      self: [{ href: shopUrl + hrefs.restReview(review.id) }],
      collection: [{ href: shopUrl + paths.restReviews }],
      up: [{ href: shopUrl + hrefs.restProduct(review.entry.id) }],
      reviewer: review.userId === null ? undefined : [{ href: shopUrl + hrefs.restCustomer(review.userId) }],
    },
  } satisfies Item<typeof reviewShape>
}
