import type { Hono } from 'hono'
import { z } from 'zod'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { RestResult } from '../../../platform/rest/call.ts'
import { integerParam, oneOf, parseFields, searchText } from '../../../platform/rest/params.ts'
import { idParam } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import {
  type EmailContent,
  type EmailSummary,
  readEmail,
  readEmails,
  resendEmail,
} from '../../../things/messages/emails.store.ts'
import type { WithMessages } from '../../../things/messages/open-messages.ts'
import { type MessageSettings, messageDefaults, messageSettingsOf } from '../../../things/messages/settings.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { type SiteSettings, siteDefaults } from '../../../things/settings/site-settings.ts'

const emailParams = {
  page: integerParam({ fallback: 1, min: 1 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
  search: searchText,
  status: oneOf(['any', 'waiting', 'sent', 'failed'], 'any'),
}

const emailNotFound: RestError = { status: 404, code: 'samovar_mail_invalid_id', message: 'Invalid ID.' }

/** `samovar/v1/mails`: the outbox and the types of messages. */
export function emailRoutes(shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret' | 'url'> & WithMessages): Hono {
  const typeOf = (id: string) => shop.messages.types.find((type) => type.id === id)
  const { app, on } = restEndpoints(shop)

  const list = { capability: 'emails.read', action: 'list', params: emailParams } as const
  on(['GET'], paths.restEmails, list, async ({ params: { page, per_page, search, status } }) => {
    const { emails, total } = await readEmails(shop.db, { status, search }, { number: page, size: per_page })
    return { items: emails.map((email) => emailJson(email, shop.url)), page, per_page, total }
  })

  on(['GET'], paths.restEmail, { capability: 'emails.read', action: 'view' }, async ({ context }) =>
    emailResult(idParam(context, 'mail')),
  )

  /** Sends an email again: a failed one, or a copy of one that was sent. */
  on(['POST'], paths.restEmailRetry, { capability: 'shop.settings', action: 'edit' }, async ({ context }) => {
    const id = idParam(context, 'mail')
    if (await resendEmail(shop.db, id, shop.now())) shop.jobs.enqueueSoon('send-emails')
    return emailResult(id)
  })

  async function emailResult(id: number): Promise<RestResult> {
    const email = await readEmail(shop.db, id)
    if (!email) return emailNotFound
    const content = await shop.messages.content(shop.db, email).catch(() => ({ html: '', text: '' }))
    const json: EmailDetailsJson = { ...emailJson(email, shop.url), ...content }
    return { json }
  }

  on(['GET'], paths.restEmailTypes, { capability: 'emails.read', action: 'list' }, async () => {
    const settings = await loadEmailSettings(shop.db)
    return { json: shop.messages.types.map((type) => emailTypeJson(type, settings)) }
  })

  const edit = { capability: 'shop.settings', action: 'edit', allow: ['GET', 'PUT'] } as const
  on(['PUT'], paths.restEmailType, edit, async ({ context, fields }) => {
    const type = typeOf(context.req.param('kind') ?? '')
    if (!type) return emailNotFound
    const changes = parseFields(changesSchema(type), fields)
    if (!changes.ok) return changes.error
    await updateSettings(shop.db, messageDefaults, ({ emails }) => ({
      emails: { ...emails, [type.id]: { ...messageSettingsOf({ emails }, type), ...changes.value } },
    }))
    return { json: emailTypeJson(type, await loadEmailSettings(shop.db)) }
  })

  /** A preview of an email type, with real data if there is any, otherwise with a sample. */
  on(['GET'], paths.restEmailPreview, { capability: 'emails.read', action: 'view' }, async ({ context }) => {
    const preview = await shop.messages.preview(context.req.param('kind') ?? '')
    if (!preview) return emailNotFound
    const { orderId, ...email } = preview
    const json: EmailPreviewJson = { ...email, order_id: orderId }
    return { json }
  })

  return app
}

/** From the database: this process's cached settings may be older than a change just saved. */
const loadEmailSettings = (db: Db) => loadStored(db, { ...siteDefaults, ...messageDefaults })

/** An email of the outbox in the `samovar/v1` namespace, formatted like the other resources. */
function emailJson(email: EmailSummary, shopUrl: string) {
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

/** An email type and its settings. */
function emailTypeJson(type: WithMessages['messages']['types'][number], settings: MessageSettings & SiteSettings) {
  const { id, title, description: when, to } = type
  const { enabled, recipients, subject } = messageSettingsOf(settings, type)
  const default_recipient = to === 'shop' ? settings.ownerEmail : ''
  return { id, to, title, when, enabled, recipients, default_recipient, subject, subject_words: type.subjectWords }
}

export type EmailTypeJson = ReturnType<typeof emailTypeJson>

export type EmailPreviewJson = EmailContent & { readonly subject: string; readonly order_id: number }

export type EmailJson = ReturnType<typeof emailJson>

/** With its content: as it was sent, or as it would be sent now. */
export type EmailDetailsJson = EmailJson & EmailContent

const MAX_SUBJECT_LENGTH = 200

/** Changes of an email type; customer emails have no other recipients. */
const changesSchema = ({ to }: { readonly to: 'customer' | 'shop' }) =>
  z
    .strictObject({
      enabled: z.boolean(),
      recipients: z
        .array(z.email('This is no email address.').max(200))
        .max(10, 'At most ten addresses.')
        .refine(({ length }) => length === 0 || to === 'shop', 'This mail goes to the customer.'),
      subject: z
        .string()
        .max(MAX_SUBJECT_LENGTH, `At most ${MAX_SUBJECT_LENGTH} letters.`)
        // A line break would end the header.
        .transform((text) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()),
    })
    .partial()
