import type { Hono } from 'hono'
import { z } from 'zod'
import { type RestResult, restEndpoints } from '../../../../people/accounts/rest-endpoints.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import { integerParam, oneOf, parseFields, searchText } from '../../../../platform/rest/params.ts'
import { idParam } from '../../../../platform/rest/request.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { toGmtIso, toLocalIso } from '../../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../../platform/web/context.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import {
  type EmailContent,
  type EmailSummary,
  readEmail,
  readEmails,
  retryEmail,
} from '../../../../things/messages/emails.store.ts'
import { loadStored, updateSettings } from '../../../../things/settings/settings.store.ts'
import { type SiteSettings, siteDefaults } from '../../../../things/settings/site-settings.ts'
import { mergeGateways } from '../../../payments/payment-methods.ts'
import { type PaymentMethodSettings, paymentMethodDefaults } from '../../../payments/settings.ts'
import { latestOrder } from '../../orders.store.ts'
import { type OrderEmailSettings, orderEmailDefaults } from '../../settings.ts'
import {
  type EmailTemplate,
  emailContent,
  emailTemplateIds,
  emailTemplateSettings,
  emailTemplates,
  isEmailTemplate,
  isForCustomer,
  renderEmail,
} from '../email-templates.ts'
import { orderForTemplate, sampleEmailData, sampleOrder } from '../sample-order.ts'

const emailParams = {
  page: integerParam({ fallback: 1, min: 1 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
  search: searchText,
  status: oneOf(['any', 'waiting', 'sent', 'failed'], 'any'),
}

const emailNotFound: RestError = { status: 404, code: 'samovar_mail_invalid_id', message: 'Invalid ID.' }

/** `samovar/v1/mails`: the outbox and the email types. */
export function emailRoutes(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret' | 'url'> & WithSettings<PaymentMethodSettings & SiteSettings>,
): Hono {
  const { app, on } = restEndpoints(shop)

  const list = { capability: 'emails.read', action: 'list', params: emailParams } as const
  on(['GET'], paths.restEmails, list, async ({ params: { page, per_page, search, status } }) => {
    const { emails, total } = await readEmails(shop.db, { status, search }, { number: page, size: per_page })
    return { items: emails.map((email) => emailJson(email, shop.url)), page, per_page, total }
  })

  on(['GET'], paths.restEmail, { capability: 'emails.read', action: 'view' }, async ({ context }) =>
    emailResult(idParam(context, 'mail')),
  )

  /** Retries a failed email. */
  on(['POST'], paths.restEmailRetry, { capability: 'shop.settings', action: 'edit' }, async ({ context }) => {
    const id = idParam(context, 'mail')
    if (await retryEmail(shop.db, id, shop.now())) shop.jobs.enqueueSoon('send-emails')
    return emailResult(id)
  })

  async function emailResult(id: number): Promise<RestResult> {
    const email = await readEmail(shop.db, id)
    if (!email) return emailNotFound
    const content = await emailContent(shop.db, email, shop).catch(() => ({ html: '', text: '' }))
    const json: EmailDetailsJson = { ...emailJson(email, shop.url), ...content }
    return { json }
  }

  on(['GET'], paths.restEmailTypes, { capability: 'emails.read', action: 'list' }, async () => {
    const settings = await loadEmailSettings(shop.db)
    return { json: emailTemplateIds.map((id) => emailTypeJson(id, settings)) }
  })

  const edit = { capability: 'shop.settings', action: 'edit', allow: ['GET', 'PUT'] } as const
  on(['PUT'], paths.restEmailType, edit, async ({ context, fields }) => {
    const id = context.req.param('kind') ?? ''
    if (!isEmailTemplate(id)) return emailNotFound
    const changes = parseFields(changesSchema(id), fields)
    if (!changes.ok) return changes.error
    await updateSettings(shop.db, orderEmailDefaults, ({ emails }) => ({
      emails: { ...emails, [id]: { ...emailTemplateSettings(emails, id), ...changes.value } },
    }))
    return { json: emailTypeJson(id, await loadEmailSettings(shop.db)) }
  })

  /** A preview of an email type, with the newest order or, if there is none, a sample order. */
  on(['GET'], paths.restEmailPreview, { capability: 'emails.read', action: 'view' }, async ({ context }) => {
    const id = context.req.param('kind') ?? ''
    if (!isEmailTemplate(id)) return emailNotFound
    const newest = await latestOrder(shop.db)
    const order = orderForTemplate(id, newest ?? sampleOrder(shop.now()), shop.now())
    const mailShop = { url: shop.url, secret: shop.secret, settings: await loadEmailSettings(shop.db) }
    const email = renderEmail(id, order, sampleEmailData(id, order), mailShop)
    return { json: { ...email, order_id: newest?.id ?? 0 } }
  })

  return app
}

/** From the database: this process's cached settings may be older than a change just saved. */
async function loadEmailSettings(db: Db) {
  const stored = await loadStored(db, { ...siteDefaults, ...paymentMethodDefaults, ...orderEmailDefaults })
  return { ...stored, gateways: mergeGateways(stored.gateways) }
}

/** An email of the outbox in the `samovar/v1` namespace, formatted like the other resources. */
function emailJson(email: EmailSummary, shopUrl: string) {
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

/** An email type and its settings. */
function emailTypeJson(id: EmailTemplate, settings: OrderEmailSettings & SiteSettings) {
  const { title, when } = emailTemplates[id]
  const to = isForCustomer(id) ? 'customer' : 'shop'
  const { enabled, recipients } = emailTemplateSettings(settings.emails, id)
  return { id, to, title, when, enabled, recipients, default_recipient: to === 'shop' ? settings.ownerEmail : '' }
}

export type EmailTypeJson = ReturnType<typeof emailTypeJson>

export type EmailPreviewJson = ReturnType<typeof renderEmail> & { readonly order_id: number }

export type EmailJson = ReturnType<typeof emailJson>

/** With its content: as it was sent, or as it would be sent now. */
export type EmailDetailsJson = EmailJson & EmailContent

/** Changes of an email type; customer emails have no other recipients. */
const changesSchema = (template: EmailTemplate) =>
  z
    .strictObject({
      enabled: z.boolean(),
      recipients: z
        .array(z.email('This is no email address.').max(200))
        .max(10, 'At most ten addresses.')
        .refine(({ length }) => length === 0 || !isForCustomer(template), 'This mail goes to the customer.'),
    })
    .partial()
