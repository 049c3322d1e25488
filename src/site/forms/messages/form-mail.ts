import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { decodeEntities, escapeHtml, stripTags } from '../../../platform/web/plain-text.ts'
import type { CustomEmailType, EmailAttachment, SendBlock } from '../../../things/messages/custom-email.ts'
import { insertEmails } from '../../../things/messages/emails.store.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { sendEmailsJob } from '../../../things/messages/send-message.ts'
import type { FormContext } from '../context.ts'
import { type ComposedMail, formFiles, formSubmissions, type MailName, type Submission } from '../forms.table.ts'
import { emailKey, filesOf } from '../submissions/submissions.store.ts'

type FormMailPayload = { readonly submissionId: number; readonly mail: MailName }

/** Emails of contact forms, as their editors wrote them. */
export const formMail: CustomEmailType<FormMailPayload> = { id: 'form-mail', load, sendBlock }

const MAX_ATTACHED_BYTES = 25 * 1024 * 1024

async function load(db: Db | Tx, { submissionId, mail }: FormMailPayload) {
  const [submission] = await db
    .select({ mails: formSubmissions.mails })
    .from(formSubmissions)
    .where(eq(formSubmissions.id, submissionId))
  const composed = submission?.mails[mail]
  if (!composed) return null
  const files = (await filesOf(db, submissionId)).filter(({ field }) => composed.attachments.includes(field))
  const attached = filesWithinLimit(files)
  const leftOut = files.filter((file) => !attached.includes(file)).map(({ name }) => name)
  return {
    email: { ...composed, ...contentOf(composed, leftOut) },
    readAttachments: () => readFiles(db, attached),
  }
}

const mailNames: readonly MailName[] = ['mail', 'mail_2']

/** Queues the emails of a submission in its transaction. Their keys prevent duplicates. */
export async function queueMails(
  tx: Tx,
  shop: Pick<FormContext, 'jobs' | 'now'>,
  { id, mails }: Pick<Submission, 'id' | 'mails'>,
): Promise<void> {
  const queued = mailNames.flatMap((mail) => {
    const composed = mails[mail]
    if (!composed) return []
    const data: FormMailPayload = { submissionId: id, mail }
    const { subject, recipient } = composed
    return [{ key: emailKey(id, mail), template: formMail.id, orderId: null, recipient, subject, data }]
  })
  if (queued.length === 0) return
  await insertEmails(tx, queued, shop.now())
  shop.jobs.enqueueSoon(sendEmailsJob)
}

/** Holds back the second email until the first is sent, however many attempts that takes. */
async function sendBlock(db: Db | Tx, { submissionId, mail }: FormMailPayload): Promise<SendBlock | null> {
  if (mail === 'mail') return null
  const [first] = await db
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails.key, emailKey(submissionId, 'mail')), eq(emails.template, 'form-mail')))
  if (first === undefined || first.status === 'sent') return null
  return first.status === 'failed'
    ? { reason: 'The first email of the form could not be sent.', isFinal: true }
    : { reason: 'It follows the first email of the form.', isFinal: false }
}

type FileInfo = Awaited<ReturnType<typeof filesOf>>[number]

function filesWithinLimit(files: readonly FileInfo[]): FileInfo[] {
  let total = 0
  return files.filter(({ size }) => {
    const fits = total + size <= MAX_ATTACHED_BYTES
    if (fits) total += size
    return fits
  })
}

async function readFiles(db: Db | Tx, files: readonly FileInfo[]): Promise<EmailAttachment[]> {
  const ids = files.map(({ id }) => id)
  const read = await db
    .select({ name: formFiles.name, content: formFiles.bytes })
    .from(formFiles)
    .where(inArray(formFiles.id, ids))
    .orderBy(asc(formFiles.id))
  return read.map(({ name, content }) => ({ filename: name.replaceAll(/[\p{Cc}/\\]+/gu, '_'), content }))
}

function contentOf({ body, isHtml }: ComposedMail, leftOut: readonly string[]): { text: string; html: string | null } {
  const note = leftOut.length === 0 ? '' : `Not attached, because attachments end at 25 MB: ${leftOut.join(', ')}`
  if (!isHtml) return { text: note === '' ? body : `${body}\n\n${note}`, html: null }
  const html = note === '' ? body : body.replace(/(?=<\/body>)|$/i, () => `<p>${escapeHtml(note)}</p>`)
  return { text: textOfHtml(html), html }
}

/** Text version, for mail programs without HTML. References to control characters are left out. */
const textOfHtml = (html: string): string =>
  decodeEntities(
    stripTags(
      html
        .replace(/<(head|style|script)\b.*?<\/\1>/gis, '')
        .replace(/\s+/g, ' ')
        .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n'),
    ).replace(/&#(\d{2,3});/g, (_entity, code: string) => String.fromCharCode(Number(code))),
  )
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/ *\n */g, '\n')
    .trim()
