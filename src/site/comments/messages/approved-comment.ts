import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { type CommentSubject, commentNoun, loadComment, sampleComment } from './comment-message.ts'

/** To the writer of a comment or a review that waited, once it is approved. Off until the owner wants it. */
export const approvedComment = defineMessage({
  id: 'comment-approved',
  title: 'Comment or review approved',
  description: 'You approve a comment or a review that waited.',
  to: 'customer',
  isOffByDefault: true,
  optional: { label: 'When we publish a comment or a review of yours' },
  subject: ({ entry }: CommentSubject) => `Your ${commentNoun(entry)} of ${entry.title} is published`,
  load: loadComment,
  render({ comment, entry }: CommentSubject, { url }: MessageContext<SiteSettings & MessageSettings>) {
    const noun = commentNoun(entry)
    const path = entry.kind === 'product' ? hrefs.product(entry.slug) : hrefs.post(entry.slug)
    const intro = `We have read your ${noun} of ${entry.title} and published it:`
    return {
      preview: intro,
      title: `Thank you, ${comment.authorName}.`,
      blocks: [
        text(intro),
        { kind: 'quote', text: comment.content },
        { kind: 'button', label: `See your ${noun}`, href: `${url + path}#comment-${comment.id}` },
      ],
    }
  },
  sample: sampleComment,
})
