import type { Tx } from '../../../platform/database/connect.ts'
import { insertEmails } from '../../../things/messages/emails.store.ts'
import type { FormContext } from '../context.ts'
import type { Submission } from '../forms.table.ts'

export async function queueMails(tx: Tx, shop: FormContext, { id, mails }: Submission): Promise<void> {
  const queued = Object.entries(mails).map(([mail, { recipient, subject }]) => ({
    key: `form:${id}:${mail}`,
    orderId: null,
    template: 'form-mail',
    recipient,
    subject,
    data: { submissionId: id, mail },
  }))
  await insertEmails(tx, queued, shop.now())
}
