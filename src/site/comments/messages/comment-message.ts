import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { button, defineMessage, type MessageContext } from '../../../things/messages/message.ts'
import { type Comment, type CommentableEntry, findCommentableEntry } from '../comments.store.ts'
import { comments } from '../comments.table.ts'

export type CommentSubject = {
  readonly comment: Pick<
    Comment,
    'authorName' | 'authorEmail' | 'content' | 'entryId' | 'id' | 'moderationReason' | 'rating'
  >
  readonly entry: CommentableEntry
}

export type CommentPayload = { readonly commentId: number }

export const commentNoun = ({ kind }: Pick<CommentableEntry, 'kind'>): 'review' | 'comment' =>
  kind === 'product' ? 'review' : 'comment'

export async function loadComment(db: Db | Tx, { payload: { commentId } }: { readonly payload: CommentPayload }) {
  const [comment] = await db.select().from(comments).where(eq(comments.id, commentId))
  const entry = comment && (await findCommentableEntry(db, comment.entryId))
  return comment && entry ? { comment, entry } : null
}

export const sampleComment = (): CommentSubject => ({
  comment: {
    id: 1,
    entryId: 1,
    authorName: 'Maya',
    authorEmail: 'maya@example.com',
    rating: 5,
    content: 'Sweet, and it forgives a long steep.',
    moderationReason: 'the first of this person',
  },
  entry: { id: 1, kind: 'product', slug: 'jasmine-dragon-pearls', title: 'Jasmine Dragon Pearls', isOpen: true },
})

/** Tells the author that their comment or review was approved. Off by default. */
export const approvedComment = defineMessage({
  id: 'comment-approved',
  title: 'Comment or review approved',
  description: 'You approve a comment or a review that waited.',
  to: 'customer',
  isOffByDefault: true,
  optional: { label: 'When we publish a comment or a review of yours' },
  subject: ({ entry }: CommentSubject) => `Your ${commentNoun(entry)} of ${entry.title} is published`,
  load: loadComment,
  render({ comment, entry }: CommentSubject, { url }: MessageContext) {
    const noun = commentNoun(entry)
    const path = entry.kind === 'product' ? hrefs.product(entry.slug) : hrefs.post(entry.slug)
    return {
      title: `Thank you, ${comment.authorName}.`,
      blocks: [
        `We have read your ${noun} of ${entry.title} and published it:`,
        { kind: 'quote', text: comment.content },
        button(`See your ${noun}`, `${url + path}#comment-${comment.id}`),
      ],
    }
  },
  sample: sampleComment,
})

export const waitingComment = defineMessage({
  id: 'comment-waits',
  title: 'Comment or review waiting',
  description: 'A comment or a review waits for your approval.',
  to: 'shop',
  subject: (subject: CommentSubject, { siteTitle }) => `[${siteTitle}] ${titleOf(subject)}`,
  load: loadComment,
  render(subject: CommentSubject, { url }: MessageContext) {
    const { authorName, authorEmail, content, rating, moderationReason } = subject.comment
    return {
      title: titleOf(subject),
      blocks: [
        `${authorName} (${authorEmail})${rating === null ? '' : `, ${rating} of 5 stars`}`,
        { kind: 'quote', text: content },
        `Reason: ${moderationReason}.`,
        button('Approve or delete it', url + hrefs.adminComments({ status: 'pending' })),
      ],
    }
  },
  sample: sampleComment,
})

const titleOf = ({ entry }: CommentSubject): string => `A ${commentNoun(entry)} of ${entry.title} is waiting`
