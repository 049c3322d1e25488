import { toGmtIso } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CommentWithEntry } from '../comments-query.store.ts'

/** A review or comment for the back office, in the namespace `samovar/v1`. */
export const commentJson = (comment: CommentWithEntry) => ({
  id: comment.id,
  status: comment.status,
  author: comment.authorName,
  author_email: comment.authorEmail,
  /** Raw text, without HTML. */
  text: comment.content,
  rating: comment.rating,
  verified: comment.isVerified,
  held_because: comment.moderationReason,
  date_created_gmt: toGmtIso(comment.createdAt),
  /** Name of the parent comment's author. */
  answers: comment.parentAuthor,
  entry: {
    id: comment.entry.id,
    kind: comment.entry.kind,
    title: comment.entry.title,
    href: comment.entry.kind === 'product' ? hrefs.product(comment.entry.slug) : hrefs.post(comment.entry.slug),
  },
})

export type CommentJson = ReturnType<typeof commentJson>
