import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { defineMessage, type MessageContext } from '../../../things/messages/message.ts'
import { Lines } from '../../../things/messages/message-html.tsx'
import { style } from '../../../things/messages/message-style.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { formSubmissions, type Submission, type SubmissionReply } from '../forms.table.ts'
import { messageOf } from '../submissions/submission-summary.ts'

type ReplySubject = {
  readonly submission: Pick<Submission, 'formTitle' | 'fields'>
  readonly reply: SubmissionReply
}
type ReplyPayload = { readonly submissionId: number; readonly number: number }

async function loadReply(db: Db | Tx, { payload }: { readonly payload: ReplyPayload }): Promise<ReplySubject | null> {
  const [submission] = await db.select().from(formSubmissions).where(eq(formSubmissions.id, payload.submissionId))
  const reply = submission?.replies[payload.number - 1]
  return submission && reply ? { submission, reply } : null
}

export const formReply = defineMessage({
  id: 'form-reply',
  title: 'Answer to a message',
  description: 'You answer a message of a contact form.',
  to: 'customer',
  placeholders: { form: ({ submission }: ReplySubject) => submission.formTitle },
  subject: (_reply: ReplySubject, { siteTitle }) => `Re: your message to ${siteTitle}`,
  load: loadReply,
  render({ submission, reply }: ReplySubject, { settings }: MessageContext<SiteSettings & MessageSettings>) {
    const message = messageOf(submission)
    return {
      preview: reply.text,
      title: 'Thank you for writing to us.',
      blocks: [
        ...reply.text.split(/\n{2,}/).map((text) => ({
          kind: 'own' as const,
          html: (
            <p style={style.text}>
              <Lines lines={text.split('\n')} />
            </p>
          ),
          text,
        })),
        ...(message === '' ? [] : [{ kind: 'quote' as const, text: message }]),
      ],
      replyTo: settings.contactEmail || settings.ownerEmail,
    }
  },
  sample: () => ({
    submission: {
      formTitle: 'Contact',
      fields: [{ name: 'your-message', type: 'textarea', texts: ['Do you ship to Yukon?'] }],
    },
    reply: { at: '2026-11-20T12:00:00Z', by: 'Maya', text: 'Hello Ada,\n\nWe do, twice a week.\n\nMaya' },
  }),
})
