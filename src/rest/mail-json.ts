import type { Mail, MailHead } from '../mail/mail-read.store.ts'
import { choiceFor, type MailTemplate, mailTemplates } from '../mail/mail-templates.ts'
import { hrefs } from '../routes.ts'
import type { Settings } from '../settings/settings.ts'
import { greenwichClock, shopClock } from '../settings/shop-time.ts'

/** A mail of the outbox in our own namespace, `samovar/v1`, in the manner of the other answers. */
export function mailJson(mail: MailHead, shopUrl: string) {
  return {
    id: mail.id,
    order_id: mail.orderId ?? 0,
    transition: mail.transition,
    template: mail.template,
    recipient: mail.recipient,
    subject: mail.subject,
    status: mail.status,
    attempts: mail.attempts,
    last_error: mail.lastError,
    date_created: shopClock(mail.createdAt),
    date_created_gmt: greenwichClock(mail.createdAt),
    date_sent: mail.sentAt ? shopClock(mail.sentAt) : null,
    date_sent_gmt: mail.sentAt ? greenwichClock(mail.sentAt) : null,
    date_next_attempt_gmt: mail.status === 'waiting' ? greenwichClock(mail.nextAttemptAt) : null,
    _links: {
      self: [{ href: shopUrl + hrefs.restMail(mail.id) }],
      collection: [{ href: shopUrl + hrefs.restMails() }],
      ...(mail.orderId === null ? {} : { order: [{ href: shopUrl + hrefs.restOrder(mail.orderId) }] }),
    },
  }
}

/** With what it says: as it went out, or as it would go out now. */
export const wholeMailJson = (mail: Mail, said: { readonly html: string; readonly text: string }, shopUrl: string) => ({
  ...mailJson(mail, shopUrl),
  html: said.html,
  text: said.text,
})

/** One kind of mail, and what the owner has decided about it. */
export function mailKindJson(id: MailTemplate, settings: Pick<Settings, 'mails' | 'ownerEmail'>) {
  const { to, title, when } = mailTemplates[id]
  const { enabled, recipients } = choiceFor(settings.mails, id)
  return { id, to, title, when, enabled, recipients, default_recipient: to === 'shop' ? settings.ownerEmail : '' }
}

export type MailKindJson = ReturnType<typeof mailKindJson>
export type MailPreviewJson = {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly order_id: number
}
export type MailJson = ReturnType<typeof mailJson>
export type WholeMailJson = ReturnType<typeof wholeMailJson>
