import nodemailer, { type Transporter } from 'nodemailer'
import type { Tx } from '../database/connect.ts'
import type { Shop } from '../shop.ts'
import { markFailed, markSent, takeWaitingMail, type WaitingMail } from './mail.store.ts'

export type Postbox = { readonly transporter: Transporter; readonly from: string }

export function openPostbox(smtpUrl: string, from: string): Postbox {
  return {
    transporter: nodemailer.createTransport(smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object),
    from,
  }
}

/** Sets the body of a waiting mail from the records it is about. Throws where it cannot be set yet. */
export type RenderMail = (tx: Tx, mail: WaitingMail) => Promise<{ readonly html: string; readonly text: string }>

const MOST_ATTEMPTS = 8
/** 1, 2, 4 … minutes: a mail server that is down for an hour loses nothing. */
const pauseMs = (attempts: number): number => 60_000 * 2 ** attempts

/**
 * Sets and sends what is due, one by one. A mail is locked while it is sent and marked in the same transaction, so two
 * processes never send it both. One that cannot be set is kept like one that cannot be sent. Returns how many went out.
 */
export async function sendMails(shop: Pick<Shop, 'db' | 'now'>, postbox: Postbox, render: RenderMail): Promise<number> {
  const { now } = shop
  let sent = 0
  for (;;) {
    const outcome = await shop.db.transaction(async (tx) => {
      const mail = await takeWaitingMail(tx, now())
      if (!mail) return 'none' as const
      try {
        const said = await render(tx, mail)
        await postbox.transporter.sendMail({
          from: postbox.from,
          to: mail.recipient,
          subject: mail.subject,
          ...said,
          // A stable id lets mail programs drop the second copy if we were killed between sending and marking.
          messageId: `<samovar-${mail.id}-${mail.createdAt.getTime()}@${domainOf(postbox.from)}>`,
        })
        await markSent(tx, mail.id, said, now())
        return 'sent' as const
      } catch (error) {
        const next = mail.attempts + 1 < MOST_ATTEMPTS ? new Date(now().getTime() + pauseMs(mail.attempts)) : null
        await markFailed(tx, mail.id, error instanceof Error ? error.message : String(error), next)
        return 'failed' as const
      }
    })
    if (outcome === 'none') return sent
    if (outcome === 'sent') sent += 1
  }
}

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
