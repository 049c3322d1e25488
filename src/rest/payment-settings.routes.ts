import { type Context, Hono } from 'hono'
import { paths } from '../routes.ts'
import { paymentChoicesOf } from '../settings/payment-choices.ts'
import { readPaymentChanges, savePaymentChoices } from '../settings/save-payment-choices.ts'
import { loadSettings } from '../settings/settings.store.ts'
import { type Method, restError, restJson } from './answer.ts'
import { admit } from './guard.ts'
import { wrongParams } from './params.ts'
import { readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

/** `samovar/v1/settings/payments`: ways to pay, how long goods are kept, where order numbers begin. */
export function paymentSettingsRoutes(shop: RestShop): Hono {
  const app = new Hono()

  app.get(paths.restPaymentSettings, async (context) => {
    const admission = await admit(context, shop, 'shop.settings', 'view')
    if (!admission.ok) return admission.answer
    return restJson(context, shop, paymentChoicesOf(await loadSettings(shop.db)), { allow })
  })

  const change = async (context: Context): Promise<Response> => {
    const admission = await admit(context, shop, 'shop.settings', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const read = readPaymentChanges(body.fields)
    if (!read.ok) return restError(context, shop, wrongParams(read.wrongs))
    return restJson(context, shop, await savePaymentChoices(shop.db, read.changes), { allow })
  }
  app.on(['PUT', 'POST', 'PATCH'], paths.restPaymentSettings, change)

  return app
}
