import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../../platform/database/connect.ts'
import type { Principal } from '../../../platform/rest/call.ts'
import { sendMessage } from '../../../things/messages/send-message.ts'
import type { FormContext } from '../context.ts'
import { formSubmissions, type SubmissionReply } from '../forms.table.ts'
import { queueMails } from '../messages/form-mail.ts'
import { formReply } from '../messages/form-reply.tsx'
import { emailKey, type Folder, isListed, lockSubmissions, removeSubmissions } from './submissions.store.ts'

/** `to` is `transient` for what was released, but is not kept. */
export type SubmissionMove = { readonly id: number; readonly from: Folder; readonly to: Folder | 'transient' }

/**
 * Submissions that are already there are skipped. Moving spam to the inbox sends its emails; afterwards it is not listed
 * if its form or its sender does not let the shop keep it.
 */
export const moveSubmissions = (shop: FormContext, ids: readonly number[], to: Folder): Promise<SubmissionMove[]> =>
  shop.db.transaction(async (tx) => {
    const moves: SubmissionMove[] = []
    for (const submission of await lockSubmissions(tx, ids)) {
      const { id, status: from, mails } = submission
      if (from === to) continue
      const status = to === 'inbox' && mails.isTransient ? 'transient' : to
      // What leaves the inbox has caused its emails, whether or not the outbox still has them.
      const spamReason = from === 'inbox' ? '' : submission.spamReason
      await tx.update(formSubmissions).set({ status, spamReason }).where(eq(formSubmissions.id, id))
      if (to === 'inbox' && spamReason !== '') await queueMails(tx, shop, submission)
      moves.push({ id, from: from as Folder, to: status })
    }
    return moves
  })

/** Returns the ids that changed. */
export async function markSubmissions(db: Db, ids: readonly number[], isRead: boolean): Promise<number[]> {
  const changed = await db
    .update(formSubmissions)
    .set({ isRead })
    .where(and(inArray(formSubmissions.id, [...ids]), eq(formSubmissions.isRead, !isRead), isListed))
    .returning({ id: formSubmissions.id })
  return changed.map(({ id }) => id)
}

/** Only from trash and spam. */
export const deleteSubmissions = (db: Db, ids: readonly number[]): Promise<number[]> =>
  db.transaction((tx) => removeSubmissions(tx, and(isAnyOf(formSubmissions.id, ids), isSpamOrTrash)))

const isSpamOrTrash = inArray(formSubmissions.status, ['spam', 'trash'])

type ReplyResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: 'gone' | 'no-address' | 'not-in-inbox' | 'switched-off' }

/** Replies by email. An identical text counts as the same reply. */
export const replyToSubmission = (
  shop: FormContext,
  id: number,
  author: Principal['user'],
  text: string,
): Promise<ReplyResult> =>
  shop.db.transaction(async (tx): Promise<ReplyResult> => {
    const [submission] = await lockSubmissions(tx, [id])
    if (!submission) return { ok: false, problem: 'gone' }
    if (submission.status !== 'inbox') return { ok: false, problem: 'not-in-inbox' }
    const { email: recipient, replies } = submission
    if (recipient === null) return { ok: false, problem: 'no-address' }
    if (replies.at(-1)?.text === text) return { ok: true }
    const reply: SubmissionReply = { at: shop.now().toISOString(), by: author.name, text }
    const number = replies.length + 1
    const isQueued = await sendMessage(tx, shop, formReply, {
      key: emailKey(id, `reply:${number}`),
      recipient,
      subject: { submission, reply },
      payload: { submissionId: id, number },
    })
    if (!isQueued) return { ok: false, problem: 'switched-off' }
    await tx
      .update(formSubmissions)
      .set({ isRead: true, replies: sql`${formSubmissions.replies} || ${JSON.stringify([reply])}::jsonb` })
      .where(eq(formSubmissions.id, id))
    return { ok: true }
  })
