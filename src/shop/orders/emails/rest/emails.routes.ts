import { type Context, Hono } from 'hono'
import { authorize } from '../../../../people/accounts/authorize.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import { integerParam, invalidFields, oneOf, parseParams, searchText } from '../../../../platform/rest/params.ts'
import { idParam, parseBody, publicUrl, queryParam } from '../../../../platform/rest/request.ts'
import { type RestError, restError, restJson, restList } from '../../../../platform/rest/response.ts'
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
  const app = new Hono()

  app.get(paths.restEmails, async (context) => {
    const authorization = await authorize(context, shop, 'emails.read', 'list')
    if (!authorization.ok) return authorization.response
    const params = parseParams(emailParams, (name) => queryParam(context, name))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, status } = params.values
    const result = await readEmails(shop.db, { status, search }, { number: page, size })
    return restList(
      context,
      result.emails.map((email) => emailJson(email, shop.url)),
      { number: page, size, total: result.total, url: publicUrl(shop, context) },
      ['GET'],
    )
  })

  app.get(paths.restEmail, async (context) => {
    const admission = await authorize(context, shop, 'emails.read', 'view')
    return admission.ok ? respondWithEmail(context, idParam(context, 'mail')) : admission.response
  })

  /** Retries a failed email. */
  app.post(paths.restEmailRetry, async (context) => {
    const admission = await authorize(context, shop, 'shop.settings', 'edit')
    if (!admission.ok) return admission.response
    const id = idParam(context, 'mail')
    if (await retryEmail(shop.db, id, shop.now())) shop.jobs.enqueueSoon('send-emails')
    return respondWithEmail(context, id)
  })

  async function respondWithEmail(context: Context, id: number): Promise<Response> {
    const email = await readEmail(shop.db, id)
    if (!email) return restError(context, shop, emailNotFound)
    const content = await emailContent(shop.db, email, shop).catch(() => ({ html: '', text: '' }))
    return restJson(context, shop, emailDetailsJson(email, content, shop.url), { allow: ['GET'] })
  }

  app.get(paths.restEmailTypes, async (context) => {
    const admission = await authorize(context, shop, 'emails.read', 'list')
    if (!admission.ok) return admission.response
    const settings = await loadEmailSettings(shop.db)
    return restJson(
      context,
      shop,
      emailTemplateIds.map((id) => emailTypeJson(id, settings)),
      { allow: ['GET'] },
    )
  })

  app.put(paths.restEmailType, async (context) => {
    const admission = await authorize(context, shop, 'shop.settings', 'edit')
    if (!admission.ok) return admission.response
    const id = context.req.param('kind')
    if (!isEmailTemplate(id)) return restError(context, shop, emailNotFound)
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const parsed = parseEmailSettings(id, body.fields)
    if (!parsed.ok) return restError(context, shop, invalidFields(parsed.errors))
    await saveEmailSettings(shop.db, id, parsed.change)
    return restJson(context, shop, emailTypeJson(id, await loadEmailSettings(shop.db)), { allow: ['GET', 'PUT'] })
  })

  /** A preview of an email type, with the newest order or, if there is none, a sample order. */
  app.get(paths.restEmailPreview, async (context) => {
    const admission = await authorize(context, shop, 'emails.read', 'view')
    if (!admission.ok) return admission.response
    const id = context.req.param('kind')
    if (!isEmailTemplate(id)) return restError(context, shop, emailNotFound)
    const newest = await latestOrder(shop.db)
    const order = orderForTemplate(id, newest ?? sampleOrder(shop.now()), shop.now())
    const settings = await loadEmailSettings(shop.db)
    const { url, secret } = shop
    const email = renderEmail(id, order, sampleEmailData(id, order), { url, secret, settings })
    return restJson(context, shop, { ...email, order_id: newest?.id ?? 0 }, { allow: ['GET'] })
  })

  return app
}

/** From the database: this process's cached settings may be older than a change just saved. */
async function loadEmailSettings(db: Db) {
  const stored = await loadStored(db, { ...siteDefaults, ...paymentMethodDefaults, ...orderEmailDefaults })
  return { ...stored, gateways: mergeGateways(stored.gateways) }
}
