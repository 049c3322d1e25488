import { type Context, Hono } from 'hono'
import { tryAgain } from '../mail/mail.store.ts'
import { readMail, readMails } from '../mail/mail-read.store.ts'
import { isMailTemplate, mailTemplateIds } from '../mail/mail-templates.ts'
import { wordsOf } from '../mail/mail-words.ts'
import { renderMail } from '../mail/render-mail.ts'
import { atTimeOf, sampleFacts, sampleOrder } from '../mail/sample-order.ts'
import { readMailChange, saveMailChoice } from '../mail/save-mail-choice.ts'
import { newestOrder } from '../orders/orders.store.ts'
import { paths } from '../routes.ts'
import { loadSettings } from '../settings/settings.store.ts'
import { type RestError, restError, restJson, restList } from './answer.ts'
import { admit } from './guard.ts'
import { mailJson, mailKindJson, wholeMailJson } from './mail-json.ts'
import { oneOf, readParams, wholeNumber, words, wrongParams } from './params.ts'
import { idParam, publicUrl, queryParam, readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const mailParams = {
  page: wholeNumber({ fallback: 1, min: 1 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  search: words,
  status: oneOf(['any', 'waiting', 'sent', 'failed'], 'any'),
}

const noSuchMail: RestError = { status: 404, code: 'samovar_mail_invalid_id', message: 'Invalid ID.' }

/** `samovar/v1/mails`: the outbox, and the kinds of mail the shop writes. */
export function mailRoutes(shop: RestShop): Hono {
  const app = new Hono()

  app.get(paths.restMails, async (context) => {
    const admission = await admit(context, shop, 'mail.read', 'list')
    if (!admission.ok) return admission.answer
    const params = readParams(mailParams, (name) => queryParam(context, name))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, status } = params.values
    const found = await readMails(shop.db, { status, search }, { number: page, size })
    return restList(
      context,
      found.mails.map((mail) => mailJson(mail, shop.url)),
      { number: page, size, total: found.total, url: publicUrl(shop, context) },
      ['GET'],
    )
  })

  app.get(paths.restMail, async (context) => {
    const admission = await admit(context, shop, 'mail.read', 'view')
    return admission.ok ? answerMail(context, idParam(context, 'mail')) : admission.answer
  })

  /** Takes up again a mail that was given up. */
  app.post(paths.restMailRetry, async (context) => {
    const admission = await admit(context, shop, 'shop.settings', 'edit')
    if (!admission.ok) return admission.answer
    const id = idParam(context, 'mail')
    if (await tryAgain(shop.db, id, shop.now())) shop.jobs.soon('send-mails')
    return answerMail(context, id)
  })

  async function answerMail(context: Context, id: number): Promise<Response> {
    const mail = await readMail(shop.db, id)
    if (!mail) return restError(context, shop, noSuchMail)
    const said = await wordsOf(shop.db, mail, shop).catch(() => ({ html: '', text: '' }))
    return restJson(context, shop, wholeMailJson(mail, said, shop.url), { allow: ['GET'] })
  }

  app.get(paths.restMailKinds, async (context) => {
    const admission = await admit(context, shop, 'mail.read', 'list')
    if (!admission.ok) return admission.answer
    const settings = await loadSettings(shop.db)
    return restJson(
      context,
      shop,
      mailTemplateIds.map((id) => mailKindJson(id, settings)),
      { allow: ['GET'] },
    )
  })

  app.put(paths.restMailKind, async (context) => {
    const admission = await admit(context, shop, 'shop.settings', 'edit')
    if (!admission.ok) return admission.answer
    const id = context.req.param('kind')
    if (!isMailTemplate(id)) return restError(context, shop, noSuchMail)
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const read = readMailChange(id, body.fields)
    if (!read.ok) return restError(context, shop, wrongParams(read.wrongs))
    await saveMailChoice(shop.db, id, read.change)
    return restJson(context, shop, mailKindJson(id, await loadSettings(shop.db)), { allow: ['GET', 'PUT'] })
  })

  /** What a mail of this kind looks like, with the newest order or, before there is any, with a made-up one. */
  app.get(paths.restMailPreview, async (context) => {
    const admission = await admit(context, shop, 'mail.read', 'view')
    if (!admission.ok) return admission.answer
    const id = context.req.param('kind')
    if (!isMailTemplate(id)) return restError(context, shop, noSuchMail)
    const newest = await newestOrder(shop.db)
    const order = atTimeOf(id, newest ?? sampleOrder(shop.now()), shop.now())
    const settings = await loadSettings(shop.db)
    const { url, secret } = shop
    const mail = renderMail(id, order, sampleFacts(id, order), { url, secret, settings })
    return restJson(context, shop, { ...mail, order_id: newest?.id ?? 0 }, { allow: ['GET'] })
  })

  return app
}
