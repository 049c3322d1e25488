import { z } from 'zod'
import { usersManage } from '../../../people/identity/capabilities.ts'
import { can } from '../../../platform/access/permissions.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { isEmail } from '../../../platform/email-address.ts'
import { defineCall, type Principal, type RestResult } from '../../../platform/rest/call.ts'
import { pageFields, search, windowOf } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { conflict, errorOf } from '../../../platform/rest/response.ts'
import { timeFields, toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { orderMessages } from '../../../shop/orders/messages/order-messages.ts'
import { formMail } from '../../../site/forms/messages/form-mail.ts'
import { formReply } from '../../../site/forms/messages/form-reply.tsx'
import { emailsRead } from '../../../things/messages/capabilities.ts'
import {
  type EmailContent,
  type EmailSummary,
  hasLostSecret,
  readEmail,
  readEmails,
  resendEmail,
} from '../../../things/messages/emails.store.ts'
import type { Email } from '../../../things/messages/emails.table.ts'
import type { WithMessages } from '../../../things/messages/open-messages.ts'
import { sendEmailsJob } from '../../../things/messages/send-message.ts'
import { type MessageSettings, messageSettings, messageSettingsOf } from '../../../things/messages/settings.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { type SiteSettings, siteSettings } from '../../../things/settings/site-settings.ts'

type EmailShop = Pick<Platform, 'db' | 'jobs' | 'now' | 'url'> & WithMessages

const listFields = z.object({
  ...pageFields,
  page: z.int().min(1).default(1),
  search,
  status: z.enum(['any', 'waiting', 'sent', 'failed']).default('any'),
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date']).default('date'),
})

const MAX_SUBJECT_LENGTH = 200

const typeFields = z
  .strictObject({
    enabled: z.boolean(),
    recipients: z
      .array(z.string().max(200).refine(isEmail, 'This is not an email address.').meta({ format: 'email' }))
      .max(10, 'At most ten addresses.'),
    subject: z
      .string()
      .max(MAX_SUBJECT_LENGTH, `At most ${MAX_SUBJECT_LENGTH} characters.`)
      // A line break would end the email header.
      .transform((text) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()),
  })
  .partial()

const emailNotFound = errorOf(404, 'samovar_mail_invalid_id', 'Invalid ID.')

const noContent: EmailContent = { html: '', text: '' }

async function emailResult(shop: EmailShop, id: number, reader: Principal): Promise<RestResult> {
  const email = await readEmail(shop.db, id)
  if (!email) return emailNotFound
  const isReadable = mayReadContent(shop, email, reader)
  const content = isReadable ? await shop.messages.content(shop.db, email).catch(() => noContent) : noContent
  const { replyTo = '', ...body } = content
  const summary = emailJson({ ...email, isSealed: email.sealed !== null }, shop)
  const json: EmailDetailsJson = { ...summary, ...body, reply_to: replyTo }
  return { json }
}

/** API keys may not read emails with a link that signs the reader in, perhaps as an administrator. */
const mayReadContent = (shop: EmailShop, { template }: Email, { isSession, user }: Principal): boolean =>
  isSession && (can(user, usersManage) || isAboutOrders(shop, template))

/** Emails to the shop, of forms and about orders. All others, also of unknown types, may concern an account. */
const isAboutOrders = (shop: EmailShop, template: string): boolean =>
  typeOf(shop, template)?.to === 'shop' ||
  [formMail.id, formReply.id].includes(template) ||
  Object.hasOwn(orderMessages, template)

/** Emails about accounts warn people of misuse and let them back in, so only administrators may change them. */
const accountEmail = errorOf(403, 'rest_forbidden', 'Emails about accounts are set up by administrators.')

/** The stored copy has no link or digits, so it would be useless to its reader. */
const secretGone = conflict(
  'mail_link_gone',
  'This email cannot be sent again: its link or digits work once, and are not kept. Anyone who needs them can ask for new ones.',
)

const typeOf = (shop: EmailShop, id = '') => shop.messages.types.find((type) => type.id === id)

const reading = { method: 'GET', capability: emailsRead } as const

export const emailCalls = [
  defineCall({
    summary: 'Lists the emails in the outbox',
    ...reading,
    path: paths.restEmails,
    query: listFields,
    async handler(shop: EmailShop, { query }) {
      const { page, per_page } = query
      const { items, total } = await readEmails(shop.db, { ...query, ...windowOf(query) })
      return { items: items.map((email) => emailJson(email, shop)), page, per_page, total }
    },
  }),
  defineCall({
    summary:
      'Retrieves an email. The content is omitted for API keys; content about accounts is shown to administrators only',
    ...reading,
    path: '/wp-json/samovar/v1/mails/:mail{[0-9]+}',
    handler: (shop: EmailShop, { id, principal }) => emailResult(shop, id, principal),
  }),
  defineCall({
    summary: 'Retries a failed email, or resends a copy of a sent one, unless its link or code has been deleted',
    method: 'POST',
    path: '/wp-json/samovar/v1/mails/:mail{[0-9]+}/retry',
    capability: shopSettingsWrite,
    action: 'edit',
    async handler(shop: EmailShop, { id, principal }) {
      const resent = await resendEmail(shop.db, id, shop.now())
      if (resent === 'secret-gone') return secretGone
      if (resent === 'queued') shop.jobs.enqueueSoon(sendEmailsJob)
      return emailResult(shop, id, principal)
    },
  }),
  defineCall({
    summary: 'Lists the types of emails and their settings',
    ...reading,
    path: paths.restEmailTypes,
    action: 'list',
    async handler(shop: EmailShop) {
      const settings = await loadEmailSettings(shop.db)
      return { json: shop.messages.types.map((type) => emailTypeJson(type, settings)) }
    },
  }),
  defineCall({
    summary: 'Updates a type of email: whether it is sent, its subject, and its recipients in the shop',
    method: 'PUT',
    path: '/wp-json/samovar/v1/mail-kinds/:kind{[\\w-]+}',
    capability: shopSettingsWrite,
    body: typeFields,
    async handler(shop: EmailShop, { path: { kind }, body, user }) {
      const type = typeOf(shop, kind)
      if (!type) return emailNotFound
      if (!can(user, usersManage) && !isAboutOrders(shop, type.id)) return accountEmail
      if (type.to !== 'shop' && (body.recipients?.length ?? 0) > 0)
        return invalidFields({ recipients: 'This mail goes to the customer.' })
      await updateSettings(shop.db, defaultsOf(messageSettings), ({ emails }) => ({
        emails: { ...emails, [type.id]: { ...messageSettingsOf({ emails }, type), ...body } },
      }))
      return { json: emailTypeJson(type, await loadEmailSettings(shop.db)) }
    },
  }),
  defineCall({
    summary: 'Previews a type of email with real data if available, otherwise with sample data',
    ...reading,
    path: '/wp-json/samovar/v1/mail-kinds/:kind{[\\w-]+}/preview',
    async handler(shop: EmailShop, { path: { kind = '' } }) {
      const preview = await shop.messages.preview(kind)
      if (!preview) return emailNotFound
      const { orderId, ...email } = preview
      return { json: { ...email, order_id: orderId } satisfies EmailPreviewJson }
    },
  }),
]

/** From the database: this process's cached settings may be older than a change just saved. */
const loadEmailSettings = (db: Db) => loadStored(db, defaultsOf({ ...siteSettings, ...messageSettings }))

function emailJson(email: EmailSummary, { url: shopUrl, now }: Pick<EmailShop, 'now' | 'url'>) {
  return {
    id: email.id,
    order_id: email.orderId ?? 0,
    transition: email.key?.replace(/^order:\d+:/, '') ?? '',
    template: email.template,
    recipient: email.recipient,
    subject: email.subject,
    status: email.status,
    attempts: email.attempts,
    last_error: email.lastError,
    /** False while the email waits, and once its link or code has been removed. */
    can_resend: email.status !== 'waiting' && !hasLostSecret(email, now()),
    ...timeFields('date_created', email.createdAt),
    ...timeFields('date_sent', email.sentAt),
    date_next_attempt_gmt: email.status === 'waiting' ? toGmtIso(email.nextAttemptAt) : null,
    _links: {
      self: [{ href: shopUrl + hrefs.restEmail(email.id) }],
      collection: [{ href: shopUrl + hrefs.restEmails() }],
      ...(email.orderId === null ? {} : { order: [{ href: shopUrl + hrefs.restOrder(email.orderId) }] }),
    },
  }
}

function emailTypeJson(type: WithMessages['messages']['types'][number], settings: MessageSettings & SiteSettings) {
  const { id, title, description: when, to } = type
  const { enabled, recipients, subject } = messageSettingsOf(settings, type)
  const default_recipient = to === 'shop' ? settings.ownerEmail : ''
  return { id, to, title, when, enabled, recipients, default_recipient, subject, subject_words: type.subjectWords }
}

export type EmailTypeJson = ReturnType<typeof emailTypeJson>

export type EmailPreviewJson = EmailContent & { readonly subject: string; readonly order_id: number }

export type EmailJson = ReturnType<typeof emailJson>

export type EmailDetailsJson = EmailJson & Omit<EmailContent, 'replyTo'> & { readonly reply_to: string }
