import { toGmtIso, toLocalIso } from '../../../../platform/time/shop-time.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { SiteSettings } from '../../../../things/settings/site-settings.ts'
import { type EmailTemplate, emailTemplateSettings, emailTemplates } from '../email-templates.ts'
import type { Email, EmailSummary } from '../emails-read.store.ts'
import type { OrderEmailSettings } from '../settings.ts'

/** An email of the outbox in the `samovar/v1` namespace, formatted like the other resources. */
export function emailJson(email: EmailSummary, shopUrl: string) {
  return {
    id: email.id,
    order_id: email.orderId ?? 0,
    transition: email.transition,
    template: email.template,
    recipient: email.recipient,
    subject: email.subject,
    status: email.status,
    attempts: email.attempts,
    last_error: email.lastError,
    date_created: toLocalIso(email.createdAt),
    date_created_gmt: toGmtIso(email.createdAt),
    date_sent: email.sentAt ? toLocalIso(email.sentAt) : null,
    date_sent_gmt: email.sentAt ? toGmtIso(email.sentAt) : null,
    date_next_attempt_gmt: email.status === 'waiting' ? toGmtIso(email.nextAttemptAt) : null,
    _links: {
      self: [{ href: shopUrl + hrefs.restEmail(email.id) }],
      collection: [{ href: shopUrl + hrefs.restEmails() }],
      ...(email.orderId === null ? {} : { order: [{ href: shopUrl + hrefs.restOrder(email.orderId) }] }),
    },
  }
}

/** With its content: as it was sent, or as it would be sent now. */
export const emailDetailsJson = (
  email: Email,
  content: { readonly html: string; readonly text: string },
  shopUrl: string,
) => ({
  ...emailJson(email, shopUrl),
  html: content.html,
  text: content.text,
})

/** An email type and its settings. */
export function emailTypeJson(id: EmailTemplate, settings: OrderEmailSettings & SiteSettings) {
  const { to, title, when } = emailTemplates[id]
  const { enabled, recipients } = emailTemplateSettings(settings.emails, id)
  return { id, to, title, when, enabled, recipients, default_recipient: to === 'shop' ? settings.ownerEmail : '' }
}

export type EmailTypeJson = ReturnType<typeof emailTypeJson>
export type EmailPreviewJson = {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly order_id: number
}
export type EmailJson = ReturnType<typeof emailJson>
export type EmailDetailsJson = ReturnType<typeof emailDetailsJson>
