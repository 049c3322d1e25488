import { Hono } from 'hono'
import { readMail, readMails } from '../mail/mail-read.store.ts'
import { wordsOf } from '../mail/mail-words.ts'
import { paths } from '../routes.ts'
import { restError, restJson, restList } from './answer.ts'
import { commentRoutes } from './comments.routes.ts'
import { couponRoutes } from './coupons.routes.ts'
import { admit } from './guard.ts'
import { mailJson, wholeMailJson } from './mail-json.ts'
import { orderRoutes } from './orders.routes.ts'
import { oneOf, readParams, wholeNumber, words } from './params.ts'
import { idParam, publicUrl, queryParam } from './request.ts'
import type { RestShop } from './rest-shop.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { settingsRoutes } from './settings.routes.ts'

const mailParams = {
  page: wholeNumber({ fallback: 1, min: 1 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  search: words,
  status: oneOf(['any', 'waiting', 'sent', 'failed'], 'any'),
}

/** The owner's JSON: orders as programs of such shops know them, and the outbox under our own name. */
export function restRoutes(shop: RestShop): Hono {
  const app = new Hono()
  app.route('/', orderRoutes(shop))
  app.route('/', couponRoutes(shop))
  app.route('/', reviewRoutes(shop))
  app.route('/', commentRoutes(shop))
  app.route('/', settingsRoutes(shop))

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
    if (!admission.ok) return admission.answer
    const mail = await readMail(shop.db, idParam(context, 'mail'))
    if (!mail) return restError(context, shop, { status: 404, code: 'samovar_mail_invalid_id', message: 'Invalid ID.' })
    return restJson(context, shop, wholeMailJson(mail, await wordsOf(shop.db, mail, shop), shop.url), {
      allow: ['GET'],
    })
  })

  return app
}
