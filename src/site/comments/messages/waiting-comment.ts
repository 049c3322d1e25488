import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { type CommentSubject, commentNoun, loadComment, sampleComment } from './comment-message.ts'

export const waitingComment = defineMessage({
  id: 'comment-waits',
  title: 'Comment or review waiting',
  description: 'A comment or a review waits for your approval.',
  to: 'shop',
  subject: (subject: CommentSubject, { siteTitle }) => `[${siteTitle}] ${titleOf(subject)}`,
  load: loadComment,
  render(subject: CommentSubject, { url }: MessageContext<SiteSettings & MessageSettings>) {
    const { authorName, authorEmail, content, rating, moderationReason } = subject.comment
    const author = `${authorName} (${authorEmail})${rating === null ? '' : `, ${rating} of 5 stars`}`
    const href = url + hrefs.adminComments({ status: 'pending' })
    return {
      preview: author,
      title: titleOf(subject),
      blocks: [
        text(author),
        { kind: 'quote', text: content },
        text(`Reason: ${moderationReason}.`),
        { kind: 'button', label: 'Approve or delete it', href },
      ],
    }
  },
  sample: sampleComment,
})

const titleOf = ({ entry }: CommentSubject): string => `A ${commentNoun(entry)} of ${entry.title} is waiting`
