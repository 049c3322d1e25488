import type { Hono } from 'hono'
import { type RestResult, restEndpoints } from '../../../../people/accounts/rest-endpoints.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import { integerParam, invalidFields, oneOf, searchText } from '../../../../platform/rest/params.ts'
import { idParam } from '../../../../platform/rest/request.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../../platform/web/context.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { retryEmail } from '../../../../things/messages/emails.store.ts'
import { loadStored } from '../../../../things/settings/settings.store.ts'
import { type SiteSettings, siteDefaults } from '../../../../things/settings/site-settings.ts'
import { mergeGateways } from '../../../payments/gateways.ts'
import { type PaymentMethodSettings, paymentMethodDefaults } from '../../../payments/settings.ts'
import { latestOrder } from '../../orders.store.ts'
import { emailContent } from '../email-content.ts'
import { emailTemplateIds, isEmailTemplate } from '../email-templates.ts'
import { readEmail, readEmails } from '../emails-read.store.ts'
import { renderEmail } from '../render-email.ts'
import { orderForTemplate, sampleEmailData, sampleOrder } from '../sample-order.ts'
import { parseEmailSettings, saveEmailSettings } from '../save-email-settings.ts'
import { orderEmailDefaults } from '../settings.ts'
import { emailDetailsJson, emailJson, emailTypeJson } from './email-json.ts'

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

  on(
    ['GET'],
    paths.restEmails,
    { capability: 'emails.read', action: 'list', params: emailParams },
    async ({ params }) => {
      const { page, per_page, search, status } = params
      const { emails, total } = await readEmails(shop.db, { status, search }, { number: page, size: per_page })
      return { items: emails.map((email) => emailJson(email, shop.url)), page, per_page, total }
    },
  )

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
    return { json: emailDetailsJson(email, content, shop.url) }
  }

  on(['GET'], paths.restEmailTypes, { capability: 'emails.read', action: 'list' }, async () => {
    const settings = await loadEmailSettings(shop.db)
    return { json: emailTemplateIds.map((id) => emailTypeJson(id, settings)) }
  })

  const edit = { capability: 'shop.settings', action: 'edit', allow: ['GET', 'PUT'] } as const
  on(['PUT'], paths.restEmailType, edit, async ({ context, fields }) => {
    const id = context.req.param('kind') ?? ''
    if (!isEmailTemplate(id)) return emailNotFound
    const parsed = parseEmailSettings(id, fields)
    if (!parsed.ok) return invalidFields(parsed.errors)
    await saveEmailSettings(shop.db, id, parsed.change)
    return { json: emailTypeJson(id, await loadEmailSettings(shop.db)) }
  })

  /** A preview of an email type, with the newest order or, if there is none, a sample order. */
  on(['GET'], paths.restEmailPreview, { capability: 'emails.read', action: 'view' }, async ({ context }) => {
    const id = context.req.param('kind') ?? ''
    if (!isEmailTemplate(id)) return emailNotFound
    const newest = await latestOrder(shop.db)
    const order = orderForTemplate(id, newest ?? sampleOrder(shop.now()), shop.now())
    const settings = await loadEmailSettings(shop.db)
    const { url, secret } = shop
    const email = renderEmail(id, order, sampleEmailData(id, order), { url, secret, settings })
    return { json: { ...email, order_id: newest?.id ?? 0 } }
  })

  return app
}

/** From the database: this process's cached settings may be older than a change just saved. */
async function loadEmailSettings(db: Db) {
  const stored = await loadStored(db, { ...siteDefaults, ...paymentMethodDefaults, ...orderEmailDefaults })
  return { ...stored, gateways: mergeGateways(stored.gateways) }
}
