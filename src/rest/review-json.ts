import { avatarUrls } from '../content/avatar.ts'
import { commentHtml } from '../content/comment-text.ts'
import type { CommentStatus } from '../content/comments.table.ts'
import type { PlacedComment } from '../content/comments-read.store.ts'
import { hrefs } from '../routes.ts'
import { greenwichClock, shopClock } from '../settings/shop-time.ts'

/** Our states in the words of `wc/v3/products/reviews`. */
export const wireStatus: Readonly<Record<CommentStatus, string>> = {
  approved: 'approved',
  pending: 'hold',
  spam: 'spam',
  trash: 'trash',
}

/** Its words as our states; taken back from spam or the bin, a review waits to be looked at. */
export const statusOfWire: Readonly<Record<string, CommentStatus>> = {
  approved: 'approved',
  hold: 'pending',
  spam: 'spam',
  unspam: 'pending',
  trash: 'trash',
  untrash: 'pending',
}

/** A review as `wc/v3/products/reviews` tells it; with context `edit` its text is as it was written. */
export function reviewJson(review: PlacedComment, shopUrl: string, context: 'view' | 'edit' = 'view') {
  return {
    id: review.id,
    date_created: shopClock(review.createdAt),
    date_created_gmt: greenwichClock(review.createdAt),
    product_id: review.place.id,
    product_name: review.place.title,
    product_permalink: shopUrl + hrefs.product(review.place.slug),
    status: wireStatus[review.status],
    reviewer: review.authorName,
    reviewer_email: review.authorEmail,
    review: context === 'edit' ? review.content : commentHtml(review.content),
    rating: review.rating ?? 0,
    verified: review.isVerified,
    reviewer_avatar_urls: avatarUrls,
    _links: {
      self: [{ href: shopUrl + hrefs.restReview(review.id) }],
      collection: [{ href: shopUrl + hrefs.restReviews() }],
      up: [{ href: shopUrl + hrefs.restProduct(review.place.id) }],
      ...(review.userId === null ? {} : { reviewer: [{ href: shopUrl + hrefs.restCustomer(review.userId) }] }),
    },
  }
}
