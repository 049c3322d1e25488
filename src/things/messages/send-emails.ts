import nodemailer, { type Transporter } from 'nodemailer'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { lockNextWaitingEmail, markFailed, markSent, type WaitingEmail } from './emails.store.ts'

export type EmailTransport = { readonly transporter: Transporter; readonly from: string }

export function openEmailTransport(smtpUrl: string, from: string): EmailTransport {
  return {
    transporter: nodemailer.createTransport(smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object),
    from,
  }
}

/** Sets the body of a waiting mail from the records it is about. Throws where it cannot be set yet. */
export type RenderMail = (tx: Tx, mail: WaitingEmail) => Promise<{ readonly html: string; readonly text: string }>

const MAX_ATTEMPTS = 8
/** 1, 2, 4 … minutes: a mail server that is down for an hour loses nothing. */
const retryDelayMs = (attempts: number): number => 60_000 * 2 ** attempts

/**
 * Sets and sends what is due, one by one. A mail is locked while it is sent and marked in the same transaction, so two
 * processes never send it both. One that cannot be set is kept like one that cannot be sent. Returns how many went out.
 */
export async function sendEmails(
  shop: Pick<Platform, 'db' | 'now'>,
  transport: EmailTransport,
  render: RenderMail,
): Promise<number> {
  const { now } = shop
  let sent = 0
  for (;;) {
    const outcome = await shop.db.transaction(async (tx) => {
      const email = await lockNextWaitingEmail(tx, now())
      if (!email) return 'none' as const
      try {
        const content = await render(tx, email)
        await transport.transporter.sendMail({
          from: transport.from,
          to: email.recipient,
          subject: email.subject,
          ...content,
          // A stable id lets mail programs drop the second copy if we were killed between sending and marking.
          messageId: `<samovar-${email.id}-${email.createdAt.getTime()}@${domainOf(transport.from)}>`,
        })
        await markSent(tx, email.id, content, now())
        return 'sent' as const
      } catch (error) {
        const nextAttemptAt =
          email.attempts + 1 < MAX_ATTEMPTS ? new Date(now().getTime() + retryDelayMs(email.attempts)) : null
        await markFailed(tx, email.id, error instanceof Error ? error.message : String(error), nextAttemptAt)
        return 'failed' as const
      }
    })
    if (outcome === 'none') return sent
    if (outcome === 'sent') sent += 1
  }
}

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
