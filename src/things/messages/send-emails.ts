import { sql } from 'drizzle-orm'
import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { SiteSettings } from '../settings/site-settings.ts'
import type { CustomEmail } from './custom-email.ts'
import { type EmailContent, lockNextWaitingEmail, markFailed, markSent } from './emails.store.ts'
import type { Email } from './emails.table.ts'
import { markCid } from './message-mark.ts'
import type { OutgoingEmail } from './open-messages.ts'
import { NO_KEY } from './sealed-payload.ts'

export type EmailTransport = {
  readonly transporter: Transporter
  readonly from: string
  /** The shop's logo as PNG, attached to every email because mail clients block remote pictures. */
  readonly mark: Buffer
}

/** Short, because an unresponsive server delays all later emails. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export const openEmailTransport = (smtpUrl: string, own: Partial<typeof timeouts> = {}): Transporter =>
  nodemailer.createTransport({ url: smtpUrl, ...timeouts, ...own })

/** The default sender as in WooCommerce: the shop's name and contact address. */
export const senderOf = ({ siteTitle, contactEmail, ownerEmail }: SiteSettings): string =>
  `"${siteTitle.replaceAll(/["\\]/g, '')}" <${contactEmail || ownerEmail}>`

export type RenderEmail = (tx: Tx, email: Email) => Promise<OutgoingEmail>

const MAX_ATTEMPTS = 8
/** Exponential backoff: 1, 2, 4 … minutes, enough to survive a mail server outage of an hour. */
const retryDelayMs = (attempts: number): number => 60_000 * 2 ** attempts

/**
 * Each email is locked, sent and marked in one transaction, so that two processes never send it twice. Rendering and
 * marking are savepoints, after whose failure the attempt is still counted. What the mail server accepted is not retried.
 */
export async function sendEmails(
  shop: Pick<Platform, 'db' | 'now'>,
  transport: EmailTransport,
  render: RenderEmail,
  unsubscribeUrl: (email: Email) => string | null = () => null,
) {
  const { now } = shop
  let sent = 0
  for (;;) {
    const outcome = await shop.db.transaction(async (tx) => {
      const email = await lockNextWaitingEmail(tx, now())
      if (!email) return 'none' as const
      // Sending large attachments exceeds the usual idle timeout, after which they would be sent again and again.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '15min'`)
      let secrets: readonly string[] = []
      let isAccepted = false
      const later = () =>
        email.attempts + 1 < MAX_ATTEMPTS ? new Date(now().getTime() + retryDelayMs(email.attempts)) : null
      try {
        const content = await tx.transaction((nested) => render(nested, email))
        if (!content.ok) {
          await markFailed(tx, email.id, content.reason, content.isFinal ? null : later())
          return 'failed' as const
        }
        secrets = content.secrets
        await transport.transporter.sendMail({
          to: email.recipient,
          subject: email.subject,
          ...('sender' in content.sent
            ? customOptions(content.sent, transport)
            : letterOptions(content.sent, transport, unsubscribeUrl(email))),
          disableFileAccess: true,
          disableUrlAccess: true,
          // A stable id, so that mail clients hide the duplicate if the process is killed between sending and marking.
          messageId: `<samovar-${email.id}-${email.createdAt.getTime()}@${domainOf(transport.from)}>`,
        })
        isAccepted = true
        await tx.transaction((nested) => markSent(nested, email.id, content.kept, now()))
        return 'sent' as const
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        // Errors of the mail server may quote secrets.
        const reason = secrets.reduce((text, secret) => text.replaceAll(secret, NO_KEY), message)
        await markFailed(tx, email.id, reason, isAccepted ? null : later())
        return 'failed' as const
      }
    })
    if (outcome === 'none') return sent
    if (outcome === 'sent') sent += 1
  }
}

const letterOptions = (content: EmailContent, { from, mark }: EmailTransport, unsubscribeUrl: string | null) => ({
  from,
  ...content,
  attachments: [{ cid: markCid, filename: 'mark.png', content: mark, contentDisposition: 'inline' as const }],
  headers: listHeaders(unsubscribeUrl),
})

/** Sent from the shop's own mailbox, because mail servers would treat another sender as forged. */
function customOptions(
  { text, html, sender, replyTo, cc, bcc, headers, attachments }: CustomEmail,
  { from }: EmailTransport,
) {
  const [own] = addressparser(from, { flatten: true })
  const [written] = addressparser(sender, { flatten: true })
  const isOwn = written === undefined || written.address.toLowerCase() === own?.address.toLowerCase()
  return {
    from: { name: written?.name || own?.name || '', address: own?.address ?? '' },
    replyTo: replyTo === '' && !isOwn ? sender : replyTo,
    cc,
    bcc,
    text,
    headers,
    ...(html === null ? {} : { html }),
    attachments: attachments.map(({ filename, content }) => ({ filename, content })),
  } satisfies SendMailOptions
}

/** One-click unsubscription by the mail program (RFC 8058). */
const listHeaders = (unsubscribeUrl: string | null): Readonly<Record<string, string>> =>
  unsubscribeUrl === null
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
