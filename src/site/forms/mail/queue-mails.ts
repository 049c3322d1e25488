import type { Tx } from '../../../platform/database/connect.ts'
import { insertEmails } from '../../../things/messages/emails.store.ts'
import { sendEmailsJob } from '../../../things/messages/send-message.ts'
import type { FormContext } from '../context.ts'
import type { MailName, Submission } from '../forms.table.ts'
import { type FormMailPayload, formMail } from '../messages/form-mail.ts'
import { emailKey } from '../submissions/submissions.store.ts'

const mailNames: readonly MailName[] = ['mail', 'mail_2']

/** Queues the emails of a submission in its transaction. Their keys prevent duplicates. */
export async function queueMails(
  tx: Tx,
  shop: Pick<FormContext, 'jobs' | 'now'>,
  { id, mails }: Pick<Submission, 'id' | 'mails'>,
): Promise<void> {
  const emails = mailNames.flatMap((mail) => {
    const composed = mails[mail]
    if (!composed) return []
    const data: FormMailPayload = { submissionId: id, mail }
    const { subject, recipient } = composed
    return [{ key: emailKey(id, mail), template: formMail.id, orderId: null, recipient, subject, data }]
  })
  if (emails.length === 0) return
  await insertEmails(tx, emails, shop.now())
  shop.jobs.enqueueSoon(sendEmailsJob)
}
