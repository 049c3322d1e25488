import type { PlacedComment } from '../content/comments-read.store.ts'
import { hrefs } from '../routes.ts'
import { greenwichClock } from '../settings/shop-time.ts'

/** A review or comment as the back office reads it, in our own namespace `samovar/v1`. */
export const commentJson = (comment: PlacedComment) => ({
  id: comment.id,
  status: comment.status,
  author: comment.authorName,
  author_email: comment.authorEmail,
  /** As it was written, without HTML. */
  text: comment.content,
  rating: comment.rating,
  verified: comment.isVerified,
  held_because: comment.heldBecause,
  date_created_gmt: greenwichClock(comment.createdAt),
  /** Name of whoever is answered. */
  answers: comment.answers,
  entry: {
    id: comment.place.id,
    kind: comment.place.kind,
    title: comment.place.title,
    href: comment.place.kind === 'product' ? hrefs.product(comment.place.slug) : hrefs.post(comment.place.slug),
  },
})

export type CommentJson = ReturnType<typeof commentJson>
